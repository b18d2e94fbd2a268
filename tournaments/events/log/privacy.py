"""What the log of a tournament does not hold, so that it can be erased: who somebody is, and what they wrote.

The log knows people under ids that are nobody's without their row, and words by their salted hash. The accounts that
a command writes down are locked before the tournament, by everybody in the same order, so that nobody who is being
erased gets into it.
"""

import secrets
from hashlib import sha256
from typing import Any

from engine.errors import Malformed
from games.accounts.callers import Caller
from games.accounts.models import Account
from games.log.entries import SYSTEM
from games.texts import check_text, has_letters
from tournaments.events.models import TournamentActor, TournamentText
from tournaments.events.refusals import not_registered_to_play


def actor_of(tournament_id: str, by: Caller) -> str:
    """The id of whoever asks, given if there is none yet; refused for nobody."""
    if by.is_system:
        return SYSTEM
    if by.account is None:
        raise not_registered_to_play()
    return actor_of_account(tournament_id, by.account)


def actor_of_account(tournament_id: str, account: int) -> str:
    """The id of an account, given if there is none yet."""
    fresh = f"p-{secrets.token_hex(8)}"
    actor, _ = TournamentActor.objects.get_or_create(
        tournament_id=tournament_id, account_id=account, defaults={"name": fresh}
    )
    return actor.name


def store_text(tournament_id: str, by: Caller, text: str) -> str:
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


def lock_accounts(by: Caller, *others: int | None) -> None:
    """Refuse whoever cannot come back; and let nobody of these be erased until the transaction ends."""
    wanted = {number for number in (by.account, *others) if number is not None}
    found = Account.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    accounts = {account.pk: account for account in found} if wanted else {}
    if by.is_system:
        return
    own = accounts.get(by.account or 0)
    if own is None or own.is_guest or not own.is_active:
        raise not_registered_to_play()
