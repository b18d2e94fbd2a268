"""A database in which everything has happened that can: the material of the audit's tests, played once for many."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from engine import registry
from engine.protocol import Json
from games.accounts.callers import ANYBODY, SYSTEM_CALLER
from games.clock import site_time
from games.integrity.checkpoints import make_checkpoint
from games.log.fold import Fold
from games.log.models import Game
from games.play import bots
from games.play.creation import create_game
from games.play.deadlines import expire_game
from games.play.deals import close_deal, contribute, freeze_deal, make_deal, reveal_deal
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.moves import enter_roll, make_move
from games.play.seats import join_by_invite, leave_seat
from games.play.setup import Setup
from games.records.export import export_record
from games.records.imports import import_record
from tests.engine.toy import STONES_1, STONES_2
from tests.games.reserved import kept_deal, kept_table, play_kept, sit_down
from tests.games.sample_tables import (
    CONTRIBUTION,
    PEOPLE,
    account,
    caller,
    command,
    fold_of,
    mixed_table,
    move,
    open_table,
    people,
    phase,
    play_out,
    play_until,
    table,
)
from tests.games.sample_tables import bots as bot_seats


class World(NamedTuple):
    """The ids of the games, by what has become of them."""

    finished: str
    """A standard game of two, under both checkpoints; long enough for a snapshot."""
    duel: str
    solo: str
    sealed: str
    """A running game of three in which one seat has answered and two have not; only its beginning is checkpointed."""
    created: str
    """Nobody has sat down yet."""
    waiting: str
    """Nobody but Ada sits there."""
    aborted: str
    as_stands: str
    forfeited: str
    resigned: str
    timed_out: str
    """A finished game with a clock that has run out again and again."""
    shared: tuple[str, str]
    """Two games on one deal that is closed and revealed."""
    hidden: str
    """A game on a deal that is not closed."""
    on_table: str
    bots: str
    mixed: str
    """A running game in which bots must act."""
    stones: str
    kept: str
    """A tournament's game in which one of two has sat down."""
    paired: str
    """A tournament's game of a person and a bot that has begun by itself and was played out."""
    bot_run: str
    """A bot's game on the deal of a tournament's round, which is open."""
    imported: str

    @property
    def games(self) -> list[str]:
        """All games of our own."""
        return [*(id_ for name, id_ in self._asdict().items() if name not in ("shared", "imported")), *self.shared]


@contextmanager
def stones_known() -> Iterator[None]:
    """The toy game can be played until the block ends."""
    before = registry._GAMES
    registry._GAMES = {**before, ("stones", 1): STONES_1, ("stones", 2): STONES_2}
    try:
        yield
    finally:
        registry._GAMES = before


def make_world() -> World:
    """Play everything, with a checkpoint in the middle and one at the end."""
    finished, duel, solo = table(), table("duel"), table("solo", 1)
    for game in (finished, duel, solo):
        play_out(game)
    sealed = table(seats=3, seconds=3600)
    play_until(sealed, lambda fold: phase(fold) == "moves")
    make_checkpoint()
    move(sealed)
    world = World(
        finished=finished,
        duel=duel,
        solo=solo,
        sealed=sealed,
        created=open_table(),
        waiting=_waiting(),
        aborted=_aborted(),
        as_stands=_adjudicated("as-stands"),
        forfeited=_adjudicated("forfeit", [1]),
        resigned=_resigned(),
        timed_out=_timed_out(),
        shared=_shared(),
        hidden=_hidden(),
        on_table=_on_table(),
        bots=_bots(),
        mixed=mixed_table(1, "random"),
        stones=stones(3, 3, 3),
        kept=_kept(),
        paired=_paired(),
        bot_run=kept_table("greedy", deal=kept_deal()),
        imported=import_record(json.dumps(export_record(finished, ANYBODY)), caller("Dan")).pk,
    )
    make_checkpoint()
    return world


def stones(*numbers: int) -> str:
    """A game of stones through the services; the last stone is taken by the server."""
    game = table(seats=2, variant="plain", key="stones")
    for at, number in enumerate(numbers):
        action: Json = {"kind": "take", "seat": at % 2, "stones": number}
        make_move(game, caller(PEOPLE[at % 2]), command(), action, fold_of(game).asked)
    return game


