"""What people may call themselves: readable, in one way of writing it, and not as the site's own parts are called.

Two names: the one by which somebody logs in and is found (`username`), in plain letters, and the one that others read
(`display_name`), in any script.
"""

import re
import unicodedata
from functools import cache
from typing import Any, Final

from engine.errors import Malformed
from engine.registry import registered
from games.texts import has_letters, hides_signs

LONGEST: Final = 40
SHORTEST_USERNAME: Final = 2
OF_GUESTS: Final = "guest-"
"""How the usernames of guests begin."""
RESERVED: Final = frozenset(
    (
        *("admin", "administrator", "anonymous", "arbiter", "auditor", "bot", "bots", "brikks", "brikksarena", "clock"),
        *(
            "dice",
            "engine",
            "erased",
            "everybody",
            "guest",
            "host",
            "me",
            "moderator",
            "nobody",
            "official",
            "organiser",
        ),
        *("organizer", "owner", "postmaster", "referee", "root", "security", "server", "site", "staff", "superuser"),
        *("support", "system", "webmaster", "worker"),
    )
)
"""What sounds like the site itself, or like somebody with a say in it."""
_USERNAME: Final = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*")
_BOT: Final = re.compile(r"bot[^a-z]*|.*[^a-z]bot|bot[^a-z].*")
_LOOKALIKES: Final = str.maketrans("аеорсухіјѕһԁԛԝьαεικνορτυχ0134578|!$@", "aeopcyxijshdqwbaeikvoptuxoieastbiisa")
"""Letters of other scripts, digits and signs that are read as plain letters."""


def clean_display_name(text: Any) -> str:
    """A name as others read it."""
    name = _tidy(text)
    if not has_letters(name):
        raise Malformed("name/empty", "A name has at least one letter or digit.")
    if hides_signs(name):
        raise Malformed("name/characters", "This name holds characters that cannot be seen.")
    refuse_reserved(name)
    return name


def clean_username(text: Any) -> str:
    """A name to log in with."""
    name = _tidy(text)
    if len(name) < SHORTEST_USERNAME or not is_username(name):
        template = (
            "A username has {least} to {most} letters from a to z and digits, with single dots, hyphens or underscores"
            " between them."
        )
        raise Malformed("name/username", template, least=SHORTEST_USERNAME, most=LONGEST)
    refuse_reserved(name)
    return name


def is_username(text: str) -> bool:
    """Whether somebody could be called so; databases choke on some other texts."""
    return len(text) <= LONGEST and _USERNAME.fullmatch(text) is not None


def refuse_reserved(name: str) -> None:
    """Refuse what could be taken for a bot, a guest's username or the site itself."""
    plain = _plain(name)
    letters = "".join(character for character in plain if character.isalnum())
    if letters in _reserved() or _BOT.fullmatch(plain) or plain.startswith(OF_GUESTS):
        raise Malformed("name/reserved", "This name could be taken for a part of the site; please choose another one.")


def _tidy(text: Any) -> str:
    """A text in the one way of writing it, without space around it and with single spaces within."""
    if not isinstance(text, str):
        raise Malformed("name/no-text", "A name is a text.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST:
        raise Malformed("name/length", "A name has 1 to {most} characters.", most=LONGEST)
    return name


def _plain(name: str) -> str:
    """What a name reads like: without accents, case and letters of other scripts that look the same."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return bare.translate(_LOOKALIKES)


@cache
def _reserved() -> frozenset[str]:
    bots = {_plain(name) for game in registered() for name in game.bots}
    return RESERVED | bots
