"""Settings of the programming interface: who gets in, how fast, in what form."""

import os
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

RATES: Final = {
    "anon": "300/min",
    "user": "1200/min",
    "commands": "20/s",
    "looks": "1200/min",
    # A room full of people who watch a game without an account sits behind one address.
    "looks-anon": "3000/min",
    "verify": "60/min",
    "verify-anon": "10/min",
    "guests": "60/h",
    "bots-only": "30/h",
    # Nobody plays as many; but whoever leaves each at once has its bots play it among themselves.
    "bot-games": "300/h",
    # A room full of guests, each of whom plays a few games.
    "guests-bots": "300/h",
    "uploads": "60/h",
    "reports": "20/h",
}
"""How many requests of each kind one account may send, or one address without an account."""
OFF: Final = "off"


def rates(said: str) -> dict[str, str | None]:
    """The rates, changed by `kind=number/period` with commas between them; `kind=off` or only `off` lifts them."""
    if said.strip() == OFF:
        return dict.fromkeys(RATES)
    changed: dict[str, str | None] = dict(RATES)
    for part in filter(None, said.replace(" ", "").split(",")):
        kind, _, rate = part.partition("=")
        number, _, period = rate.partition("/")
        if kind not in RATES or not (rate == OFF or (number.isdecimal() and period in ("s", "min", "h", "d"))):
            raise ImproperlyConfigured(f"BRIKKS_THROTTLES: “{part}” is no rate; commands=20/s is one.")
        changed[kind] = None if rate == OFF else rate
    return changed


REST_FRAMEWORK: Final[dict[str, Any]] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.accounts.authentication.TokenAuthentication",
        "games.accounts.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.accounts.authentication.TokenScopePermission"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsing.StrictJsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["games.api.throttling.ScopedThrottle"],
    "DEFAULT_THROTTLE_RATES": rates(os.environ.get("BRIKKS_THROTTLES", "")),
    # What a header says of the sender is believed by the web server, from proxies that it knows, or by nobody.
    "NUM_PROXIES": 0,
    # Nobody needs to ask an address what it is: that is documented.
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "brikks_site.http.errors.answer_for_interface",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR: Final[dict[str, Any]] = {
    "TITLE": "Brikks Arena",
    "DESCRIPTION": "Play, watch and check games. Every refusal is JSON with a code and a sentence.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["games.api.schema.add_refusals"],
}
