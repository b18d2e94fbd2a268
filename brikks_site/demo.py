"""What `./run --demo` changes: sample content in a data folder of its own, for nobody but whoever sits at this machine.

Standard library only, like everything that runs before Django is there.
"""

from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path

from brikks_site.bootstrap import BootstrapError

LOOPBACK = "127.0.0.1"
FOLDER = "demo"
OF_THE_REAL_SITE = frozenset(
    (
        *("BRIKKS_ALLOWED_HOSTS", "BRIKKS_PUBLIC_URL", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"),
        *("DJANGO_SECRET_KEY", "BRIKKS_SIGNING_KEY", "BRIKKS_RETIRED_KEYS", "BRIKKS_DEAL_KEY"),
        *("BRIKKS_CHECKPOINT_WEBHOOK", "BRIKKS_CHECKPOINT_SECRET", "BRIKKS_EMAIL_VERIFICATION"),
    )
)
"""Variables that lead to what belongs to a real site, or that send something elsewhere."""


def for_a_demonstration(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """The environment of a demonstration beside the site whose data folder this is."""
    host = environment.get("HOST") or LOOPBACK
    if not _is_loopback(host):
        raise BootstrapError(f"./run --demo serves this machine alone. Leave HOST={host} out, or --demo.")
    kept = {name: value for name, value in environment.items() if name not in OF_THE_REAL_SITE}
    return {**kept, "HOST": host, "BRIKKS_VAR": str(folder / FOLDER)}


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
