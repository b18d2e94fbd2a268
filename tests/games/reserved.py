"""Games that a tournament has made: every seat is kept for somebody, as the machine of rounds makes them."""

from collections.abc import Sequence
from typing import Any

from engine.protocol import Json
from games.accounts.callers import SYSTEM_CALLER
from games.play import bots
from games.play.creation import create_game
from games.play.deals import freeze_deal, make_deal
from games.play.moves import make_move
from games.play.seats import join_game
from games.play.setup import Setup
from tests.games.sample_tables import CONTRIBUTION, account, caller, choose, command, fold_of

TOURNAMENT = "t-0123456789abcdef"


def anchor(**changes: Any) -> Json:
    """Where in its tournament a game belongs."""
    return {"id": TOURNAMENT, "round": 1, "table": 1, "seq": 5, "hash": "a" * 64, **changes}


def kept_seats(*names: str) -> list[Json]:
    """Seats for these people; bots are named by what they are."""
    return [
        {"kind": "bot", "bot": name} if name.islower() else {"kind": "person", "account": account(name).pk}
        for name in names
    ]


def kept_setup(*names: str, **setup: Any) -> Setup:
    """What a tournament agrees on for some people and bots."""
    agreed = {
        "variant": "solo" if len(names) == 1 else "standard",
        "levels": [1] * len(names),
        "seats": kept_seats(*names),
        "tournament": anchor(),
    }
    return Setup(**{**agreed, **setup})


def kept_table(*names: str, **setup: Any) -> str:
    """A game that a tournament has made, in which no person has sat down yet."""
    return create_game(kept_setup(*names, **setup), SYSTEM_CALLER, command()).game


def sit_down(game: str, *names: str) -> None:
    """Let people take their seats."""
    for name in names:
        join_game(game, caller(name), command(), CONTRIBUTION)


def kept_deal() -> str:
    """The shared deal of a round, ready to be played."""
    deal = make_deal(is_shared=True, tournament=TOURNAMENT).pk
    freeze_deal(deal)
    return deal


def play_kept(game: str, names: Sequence[str]) -> None:
    """Play a game to its end; the people are named by their seats."""
    while not (fold := fold_of(game)).is_over:
        seat = fold.awaited[0]
        if fold.bot(seat) is None:
            make_move(game, caller(names[seat]), command(), choose(fold, seat), fold.asked)
        else:
            bots.play(game)
