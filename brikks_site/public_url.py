"""The address under which people reach the site, if the operator names one.

Standard library only: `./run` looks at it before Django is there.
"""

from typing import Final
from urllib.parse import urlsplit

VARIABLE: Final = "BRIKKS_PUBLIC_URL"
YEAR: Final = 365 * 24 * 60 * 60
"""The seconds for which a browser that has been here over https comes in no other way."""
WITHOUT_TLS: Final = [r"^healthz$", r"^readyz$", r"^metrics$"]
"""What is asked on this machine itself, without the proxy that speaks TLS."""


def wrong_public_url(url: str) -> str | None:
    """What is wrong with the address, in a sentence."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or parts.path not in {"", "/"} or parts.query or parts.fragment or "@" in parts.netloc:
        return f"{VARIABLE} must be an address without a path, as in https://club.example."
    return None


def public_host(url: str) -> str:
    """The name or address in it, as a Host header writes it; empty without one."""
    host = urlsplit(url).hostname or ""
    return f"[{host}]" if ":" in host else host