def _waiting() -> str:
    game = open_table(seats=3, seconds=60)
    invite = Game.objects.get(pk=game).invite
    for name in ("Ada", "Bob"):
        join_by_invite(invite, caller(name), command(), CONTRIBUTION)
    leave_seat(game, caller("Bob"), command(), 1)
    return game


def _aborted() -> str:
    game = open_table()
    abort_game(game, caller("Ada"), command())
    return game


def _adjudicated(how: str, seats: list[int] | None = None) -> str:
    game = table()
    play_until(game, lambda fold: fold.rolls > 2)
    adjudicate(game, SYSTEM_CALLER, command(), how, seats or [], reason="The hall was closed.")
    return game


def _resigned() -> str:
    game = table(seats=3)
    play_until(game, lambda fold: fold.rolls > 3)
    for seat in (2, 0):
        make_move(game, caller(PEOPLE[seat]), command(), {"kind": "drop", "seat": seat, "reason": "resign"}, None)
    make_move(game, caller("Bob"), command(), {"kind": "drop", "seat": 1, "reason": "stop"}, fold_of(game).asked)
    return game


def _timed_out() -> str:
    game = table(seconds=60)
    for _ in range(3):
        move(game)
    while not fold_of(game).is_over:
        due_at = Game.objects.get(pk=game).due_at
        assert due_at is not None
        _expire(game, due_at + timedelta(seconds=1))
    return game


def _expire(game: str, moment: datetime) -> None:
    with site_time.use_clock(lambda: moment):
        expire_game(game, moment)


def _shared() -> tuple[str, str]:
    deal = _deal()
    games = [_alone(deal, name) for name in ("Ada", "Bob")]
    for game, name in zip(games, ("Ada", "Bob"), strict=True):
        while not (fold := fold_of(game)).is_over:
            make_move(game, caller(name), command(), _choice(fold), fold.asked)
    close_deal(deal)
    reveal_deal(deal)
    return games[0], games[1]


def _hidden() -> str:
    return _alone(_deal(), "Cleo")


def _deal() -> str:
    deal = make_deal(is_shared=True).pk
    for at, name in enumerate(PEOPLE):
        contribute(deal, account(name).pk, f"{at}" * 32)
    freeze_deal(deal)
    return deal


def _alone(deal: str, name: str) -> str:
    agreed = Setup(variant="solo", levels=[1], seats=people(1), deal=deal)
    game = create_game(agreed, caller(name), command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "")
    start_game(game, caller(name), command())
    return game


def _choice(fold: Fold) -> Json:
    return fold.rules.bots["random"](fold.rules.view(fold.state, 0), 0, fold.hash)


def _kept() -> str:
    game = kept_table("Ada", "Bob", seconds=60)
    sit_down(game, "Bob")
    return game


def _paired() -> str:
    game = kept_table("Cleo", "random", seconds=60)
    sit_down(game, "Cleo")
    play_kept(game, ["Cleo"])
    return game


def _on_table() -> str:
    """Rolls are entered by Ada, who keeps the score, and by Bob on his own turn."""
    game = table(dice="table")
    play_until(game, lambda fold: phase(fold) == "roll")
    for color, number in (("red", 1), ("white", 2), ("blue", 4)):
        fold = fold_of(game)
        seat = fold.awaited[0]
        roll: Json = {"kind": "roll", "seat": seat, "color": color, "number": number}
        enter_roll(game, caller(PEOPLE[seat]), command(), roll, fold.asked)
        make_move(game, caller(PEOPLE[seat]), command(), {"kind": "keep", "seat": seat}, fold_of(game).asked)
        play_until(game, lambda fold: phase(fold) == "roll")
    return game


def _bots() -> str:
    agreed = Setup(variant="standard", levels=[1, 2], seats=bot_seats("random", "random"))
    game = create_game(agreed, caller("Ada"), command()).game
    start_game(game, caller("Ada"), command())
    bots.play(game)
    return game
