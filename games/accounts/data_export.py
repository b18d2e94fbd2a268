"""Everything that is stored about somebody, as one document for themselves."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from engine.protocol import Json
from games.accounts.erasure import texts_of
from games.accounts.models import Account, BrowserSession
from games.clock.site_time import now
from games.extension import account_export

FORMAT: Final = "brikks-account/1"
ACCOUNT: Final = (
    *("username", "email", "display_name", "language", "time_zone", "is_minor", "is_private"),
    *("confirms_moves", "has_sound", "motion"),
    *("is_guest", "is_staff", "is_superuser", "date_joined", "last_login", "expires_at"),
)
_OF_GAMES: Final = ("games", "imported_games", "contributions", "attempts")
TOKEN: Final = ("name", "scopes", "created_at", "last_used_at", "expires_at")


def export_account(account: Account) -> Json:
    """All of it; secrets are named but not shown, as nobody stores them in the clear."""
    return {
        "format": FORMAT,
        "made_at": _shown(now()),
        "account": {name: _shown(getattr(account, name)) for name in ACCOUNT},
        "email_addresses": rows_as_json(EmailAddress.objects.filter(user=account), "email", "verified", "primary"),
        "second_factors": rows_as_json(
            Authenticator.objects.filter(user=account), "type", "created_at", "last_used_at"
        ),
        "tokens": rows_as_json(account.tokens.order_by("pk"), *TOKEN),
        "links": rows_as_json(account.links.order_by("pk"), "purpose", "created_at", "expires_at", "used_at"),
        "sessions": rows_as_json(BrowserSession.objects.filter(account=account.pk), "expire_date"),
        # Filled below; they stand here so that a document is read in this order.
        **dict.fromkeys(_OF_GAMES, ()),
        "texts": [{"game": text.game_id, "sha256": text.sha256, "text": text.text} for text in texts_of(account)],
        "reports": rows_as_json(account.reports.order_by("pk"), "reported__username", "game", "text", "made_at"),
        "blocks": rows_as_json(account.blocks.order_by("pk"), "blocked__username", "created_at"),
        **{name: value for export in account_export for name, value in export(account.pk).items()},
    }


def rows_as_json(rows: Any, *names: str) -> list[Json]:
    """Columns of some rows, by name."""
    values: Iterable[Json] = rows.values(*names)
    return [{_plain(name): _shown(value) for name, value in row.items()} for row in values]


def _plain(name: str) -> str:
    return name.removesuffix("__username")


def _shown(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
