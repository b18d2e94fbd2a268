"""What people write about a club, read strictly: a name, a description, a time zone."""

import unicodedata
from typing import Any, Final

from engine.errors import Malformed
from games.time_zones import is_time_zone

LONGEST_NAME: Final = 60
LONGEST_DESCRIPTION: Final = 2000


def read_name(value: Any) -> str:
    """A name as it is shown: in one line, with single spaces, and with something to read in it."""
    name = unicodedata.normalize("NFC", " ".join(value.split())) if isinstance(value, str) else ""
    is_readable = name.isprintable() and any(sign.isalnum() for sign in name)
    if not is_readable or len(name) > LONGEST_NAME:
        template = "A club has a name of 1 to {most} characters, some of them letters or digits."
        raise Malformed("club/name", template, most=LONGEST_NAME)
    return name


def name_key(name: str) -> str:
    """A name as it is compared: the same whatever its capitals and its way of writing a letter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def read_description(value: Any) -> str:
    """A description: lines of text, perhaps none."""
    text = value.replace("\r\n", "\n").strip() if isinstance(value, str) else None
    if text is None or len(text) > LONGEST_DESCRIPTION or any(_is_control(sign) for sign in text):
        template = "A description is a text of at most {most} characters."
        raise Malformed("club/description", template, most=LONGEST_DESCRIPTION)
    return text


def _is_control(sign: str) -> bool:
    return sign != "\n" and unicodedata.category(sign) in ("Cc", "Cs")


def read_time_zone(value: Any) -> str:
    """The name of a time zone, as “Europe/Berlin”."""
    if not isinstance(value, str) or not is_time_zone(value):
        raise Malformed("club/time-zone", "A time zone is named like “Europe/Berlin”.")
    return value


def read_is_public(value: Any) -> bool:
    """Whether a club is public."""
    if not isinstance(value, bool):
        raise Malformed("club/is-public", "Whether a club is public is said by true or false.")
    return value
