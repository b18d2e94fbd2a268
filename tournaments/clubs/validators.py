"""What people write about a club and in it, read strictly: names, texts, a time zone, how people become members.

Each function gives the value as it is stored, or refuses it.
"""

import unicodedata
from typing import Any, Final

from engine.errors import Malformed, as_json
from games.texts import has_letters, hides_signs
from games.time_zones import is_time_zone
from tournaments.clubs.models import ADMISSIONS

LONGEST_CLUB_NAME: Final = 60
LONGEST_DESCRIPTION: Final = 2000
LONGEST_TITLE: Final = 80
LONGEST_ANNOUNCEMENT: Final = 4000


def read_club_name(value: Any) -> str:
    """A name as it is shown: in one line, with single spaces, and with something to read in it."""
    name = one_line(value)
    if name is None or len(name) > LONGEST_CLUB_NAME:
        template = "A club has a name of 1 to {most} characters, some of them letters or digits."
        raise Malformed("club/name", template, most=LONGEST_CLUB_NAME)
    return name


def one_line(value: Any) -> str | None:
    """A text in one line with something to read in it, None if it is none."""
    text = unicodedata.normalize("NFC", " ".join(value.split())) if isinstance(value, str) else ""
    return text if text.isprintable() and has_letters(text) and not hides_signs(text) else None


def name_key(name: str) -> str:
    """A name as it is compared: the same whatever its capitals and its way of writing a letter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def read_description(value: Any) -> str:
    """A description: lines of text, perhaps none."""
    text = _lines(value)
    if text is None or len(text) > LONGEST_DESCRIPTION:
        template = "A description is a text of at most {most} characters."
        raise Malformed("club/description", template, most=LONGEST_DESCRIPTION)
    return text


def read_announcement_title(value: Any) -> str:
    """What an announcement is headed."""
    title = one_line(value)
    if title is None or len(title) > LONGEST_TITLE:
        template = "An announcement has a title of 1 to {most} characters, some of them letters or digits."
        raise Malformed("announcement/title", template, most=LONGEST_TITLE)
    return title


def read_announcement_text(value: Any) -> str:
    """What an announcement says below its title: lines of text, perhaps none."""
    text = _lines(value)
    if text is None or len(text) > LONGEST_ANNOUNCEMENT:
        template = "An announcement is a text of at most {most} characters."
        raise Malformed("announcement/text", template, most=LONGEST_ANNOUNCEMENT)
    return text


def read_is_pinned(value: Any) -> bool:
    """Whether an announcement stays on top."""
    if not isinstance(value, bool):
        raise Malformed("announcement/is-pinned", "Whether an announcement stays on top is said by true or false.")
    return value


def _lines(value: Any) -> str | None:
    """Lines of text without signs that cannot be seen, None if it is something else."""
    text = value.replace("\r\n", "\n").strip() if isinstance(value, str) else None
    return None if text is None or any(_is_control(sign) for sign in text) else text


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


def read_admission(value: Any) -> str:
    """How people become members."""
    if value not in ADMISSIONS:
        template = "People join a club in one of the ways {known}, not {way}."
        raise Malformed("club/admission", template, known=", ".join(ADMISSIONS), way=as_json(value))
    return str(value)
