"""Signs that show nothing are nothing to read, whatever Unicode counts them as."""

import pytest

from games.texts import has_letters, hides_signs, is_blank

BLANK = {
    "nothing": "",
    "spaces": " \t\n\u00a0\u3000",
    "fillers of Hangul": "\u115f\u1160\u3164\uffa0",
    "a pattern without dots": "\u2800",
    "variations of nothing": "\ufe0f\U000e0100\u180b",
    "marks on nothing": "\u0301\u034f\u17b4",
    "controls": "\u200b\u200d\ufeff\u00ad\u202e\U000e0041",
}


@pytest.mark.parametrize("text", BLANK.values(), ids=BLANK)
def test_what_shows_nothing_is_blank(text: str) -> None:
    assert is_blank(text)
    assert not has_letters(text)


@pytest.mark.parametrize("text", ["Ada", "7", "Zoë", "Zoe\u0308", "한글", "नमस्ते", "عمر", "李"])
def test_every_script_can_be_read(text: str) -> None:
    assert has_letters(text)
    assert not is_blank(text)
    assert not hides_signs(text)


def test_a_sign_alone_says_something_and_is_no_letter() -> None:
    assert not is_blank("\u2764\ufe0f")
    assert not has_letters("\u2764\ufe0f")
    assert not hides_signs("\u2764\ufe0f")


@pytest.mark.parametrize("text", ["Ada\u3164", "A\u200bda", "\u202eadA"])
def test_what_is_hidden_beside_letters_is_found(text: str) -> None:
    assert hides_signs(text)
