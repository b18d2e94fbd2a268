"""By what right a ruling was given, and a seal which says that this site has looked whether it was there.

No log tells who looked after the site or ran a club that day. The seal is made with the site's own key, over the ruling
and everything before it, so whoever can only write to the database cannot give one.
"""

from hmac import compare_digest, digest
from typing import Any, Final

from django.conf import settings

from engine.canonical import canonical
from games.log.entries import Entry

RIGHT: Final = "as"
STAFF: Final = "staff"
ORGANISER: Final = "organiser"
RIGHTS: Final = (STAFF, ORGANISER)
SEAL: Final = "seal"


def sealed(game: str, previous: str, ruling: Entry) -> Entry:
    """A ruling with its seal, to stand after the event with this hash."""
    return ruling._replace(data={**ruling.data, SEAL: _seal(settings.SECRET_KEY, game, previous, ruling)})


def is_sealed(game: str, previous: str, ruling: Entry) -> bool:
    """Whether a ruling bears the seal that it should, made with the site's key or an earlier one."""
    told: Any = ruling.data.get(SEAL)
    bare = ruling._replace(data={name: value for name, value in ruling.data.items() if name != SEAL})
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return isinstance(told, str) and any(
        compare_digest(told.encode(), _seal(key, game, previous, bare).encode()) for key in keys
    )


def _seal(key: str, game: str, previous: str, ruling: Entry) -> str:
    said = f"ruling|{game}|{previous}|{ruling.kind}|{ruling.actor}|{canonical(ruling.data)}"
    return digest(key.encode(), said.encode(), "sha256").hex()
