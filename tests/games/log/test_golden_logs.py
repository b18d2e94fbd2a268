"""The log of a game is stored as it always was: every byte of every event, on every database."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from engine.protocol import Json
from games.accounts.callers import SYSTEM_CALLER
from games.clock import site_time
from games.disputes.services import answer_dispute, give_ruling, open_dispute, reverse_ruling
from games.log.models import Event, Game
from games.play import bots
from games.play.creation import create_game
from games.play.deadlines import expire_game
from games.play.deals import close_deal, contribute, freeze_deal, make_deal, reveal_deal
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.moves import enter_roll, make_move
from games.play.seats import join_by_invite, leave_seat
from games.play.setup import Setup
from tests.games.clocks.watch import Watch
from tests.games.reserved import kept_table, play_kept, sit_down
from tests.games.tables import (
    CONTRIBUTION,
    PEOPLE,
    account,
    caller,
    choose,
    command,
    fold_of,
    mixed_table,
    move,
    open_table,
    people,
    phase,
    play_until,
    table,
)
from tests.golden_logs import check_logs, kinds_in, pinned

pytestmark = pytest.mark.django_db
FOLDER: Final = Path(__file__).parent / "golden"


def standard(watch: Watch) -> list[str]:
    """Two people and two bots play to the end."""
    game = mixed_table(2, "random", "greedy")
    while not (fold := fold_of(game)).is_over:
        watch.set(1.5)
        if fold.bot(fold.awaited[0]) is None:
            move(game)
        else:
            bots.play(game)
    return [game]


def duel(watch: Watch) -> list[str]:
    """With a clock that runs out once; then somebody gives up."""
    game = table("duel", seconds=60)
    for _ in range(12):
        watch.set(2)
        move(game)
    due_at = Game.objects.get(pk=game).due_at
    assert due_at is not None
    moment = due_at + timedelta(seconds=1)
    with site_time.use_clock(lambda: moment):
        expire_game(game, moment)
    watch.set(70)
    play_until(game, lambda fold: fold.rolls > 6)
    seat = fold_of(game).awaited[0]
    give_up: Json = {"kind": "drop", "seat": seat, "reason": "resign"}
    make_move(game, caller(PEOPLE[seat]), command(), give_up, None)
    return [game]


def solo(watch: Watch) -> list[str]:
    """One person plays to the end."""
    game = table("solo", 1)
    while not fold_of(game).is_over:
        watch.set(3)
        move(game)
    return [game]


def table_dice(watch: Watch) -> list[str]:
    """Rolls of real dice are entered by those at the table."""
    game = table(dice="table")
    play_until(game, lambda fold: phase(fold) == "roll")
    for color, number in (("red", 1), ("white", 2), ("blue", 4)):
        watch.set(5)
        fold = fold_of(game)
        seat = fold.awaited[0]
        roll: Json = {"kind": "roll", "seat": seat, "color": color, "number": number}
        enter_roll(game, caller(PEOPLE[seat]), command(), roll, fold.asked)
        make_move(game, caller(PEOPLE[seat]), command(), {"kind": "keep", "seat": seat}, fold_of(game).asked)
        play_until(game, lambda fold: phase(fold) == "roll")
    return [game]


def shared_deal(watch: Watch) -> list[str]:
    """Two people play the same dice, each alone, until the deal is closed and revealed."""
    deal = make_deal(is_shared=True).pk
    for at, name in enumerate(PEOPLE):
        contribute(deal, account(name).pk, f"{at}" * 32)
    freeze_deal(deal)
    games = [_alone(deal, name) for name in ("Ada", "Bob")]
    for game, name in zip(games, ("Ada", "Bob"), strict=True):
        watch.set(8)
        while not (fold := fold_of(game)).is_over:
            make_move(game, caller(name), command(), choose(fold, 0), fold.asked)
    close_deal(deal)
    reveal_deal(deal)
    return games


def _alone(deal: str, name: str) -> str:
    agreed = Setup(variant="solo", levels=[1], seats=people(1), deal=deal)
    game = create_game(agreed, caller(name), command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "")
    start_game(game, caller(name), command())
    return game


def disputed(watch: Watch) -> list[str]:
    """A game that has ended as it stood is flagged, answered, ruled upon, and the ruling is reversed for another."""
    game = table()
    play_until(game, lambda fold: fold.rolls > 4)
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands", [], reason="The hall was closed.")
    watch.set(60)
    opened = open_dispute(game, caller("Ada"), command(), 5, "The block was never mine to place.").seq
    answer_dispute(game, caller("Bob"), command(), opened, "It was: look at the sheet, “third” row.")
    watch.set(60)
    ruled = give_ruling(game, caller("Aura"), command(), "voided", (), "Nobody can tell any more.", opened).seq
    reverse_ruling(game, caller("Aura"), command(), ruled, "A photograph was found.")
    give_ruling(game, caller("Aura"), command(), "forfeited", [1], "The photograph shows it.", opened)
    other = open_dispute(game, caller("Bob"), command(), 6, "So was hers.").seq
    give_ruling(game, caller("Aura"), command(), "dismissed", (), "It was not.", other)
    return [game]


def aborted(watch: Watch) -> list[str]:
    """Somebody leaves the table again, and the game is called off before it begins."""
    game = open_table(seats=3, seconds=60)
    invite = Game.objects.get(pk=game).invite
    for name in ("Ada", "Bob"):
        watch.set(2)
        join_by_invite(invite, caller(name), command(), CONTRIBUTION)
    leave_seat(game, caller("Bob"), command(), 1)
    abort_game(game, caller("Ada"), command())
    return [game]


def of_tournament(watch: Watch) -> list[str]:
    """A game whose seats are kept, which begins by itself."""
    game = kept_table("Cleo", "random", seconds=60)
    sit_down(game, "Cleo")
    watch.set(1)
    play_kept(game, ["Cleo"])
    return [game]


ACTS: Final = (standard, duel, solo, table_dice, shared_deal, disputed, aborted, of_tournament)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_a_log_is_stored_byte_for_byte_as_it_was(act: Callable[[Watch], list[str]]) -> None:
    with pinned(act.__name__) as watch:
        check_logs(FOLDER / f"{act.__name__}.jsonl", Event, "game", act(watch))


def test_the_files_are_those_of_the_acts_and_hold_what_can_happen() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(act.__name__ for act in ACTS)
    assert {
        *("game/created", "game/joined", "game/left", "game/started", "game/finished", "game/adjudicated"),
        *("game/aborted", "dice/revealed", "roll", "place", "keep", "drop"),
        *("dispute/opened", "dispute/answered"),
        *("ruling/voided", "ruling/forfeited", "ruling/dismissed", "ruling/reversed"),
    } <= kinds_in(FOLDER)
