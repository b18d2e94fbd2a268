"""What `./run --lan` and `./run --demo` change: the addresses and names of this machine in the local network; sample
content in a data folder of its own, for nobody but whoever sits at this machine.

Standard library only, like everything that runs before Django is there.
"""

import contextlib
import re
import socket
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path

from brikks_site.bootstrap import BootstrapError

EVERYWHERE = "0.0.0.0"  # noqa: S104 - what --lan asks for
ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has: asking for the way there sends nothing, and tells which of our addresses is used."""
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)


def own_addresses() -> list[str]:
    """The addresses under which other machines may reach this one, the likeliest first."""
    found = [address for address in (*_on_the_way_out(), *_by_name()) if _is_for_others(address)]
    if not found:
        raise BootstrapError("This machine is in no network that ./run --lan could serve. ./run works all the same.")
    return list(dict.fromkeys(found))


def _on_the_way_out() -> Iterator[str]:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        yield probe.getsockname()[0]


def _by_name() -> Iterator[str]:
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM):
            yield str(address[0])


def _is_for_others(address: str) -> bool:
    parsed = ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified)


def own_names() -> list[str]:
    """The names by which they may know it."""
    name = socket.gethostname().partition(".")[0].lower()
    return [name, f"{name}.local"] if HOST_NAME.fullmatch(name) else []


def for_the_network(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a site for the local network: it listens everywhere and knows its own names."""
    if environment.get("BRIKKS_PUBLIC_URL", "").startswith("https://"):
        raise BootstrapError("./run --lan speaks plain HTTP. Leave BRIKKS_PUBLIC_URL out, or --lan.")
    named = environment.get("BRIKKS_ALLOWED_HOSTS", "").strip(" ,")
    hosts = ",".join(filter(None, [named, *own_addresses(), *own_names()]))
    return {**environment, "HOST": environment.get("HOST") or EVERYWHERE, "BRIKKS_ALLOWED_HOSTS": hosts}


LOOPBACK = "127.0.0.1"
DEMO_FOLDER = "demo"
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
    return {**kept, "HOST": host, "BRIKKS_VAR": str(folder / DEMO_FOLDER)}


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
