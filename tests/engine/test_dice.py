"""Provable dice: the contract's vectors, fairness over many seeds, and what depends on what."""

from collections import Counter
from random import Random

import pytest

from engine import dice
from engine.brikks.figures import COLORS
from engine.brikks.game import BRIKKS

SEED = bytes(range(32))
MIXED = "439083f38956ba51ece90631552c6ea23c5c29570d3d5710e408e77e01ba7375"
ROLLS = [("red", 4), ("black", 4), ("yellow", 4), ("white", 3)]
REROLLS = [("black", 4), ("blue", 3), ("black", 4), ("white", 3)]


def test_the_vectors_of_the_contract() -> None:
    assert dice.commitment("d1", SEED) == "9894066b0ed8527467ce1bf47b2de0648536807c656149231b84ee5402e819a6"
    assert dice.entropy(["", ""]) == MIXED
    for again, expected in ((0, ROLLS), (1, REROLLS)):
        faces = [dice.throw(SEED, "d1", MIXED, number, again, BRIKKS.dice.faces) for number in (1, 2, 3, 4)]
        assert [tuple(BRIKKS.dice.write(face).values()) for face in faces] == expected


def test_a_face_is_colour_times_four_plus_number() -> None:
    for face in range(24):
        fields = BRIKKS.dice.write(face)
        assert fields == {"color": COLORS[face // 4], "number": face % 4 + 1}
        assert BRIKKS.dice.read(fields) == face


@pytest.mark.parametrize("fields", [{}, {"color": "red"}, {"color": "red", "number": True}, {"color": 3, "number": 1}])
def test_what_shows_no_face_is_read_as_none(fields: dict[str, object]) -> None:
    assert BRIKKS.dice.read(fields) is None


def test_all_faces_are_equally_likely() -> None:
    """Chi-squared with 23 degrees of freedom: above 49.7 once in a thousand; the seeds are fixed."""
    throws = 240_000
    seeds = Random("fair dice")
    counts = Counter(
        dice.throw(seeds.randbytes(32), "d", MIXED, number, number % 2, 24) for number in range(1, throws + 1)
    )
    expected = throws / 24
    assert sum((counts[face] - expected) ** 2 / expected for face in range(24)) < 49.7


def test_bytes_that_would_favour_a_face_are_passed_over() -> None:
    """240 to 255 would make faces 0 to 15 likelier; a throw that meets one takes the next byte."""
    from hmac import digest

    number = next(n for n in range(1, 1000) if digest(SEED, message(n), "sha256")[0] >= 240)
    expected = next(byte for byte in digest(SEED, message(number), "sha256") if byte < 240) % 24
    assert dice.throw(SEED, "d1", MIXED, number, 0, 24) == expected


def message(number: int) -> bytes:
    return f"brikks-dice/1|d1|{MIXED}|{number}|0|0".encode()


def test_everything_that_goes_in_changes_what_comes_out() -> None:
    base = [dice.throw(SEED, "d1", MIXED, n, 0, 24) for n in range(1, 40)]
    assert base != [dice.throw(SEED[::-1], "d1", MIXED, n, 0, 24) for n in range(1, 40)]
    assert base != [dice.throw(SEED, "d2", MIXED, n, 0, 24) for n in range(1, 40)]
    assert base != [dice.throw(SEED, "d1", dice.entropy(["00" * 16]), n, 0, 24) for n in range(1, 40)]
    assert base != [dice.throw(SEED, "d1", MIXED, n, 1, 24) for n in range(1, 40)]


@pytest.mark.parametrize(("value", "expected"), [("", True), ("0f" * 16, True), ("0F" * 16, False), ("0f" * 15, False), (None, False)])  # fmt: skip  # noqa: E501
def test_contributions(value: object, expected: bool) -> None:
    assert dice.is_contribution(value) is expected
