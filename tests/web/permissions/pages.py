"""Who may do what on pages: those for everybody, those of accounts, and those for staff, which only show things.

Pages know of no tokens: to them a program is somebody who is not logged in.
"""

from itertools import chain
from typing import Final

from brikks_site.admin import site
from tests.web.permissions.careers import OF_CAREERS
from tests.web.permissions.disputing import OF_DISPUTES
from tests.web.permissions.leaderboards import OF_LEADERBOARDS
from tests.web.permissions.leagues import OF_LEAGUES
from tests.web.permissions.lobby import OF_CLUBS, OF_THE_LOBBY
from tests.web.permissions.rows import METHODS, Row, row
from tests.web.permissions.runs import OF_RUNS
from tests.web.permissions.tables import OF_TABLES
from tests.web.permissions.tournaments import OF_TOURNAMENTS

OPEN: Final = [
    *(row(pattern, GET="all") for pattern in ("", "favicon.ico", "healthz", "readyz", "rules/")),
    *(row(pattern, GET="all") for pattern in ("api/schema", "api/docs")),
    *(row(f".well-known/brikks-keys.{form}", GET="all") for form in ("json", "pem")),
    row("metrics", GET="staff"),
    row("^api/"),
    row("link/<str:secret>/", GET="all", POST="all"),
    row("learn/", GET="all"),
    row("learn/<int:step>/", GET="all", POST="all"),
    row("learn/done/", GET="all"),
]


def anyhow(pattern: str, roles: str) -> Row:
    """A page that takes any method for one that only looks."""
    return row(pattern, **dict.fromkeys(METHODS, roles))


def form(pattern: str, roles: str) -> Row:
    """A page with a form, which may also be put."""
    return row(pattern, GET=roles, POST=roles, PUT=roles)


OF_PEOPLE: Final = [
    row("notices/", GET="people"),
    row("notices/mails/", POST="people"),
    row("settings/", GET="people", POST="people"),
    row("settings/unblock/", POST="people"),
    row("settings/tokens/", GET="people", POST="people"),
    row("settings/tokens/<int:number>/end/", POST="player"),
    row("settings/data/", GET="people"),
    row("settings/data/download/", GET="people"),
    row("settings/data/erase/", POST="people"),
    row("players/<str:handle>/", GET="all"),
    row("players/<str:handle>/", "pia", GET="club staff"),
    row("players/<str:handle>/block/", POST="people"),
    row("players/<str:handle>/block/", "pia", POST="club staff"),
    row("players/<str:handle>/report/", POST="people"),
    row("players/<str:handle>/report/", "pia", POST="club staff"),
    row("privacy/", GET="all"),
]
"""Somebody's own pages, which are for whoever is logged in, and what they may see of each other."""
OF_ACCOUNTS: Final = [
    form("accounts/login/", "all"),
    row("accounts/logout/", GET="people", POST="all"),
    row("accounts/inactive/", GET="all"),
    row("accounts/signup/", GET="outsiders guest", POST="all", PUT="all"),
    form("accounts/reauthenticate/", "people -guest"),
    form("accounts/email/", "people"),
    row("accounts/confirm-email/", GET="all"),
    form("accounts/password/change/", "people -guest"),
    form("accounts/password/set/", "guest"),
    form("accounts/password/reset/", "all"),
    row("accounts/login/code/confirm/", POST="people", PUT="people"),
    row("accounts/^confirm-email/(?P<key>[-:\\w]+)/$", GET="all", POST="member"),
    row("accounts/password/reset/key/done/", GET="all"),
    anyhow("accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", "all"),
    row("accounts/password/reset/done/", GET="all"),
    row("accounts/2fa/", GET="people"),
    row("accounts/2fa/authenticate/", POST="people", PUT="people"),
    form("accounts/2fa/reauthenticate/", "stranger"),
    form("accounts/2fa/totp/activate/", "people -stranger"),
    form("accounts/2fa/totp/deactivate/", "stranger"),
    row("accounts/2fa/recovery-codes/", GET="stranger"),
    form("accounts/2fa/recovery-codes/generate/", "people"),
    row("accounts/2fa/recovery-codes/download/", GET="stranger"),
]
"""The stranger has a second factor, and the address that is confirmed is the member's: everybody else must log in then.
Whoever sends a form that is not for them, as that of a step of logging in at which nobody is, is sent home."""
STAFF: Final = "staff"
NOBODY: Final = ""


def of_model(folder: str) -> list[Row]:
    """The pages of one table: it and its rows are looked at by staff, and added to, changed or cut by nobody."""
    return [
        anyhow(f"admin/{folder}/", STAFF),
        anyhow(f"admin/{folder}/add/", NOBODY),
        anyhow(f"admin/{folder}/<path:object_id>/history/", STAFF),
        anyhow(f"admin/{folder}/<path:object_id>/delete/", NOBODY),
        row(f"admin/{folder}/<path:object_id>/change/", GET=STAFF, PUT=STAFF, PATCH=STAFF, DELETE=STAFF),
        anyhow(f"admin/{folder}/<path:object_id>/", STAFF),
    ]


FOLDERS: Final = sorted(f"{model._meta.app_label}/{model._meta.model_name}" for model in site._registry)
FOR_STAFF: Final = [
    *chain.from_iterable(map(of_model, FOLDERS)),
    anyhow("admin/", STAFF),
    anyhow("admin/^(?P<app_label>games|tournaments)/$", STAFF),
    row("admin/login/"),
    row("admin/logout/", POST=STAFF),
    row("admin/password_change/"),
    row("admin/password_change/done/", GET=STAFF),
    row("admin/autocomplete/"),
    row("admin/jsi18n/", GET=STAFF),
    anyhow("admin/r/<path:content_type_id>/<path:object_id>/", NOBODY),
    anyhow("admin/(?P<url>.*)$", NOBODY),
]

PAGES: Final = [
    *OPEN,
    *OF_TABLES,
    *OF_DISPUTES,
    *OF_THE_LOBBY,
    *OF_CLUBS,
    *OF_LEADERBOARDS,
    *OF_LEAGUES,
    *OF_TOURNAMENTS,
    *OF_PEOPLE,
    *OF_CAREERS,
    *OF_RUNS,
    *OF_ACCOUNTS,
    *FOR_STAFF,
]
