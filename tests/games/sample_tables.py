"""Players and tables for tests: the same few named people everywhere, and games played by them through the services."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from engine.protocol import Json
from games.accounts.callers import Caller, caller_of
from games.accounts.models import Account
from games.log.fold import Fold
from games.log.models import Game
from games.log.state_cache import load_fold
from games.log.unit_of_work import read_head
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup

CONTRIBUTION = "0123456789abcdef" * 2
PEOPLE = ("Ada", "Bob", "Cleo", "Dan")
_numbers = count()


def account(name: str, **fields: Any) -> Account:
    """Somebody by name, the same account whenever the same name is asked for."""
    found, _ = Account.objects.get_or_create(
        username=name.lower(), defaults={"display_name": name, "password": "!", **fields}
    )
    return found


def caller(name: str, **fields: Any) -> Caller:
    """Somebody who asks for something."""
    return caller_of(account(name, **fields))


def command() -> str:
    """A command id that was not used before."""
    return f"c-{next(_numbers)}"


def people(number: int) -> list[Json]:
    """Seats for people."""
    return [{"kind": "person"}] * number


def table(variant: str = "standard", seats: int = 2, **setup: Any) -> str:
    """A started game in which Ada, Bob, Cleo and Dan sit in this order; Ada has created it."""
    game = open_table(variant, seats, **setup)
    invite = Game.objects.get(pk=game).invite
    for seat in range(seats):
        join_by_invite(invite, caller(PEOPLE[seat]), command(), CONTRIBUTION, seat)
    start_game(game, caller("Ada"), command())
    return game


def open_table(variant: str = "standard", seats: int = 2, **setup: Any) -> str:
    """A game that Ada has created and nobody has joined."""
    agreed = Setup(**{"variant": variant, "levels": [1] * seats, "seats": people(seats), **setup})
    return create_game(agreed, caller("Ada"), command()).game


def fold_of(game: str) -> Fold:
    """Where a game is."""
    return load_fold(read_head(game))


def addition(game: str, contribution: str = CONTRIBUTION) -> Json:
    """What whoever sits down sends along who adds to the dice, after looking by what these are fixed."""
    return {"contribution": contribution, "commitment": fold_of(game).dice["commitment"]}


def choose(fold: Fold, seat: int, bot: str = "random") -> Json:
    """What a seat may well do now."""
    return fold.rules.bots[bot](fold.rules.view(fold.state, seat), seat, f"{fold.hash}")


def move(game: str, seat: int | None = None) -> None:
    """Let one of the people who must act do so."""
    fold = fold_of(game)
    mover = fold.awaited[0] if seat is None else seat
    make_move(game, caller(PEOPLE[mover]), command(), choose(fold, mover), fold.asked)


def play_until(game: str, is_there: Callable[[Fold], bool]) -> Fold:
    """Play on until something holds or the game is over."""
    while not is_there(fold := fold_of(game)) and not fold.is_over:
        move(game)
    return fold


def play_out(game: str) -> Fold:
    """Play a game to its end."""
    return play_until(game, lambda fold: fold.is_over)


def phase(fold: Fold) -> str:
    """What is going on."""
    return fold.rules.awaiting(fold.state).phase


def bots(*names: str) -> Sequence[Json]:
    """Seats for bots."""
    return [{"kind": "bot", "bot": name} for name in names]


def mixed_table(number: int, *names: str, variant: str = "standard", **setup: Any) -> str:
    """A started game of Ada and the others, and after them of bots; the bots have done nothing yet."""
    seats = [*people(number), *bots(*names)]
    agreed = Setup(variant=variant, levels=[1] * len(seats), seats=seats, **setup)
    game = create_game(agreed, caller("Ada"), command()).game
    invite = Game.objects.get(pk=game).invite
    for seat in range(number):
        join_by_invite(invite, caller(PEOPLE[seat]), command(), CONTRIBUTION, seat)
    start_game(game, caller("Ada"), command())
    return game
