"""Whole solo games of the random bot, with every check of legality, as a start for programs that play many."""

from collections.abc import Sequence
from typing import Final

from benchmarks.games import SETUPS, Played, played
from benchmarks.replay import replay
from benchmarks.report import Line
from benchmarks.sizes import Sizes
from benchmarks.timing import Timing, interleave, timed

SOLO: Final = SETUPS[0]
PLAYING: Final = "random solo games"
REPLAYING: Final = "replayed, same games"


def measure(sizes: Sizes) -> list[Line]:
    """How many games are played in a second, and how many of the same are replayed."""
    some = play(range(sizes.solo_games))
    contenders = {
        PLAYING: timed(play, range(sizes.solo_games), stretch=2),
        REPLAYING: timed(replay, some, stretch=40),
    }
    times = interleave(contenders, sizes.rounds)
    return [_per_second(times[PLAYING].per(len(some)), times[REPLAYING].per(len(some)))]


def play(numbers: Sequence[int]) -> list[Played]:
    """Games by their numbers, each with its own seed."""
    return [played(SOLO, ["random"], number) for number in numbers]


def _per_second(playing: Timing, replaying: Timing) -> Line:
    cost, spread = playing.seconds / replaying.seconds, max(playing.spread, replaying.spread)
    rates = 1 / playing.seconds, "per second", 1 / replaying.seconds
    return Line(PLAYING, *rates, REPLAYING, cost, "the cost", None, playing.runs, spread)
