"""Everything that is stored about somebody, as one document for themselves."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from engine.protocol import Json
from games.accounts.erasure import texts_of
from games.accounts.hooks import export_parts
from games.accounts.models import Account, BrowserSession
from games.clock.site_time import now
from games.play.models import Contribution

FORMAT: Final = "brikks-account/1"
ACCOUNT: Final = (
    *("username", "email", "display_name", "language", "time_zone", "is_minor", "is_private"),
    *("confirms_moves", "has_sound", "motion"),
    *("is_guest", "is_staff", "is_superuser", "date_joined", "last_login", "expires_at"),
)
TOKEN: Final = ("name", "scopes", "created_at", "last_used_at", "expires_at")


def export_account(account: Account) -> Json:
    """All of it; secrets are named but not shown, as nobody stores them in the clear."""
    return {
        "format": FORMAT,
        "made_at": _shown(now()),
        "account": {name: _shown(getattr(account, name)) for name in ACCOUNT},
        "email_addresses": _rows(EmailAddress.objects.filter(user=account), "email", "verified", "primary"),
        "second_factors": _rows(Authenticator.objects.filter(user=account), "type", "created_at", "last_used_at"),
        "tokens": _rows(account.tokens.order_by("pk"), *TOKEN),
        "links": _rows(account.links.order_by("pk"), "purpose", "created_at", "expires_at", "used_at"),
        "sessions": _rows(BrowserSession.objects.filter(account=account.pk), "expire_date"),
        "games": _games(account),
        "imported_games": _rows(account.imported_games.order_by("imported_at"), "id", "imported_at"),
        "contributions": _rows(Contribution.objects.filter(account=account), "deal", "value"),
        "attempts": _rows(account.attempts.order_by("pk"), "deal", "game"),
        "texts": [{"game": text.game_id, "sha256": text.sha256, "text": text.text} for text in texts_of(account)],
        "reports": _rows(account.reports.order_by("pk"), "reported__username", "game", "text", "made_at"),
        "blocks": _rows(account.blocks.order_by("pk"), "blocked__username", "created_at"),
        **export_parts(account.pk),
    }


def _games(account: Account) -> list[Json]:
    """Every game that knows the account, with the id under which its log does."""
    seats: dict[str, int] = dict(account.player_games.values_list("game", "seat"))
    actors = account.actors.order_by("pk").values_list("game", "name")
    return [{"game": game, "actor": name, "seat": seats.get(game)} for game, name in actors]


def _rows(rows: Any, *names: str) -> list[Json]:
    values: Iterable[Json] = rows.values(*names)
    return [{_plain(name): _shown(value) for name, value in row.items()} for row in values]


def _plain(name: str) -> str:
    return name.removesuffix("__username")


def _shown(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
