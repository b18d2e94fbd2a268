"""The material: chess games and Brikks games, the same ones every time."""

import random
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count, islice
from typing import Any, Final, NamedTuple, TypeAlias

import chess

from engine.brikks.board import Bitboard
from engine.brikks.bots import BOTS
from engine.brikks.events import Event, Place
from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.protocol import Json
from engine.selfplay import play

Moves: TypeAlias = list[str]
"""The moves of a chess game in UCI notation."""

LONGEST_CHESS_GAME: Final = 120
CHESS_SEED: Final = 2022
GREEDY_EVERY: Final = 3
"""Every so many seats are taken by the bot `greedy`, the others by `random`."""
GREEDY_GAMES: Final = 100
"""Only in so many games, because `greedy` thinks a hundred times as long."""


class Setup(NamedTuple):
    """A variant with its players."""

    name: str
    variant: str
    levels: tuple[int, ...]


SETUPS: Final = (
    Setup("solo", "solo", (2,)),
    Setup("standard for 2", "standard", (1, 3)),
    Setup("standard for 3", "standard", (4, 2, 1)),
    Setup("standard for 4", "standard", (1, 2, 3, 4)),
    Setup("duel", "duel", (2, 3)),
)


class Played(NamedTuple):
    """A game that was played to its end."""

    setup: Setup
    record: Json
    events: list[Event]


@cache
def chess_games(number: int) -> list[Moves]:
    """Chess games of random legal moves."""
    chance = random.Random(CHESS_SEED)  # noqa: S311  (the same games every time, not secrets)
    return [_chess_game(chance) for _ in range(number)]


def _chess_game(chance: random.Random) -> Moves:
    board = chess.Board()
    while len(board.move_stack) < LONGEST_CHESS_GAME and not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return [move.uci() for move in board.move_stack]


@cache
def game(number: int) -> Played:
    """The game with a number; consecutive ones go through all set-ups."""
    setup = SETUPS[number % len(SETUPS)]
    return played(setup, [_bot(number, seat) for seat in range(len(setup.levels))], number)


def _bot(number: int, seat: int) -> str:
    return "greedy" if number < GREEDY_GAMES and (number + seat) % GREEDY_EVERY == 0 else "random"


def played(setup: Setup, bots: list[str], number: int) -> Played:
    """A game between bots, decoded."""
    header: Json = {"variant": setup.variant, "levels": list(setup.levels)}
    seed = sha256(f"benchmarks {number}".encode()).digest()
    record = play(BRIKKS, header, [BOTS[name] for name in bots], seed)
    return Played(setup, record, [BRIKKS.decode(fields) for fields in record["events"]])


def games(number: int) -> list[Played]:
    """The first so many games."""
    return [game(at) for at in range(number)]


def states(one: Played) -> Iterator[tuple[State, Event]]:
    """Each event of a game with the state in which it happened."""
    state: State = BRIKKS.start(one.record)
    for event in one.events:
        yield state, event
        state = BRIKKS.apply(state, event)


def placements(some: list[Played]) -> list[tuple[State, Event]]:
    """Every block drawn in some games, with the state in which it was."""
    return [(state, event) for one in some for state, event in states(one) if isinstance(event, Place)]


def boards(number: int) -> list[Bitboard]:
    """So many different boards, all of which occur in games."""
    found = _boards()
    distinct: dict[Bitboard, Any] = {}
    while len(distinct) < number:
        distinct.update(dict.fromkeys(islice(found, number - len(distinct))))
    return list(distinct)


def _boards() -> Iterator[Bitboard]:
    """The sheets of one game after the other, after every event."""
    for at in count():
        for state, _ in states(game(at)):
            yield from (sheet.cells for sheet in state.sheets)
