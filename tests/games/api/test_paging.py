"""A cursor leads to the next page and tells its bearer nothing."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest

from engine.errors import Malformed
from games.api.paging import read_cursor, write_cursor


def test_it_names_what_was_put_in() -> None:
    assert read_cursor(write_cursor([1500, "r-1"])) == "1500|r-1"


def test_nothing_can_be_read_in_it_and_no_two_are_alike() -> None:
    cursors = {write_cursor(["g-private"]) for _ in range(10)}
    assert len(cursors) == 10
    assert not any(b"private" in urlsafe_b64decode(one + "==") for one in cursors)


@pytest.mark.parametrize("text", ["", "x", "nonsense", "ä", urlsafe_b64encode(b"1500|r-1").decode(), "A" * 5000])
def test_what_was_not_given_here_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read_cursor(text)
    assert refusal.value.code == "page/cursor"


def test_one_that_was_changed_is_refused() -> None:
    cursor = write_cursor([1])
    for at in (0, len(cursor) // 2, len(cursor) - 2):
        other = "A" if cursor[at] != "A" else "B"
        with pytest.raises(Malformed):
            read_cursor(cursor[:at] + other + cursor[at + 1 :])
