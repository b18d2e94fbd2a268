"""Replaying: a decoded event against a move of python-chess, both with every check of legality."""

from collections.abc import Sequence
from typing import Final

import chess

from benchmarks.games import SETUPS, Moves, Played, chess_games, games, placements
from benchmarks.report import Goal, Line, faster
from benchmarks.sizes import Sizes
from benchmarks.timing import Contender, interleave, timed
from engine.brikks.events import Event
from engine.brikks.game import BRIKKS
from engine.brikks.state import State

REFERENCE: Final = "push_uci of python-chess"
ALL: Final = "an event, all variants"
JSON: Final = "an event from its JSON object"
PLACEMENT: Final = "a placement"
TIMES: Final = 5
"""How often the games are replayed in a run, which makes it about as long as that of the chess games."""
GOALS: Final = {ALL: Goal("at least", 10), PLACEMENT: Goal("at least", 4)}


def measure(sizes: Sizes) -> list[Line]:
    """How much faster an event is replayed than a chess move."""
    moves = chess_games(sizes.chess_games)
    some = games(sizes.games)
    drawn = placements(some)
    groups = {ALL: some, **{f"an event, {setup.name}": _of(some, setup.name) for setup in SETUPS}}
    contenders: dict[str, Contender] = {
        REFERENCE: timed(play_chess, moves, stretch=2),
        **{name: timed(replay, group * TIMES, stretch=20) for name, group in groups.items()},
        JSON: timed(replay_json, some * TIMES, stretch=10),
        PLACEMENT: timed(place, drawn * TIMES, stretch=1000),
    }
    counts = {name: _events(group) for name, group in groups.items()} | {JSON: _events(some), PLACEMENT: len(drawn)}
    times = interleave(contenders, sizes.rounds)
    move = times[REFERENCE].per(sum(map(len, moves)))
    costs = {name: times[name].per(TIMES * count) for name, count in counts.items()}
    return [faster(name, cost, move, REFERENCE, GOALS.get(name)) for name, cost in costs.items()]


def _of(some: list[Played], setup: str) -> list[Played]:
    return [one for one in some if one.setup.name == setup]


def _events(some: list[Played]) -> int:
    return sum(len(one.events) for one in some)


def play_chess(some: Sequence[Moves]) -> None:
    """Chess games from their first move to their last."""
    for moves in some:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def replay(some: Sequence[Played]) -> None:
    """Brikks games from their header to their last event."""
    for one in some:
        BRIKKS.replay(BRIKKS.start(one.record), one.events)


def replay_json(some: Sequence[Played]) -> None:
    """The same games, but from the events as a record holds them."""
    apply, decode = BRIKKS.apply, BRIKKS.decode
    for one in some:
        state = BRIKKS.start(one.record)
        for fields in one.record["events"]:
            state = apply(state, decode(fields))


def place(drawn: Sequence[tuple[State, Event]]) -> None:
    """Single placements, each in its own state."""
    apply = BRIKKS.apply
    for state, event in drawn:
        apply(state, event)
