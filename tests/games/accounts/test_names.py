"""What people may call themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Malformed, Refused
from games.accounts.names import LONGEST, clean_display_name, clean_username


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\u00a0 \tLovelace", "Ada Lovelace"),
        ("Jo\u0308rg", "Jörg"),
        ("Zoë ✨", "Zoë ✨"),
        ("Ирина", "Ирина"),
        ("李小龍", "李小龍"),
        ("Talbot", "Talbot"),
        ("Sergeant 7", "Sergeant 7"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_a_display_name_is_stored_in_one_way(said: str, stored: str) -> None:
    assert clean_display_name(said) == stored


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", "name/length"),
        ("   ", "name/length"),
        ("x" * (LONGEST + 1), "name/length"),
        ("...", "name/empty"),
        ("Ada\u202eadA", "name/characters"),
        ("A\u200bda", "name/characters"),
        ("Ada\u3164", "name/characters"),
        ("\u115f\u1160", "name/empty"),
        ("\u2800", "name/empty"),
        ("\ufe0f", "name/empty"),
        ("A\0da", "name/characters"),
        ("A\ud800da", "name/characters"),
        ("\u2066Ada\u2069", "name/characters"),
        (7, "name/no-text"),
        (None, "name/no-text"),
    ],
)
def test_what_cannot_be_read_is_no_name(said: object, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        clean_display_name(said)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "said",
    [
        *(
            "admin",
            "ADMIN",
            "Ad-Min",
            "аdmin",
            "adm1n",
            "@dmin",
            "System",
            "ｓｙｓｔｅｍ",
            "Sýstem",
            "greedy",
            "Gr33dy",
        ),
        *(
            "Gr33dy",
            "random",
            "bot",
            "Bot 3",
            "b0t-1",
            "my bot",
            "guest-1234",
            "Guest",
            "Brikks Arena",
            "nobody",
            "Staff",
        ),
    ],
)
def test_nobody_is_called_like_a_part_of_the_site(said: str) -> None:
    with pytest.raises(Malformed) as caught:
        clean_display_name(said)
    assert caught.value.code == "name/reserved"


@pytest.mark.parametrize("said", ["ada", "Ada.L", "a-b_c.d", "42", "x" * LONGEST])
def test_a_username_is_plain(said: str) -> None:
    assert clean_username(f" {said} ") == said


@pytest.mark.parametrize(
    "said", ["a", "ada lovelace", "jörg", "-ada", "ada-", "a..b", "ada@home", "a/b", "x" * 41, "", None, "ad\na"]
)
def test_a_username_is_nothing_else(said: object) -> None:
    with pytest.raises(Malformed):
        clean_username(said)


@pytest.mark.parametrize("said", ["admin", "bot-1", "guest-0123456789abcdef", "system", "greedy", "me"])
def test_usernames_are_not_those_of_the_site_either(said: str) -> None:
    with pytest.raises(Malformed) as caught:
        clean_username(said)
    assert caught.value.code == "name/reserved"


@given(st.text(st.characters()))
def test_whatever_is_said_is_refused_or_stays_as_it_is_stored(said: str) -> None:
    try:
        stored = clean_display_name(said)
    except Refused:
        return
    assert clean_display_name(stored) == stored
    assert 1 <= len(stored) <= LONGEST
    assert stored.isprintable()
