"""Words that somebody wrote about a tournament: the log holds their salted hash, so that they can be erased."""

import secrets
from hashlib import sha256
from typing import Any

from engine.errors import Malformed
from games.accounts.callers import Caller
from games.texts import check_text, has_letters
from tournaments.models import TournamentText


def keep_text(tournament_id: str, by: Caller, text: str) -> str:
    """Keep somebody's words where they can be erased; what the log holds of them."""
    check_text(text)
    salt = secrets.token_hex(16)
    digest = sha256(f"{salt}|{text}".encode()).hexdigest()
    TournamentText.objects.create(
        tournament_id=tournament_id, sha256=digest, salt=salt, text=text, author_id=by.account
    )
    return digest


def require_reason(text: Any) -> None:
    """Refuse to do without a reason what needs one; there must be something in it to read."""
    check_text(text)
    if not has_letters(text):
        raise Malformed("tournament/no-reason", "Please say why; whoever it concerns can read it.")
