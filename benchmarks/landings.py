"""Landings of one face: the engine against C with `__int128`, and against the plain search of the tests."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import reduce
from operator import xor
from typing import Final

from benchmarks.c_reference import NoCompiler, Reference, compiled, row_major
from benchmarks.games import boards
from benchmarks.report import Goal, Line, costlier, faster
from benchmarks.sizes import Sizes
from benchmarks.timing import Contender, interleave, timed
from engine.brikks.blocks import FACE_LIST
from engine.brikks.board import Bitboard, cells_of, landings
from tests.engine.plain import search
from tests.engine.plain.figures import Cell, block

ENGINE: Final = "landings of a face"
SAMPLE: Final = "landings of a face, on a sample"
C: Final = "C with __int128"
PLAIN: Final = "plain search of the tests"
SHAPES: Final = tuple(face.shape for face in FACE_LIST)
PICTURES: Final = tuple(block(face.color, face.column) for face in FACE_LIST)


class Disagreement(Exception):
    """Two ways to find landings that do not find the same; then their times mean nothing."""


def measure(sizes: Sizes) -> list[Line]:
    """What the landings of a face cost, on different boards from games."""
    some = boards(sizes.boards)
    sample = some[:: len(some) // sizes.plain_boards]
    drawn = [set(cells_of(board)) for board in sample]
    check_plain(sample, drawn)
    contenders: dict[str, Contender] = {
        ENGINE: timed(find, some, stretch=200),
        SAMPLE: timed(find, sample, stretch=200),
        PLAIN: timed(find_plainly, drawn, stretch=1),
    }
    with ExitStack() as stack:
        missing = _add_reference(contenders, some, stack)
        times = interleave(contenders, sizes.rounds)
    calls, sampled = len(some) * len(SHAPES), len(sample) * len(SHAPES)
    plain = faster(SAMPLE, times[SAMPLE].per(sampled), times[PLAIN].per(sampled), PLAIN, Goal("at least", 30))
    if missing:
        return [Line(ENGINE, note=missing), plain]
    return [costlier(ENGINE, times[ENGINE].per(calls), times[C].per(calls), C, Goal("at most", 50)), plain]


def _add_reference(contenders: dict[str, Contender], some: list[Bitboard], stack: ExitStack) -> str:
    """Let the C reference take part; if it cannot, say why."""
    try:
        reference = stack.enter_context(compiled(some))
    except NoCompiler as missing:
        return str(missing)
    mixed = reduce(xor, check_reference(some, reference))
    contenders[C] = lambda: _seconds(reference, mixed)
    return ""


def _seconds(reference: Reference, expected: int) -> list[float]:
    seconds, mixed = reference.seconds()
    if mixed != expected:
        raise Disagreement("the landings found under the clock are not those found before")
    return [seconds]


def find(some: Sequence[Bitboard]) -> None:
    """The landings of every face on every board, by the engine."""
    for board in some:
        for shape in SHAPES:
            landings(board, shape)


def find_plainly(drawn: Sequence[set[Cell]]) -> None:
    """The landings of every face on every board, cell by cell."""
    for cells in drawn:
        for picture in PICTURES:
            search.landings(cells, picture)


def check_reference(some: list[Bitboard], reference: Reference) -> list[int]:
    """What the reference finds, once it is sure that the engine finds the same."""
    found = reference.landings()
    if found != [row_major(landings(board, shape)) for board in some for shape in SHAPES]:
        raise Disagreement("the engine and the C reference find different landings")
    return found


def check_plain(sample: list[Bitboard], drawn: list[set[Cell]]) -> None:
    """Make sure that the plain search finds what the engine finds."""
    for board, cells in zip(sample, drawn, strict=True):
        for shape, picture in zip(SHAPES, PICTURES, strict=True):
            if search.landings(cells, picture) != set(cells_of(landings(board, shape))):
                raise Disagreement("the engine and the plain search find different landings")
