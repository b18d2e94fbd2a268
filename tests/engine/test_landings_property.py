"""Landings and paths of the bitboard engine against the plain cell-by-cell search, on boards of all kinds."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from engine.brikks.blocks import FACE_LIST, PIECES
from engine.brikks.board import MINI_SHAPE, Bitboard, bit, cells_of, landings, path_to
from engine.brikks.figures import BLOCKS, COLUMNS, ROWS
from tests.engine.plain.search import is_legal_path
from tests.engine.plain.search import landings as plain_landings
from tests.sizes import size

pytestmark = pytest.mark.slow

CHUNKS = 10
BOARDS = size(200, 20_000)

Cells = set[tuple[int, int]]


def scattered(rng: Random) -> Cells:
    """Cells anywhere below some height, with some density: cavities, tunnels and overhangs of every sort."""
    height, density = rng.randint(1, ROWS), rng.random()
    return {(x, y) for x in range(COLUMNS) for y in range(height) if rng.random() < density}


def walls(rng: Random) -> Cells:
    """Shelves with gaps, under which blocks have to slide a long way."""
    cells: Cells = set()
    for y in rng.sample(range(ROWS), rng.randint(1, 4)):
        gap, width = rng.randrange(COLUMNS), rng.randint(1, 4)
        cells |= {(x, y) for x in range(COLUMNS) if not gap <= x < gap + width}
    return cells | {cell for cell in scattered(rng) if rng.random() < 0.2}


def played(rng: Random) -> Cells:
    """A board as it comes about in play, by random landings."""
    board = 0
    for _ in range(rng.randint(1, 26)):
        face = rng.choice(FACE_LIST)
        places = list(cells_of(landings(board, face.shape)))
        if places:
            board |= PIECES[face.color, face.column, *rng.choice(places)].cells
    return set(cells_of(board))


@st.composite
def boards(draw: st.DrawFn) -> Cells:
    rng = draw(st.randoms(use_true_random=False))
    return draw(st.sampled_from([scattered, scattered, walls, played]))(rng)


def bits(cells: Cells) -> Bitboard:
    return sum(bit(x, y) for x, y in cells)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_faces_land_where_the_plain_search_says(chunk: int) -> None:
    @seed(chunk)
    @settings(max_examples=BOARDS // CHUNKS, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(boards())
    def check(cells: Cells) -> None:
        board = bits(cells)
        for face in FACE_LIST:
            picture = list(BLOCKS[face.color][face.column - 1])
            assert set(cells_of(landings(board, face.shape))) == plain_landings(cells, picture), face

    check()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_landing_has_a_legal_shortest_path(chunk: int) -> None:
    @seed(1000 + chunk)
    @settings(max_examples=size(20, 500), deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(boards(), st.sampled_from(FACE_LIST))
    def check(cells: Cells, face) -> None:
        board = bits(cells)
        picture = list(BLOCKS[face.color][face.column - 1])
        for x, y in plain_landings(cells, picture):
            path = path_to(board, face.shape, x, y)
            assert path is not None
            assert is_legal_path(cells, picture, path.x, list(path.moves), (x, y))
            assert len(path.moves) == shortest(cells, picture, (x, y))

    check()


def shortest(cells: Cells, picture: list[str], target: tuple[int, int]) -> int:
    """The fewest moves from above the sheet, by widening the search one move at a time."""
    from tests.engine.plain.search import STEPS, cells_of, is_free

    block = cells_of(picture, 0, 0)
    reached = {(x, ROWS) for x in range(COLUMNS) if is_free(cells, block, x, ROWS)}
    for moves in range(200):
        if target in reached:
            return moves
        reached |= {
            (x + dx, y + dy) for x, y in reached for dx, dy in STEPS.values() if is_free(cells, block, x + dx, y + dy)
        }
    raise AssertionError("the target cannot be reached")


@settings(max_examples=size(100, 3000), deadline=None, database=None)
@given(boards())
def test_a_mini_block_lands_where_the_plain_search_says(cells: Cells) -> None:
    assert set(cells_of(landings(bits(cells), MINI_SHAPE))) == plain_landings(cells, ["#"])


@settings(max_examples=size(100, 2000), deadline=None, database=None)
@given(boards(), st.sampled_from(FACE_LIST), st.integers(-2, COLUMNS + 1), st.integers(-2, ROWS + 1))
def test_there_is_no_path_to_where_the_block_cannot_be(cells: Cells, face, x: int, y: int) -> None:
    from tests.engine.plain.search import reachable

    picture = list(BLOCKS[face.color][face.column - 1])
    is_reachable = (x, y) in reachable(cells, picture) and y <= ROWS
    assert (path_to(bits(cells), face.shape, x, y) is not None) == is_reachable
