"""What `./run` does: install, prepare the data folder, start the site, say where it is, stop it cleanly.

Standard library only; Django runs in the child processes, with the Python of `.venv`.
"""

import errno
import http.client
import os
import socket
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from brikks_site.bootstrap import ROOT, RUNTIME_LOCK, BootstrapError, ensure, run, say
from brikks_site.config.addresses import wrong_public_url, wrong_url, wrong_webhook
from brikks_site.http.file_limit import raise_file_limit
from brikks_site.scripts.run_options import for_a_demonstration, for_the_network, own_addresses
from brikks_site.scripts.supervisor import Supervisor, beat, web, worker

DEFAULT_PORT = 8000
VANISHED_AFTER = 30
"""Seconds after which a visitor who takes nothing of what is sent is given up."""
LAN = "--lan"
DEMO = "--demo"
HELP = """\
./run serves Brikks Arena on this machine until you press Ctrl-C.

  --lan    serve the local network too, over plain HTTP, and print the address with a QR code for phones
  --demo   serve sample content, to this machine alone and from a data folder of its own (demo in the data folder),
           and print the names and passwords of its people

These variables change what it does:

  HOST                   the address to listen on (127.0.0.1; 0.0.0.0 for all)
  PORT                   the port (8000; 0 lets the system choose)
  BRIKKS_VAR             the folder for all data (var in the checkout)
  BRIKKS_ALLOWED_HOSTS   further names, separated by commas, under which the site may be asked for
  BRIKKS_PUBLIC_URL      the address at which people reach the site, as in https://club.example; with https, everything
                         is locked to it
  DATABASE_URL           the PostgreSQL database (none: SQLite in the data folder)
  REDIS_URL              the Redis for queued tasks and the cache (none: files in the data folder, and memory)
  BRIKKS_REDIS_PREFIX    what the site's keys in Redis begin with (brikks:)
  BRIKKS_WEB_THREADS     how many requests the web server answers at once, 1 to 256 (16)
  BRIKKS_THROTTLES       other rates for the interface, separated by commas, as in commands=20/s
  BRIKKS_CAPS            other caps on games of one account under way, separated by commas, as in bot-games=20
  EMAIL_URL              the mail server, as in smtp+tls://user:password@mail.example (none: mail is only printed)
  BRIKKS_OPERATOR        who runs the site, with an address, for the page about privacy (the owners' names)
  BRIKKS_MAIL_FROM       the sender of mail (Brikks Arena <brikks@localhost>)
  BRIKKS_EMAIL_VERIFICATION
                         whether mail addresses are verified: none, optional or mandatory (none)
  BRIKKS_REQUIRE_MFA_FOR_STAFF
                         whether staff need a second factor: 1 or 0 (1 when BRIKKS_PUBLIC_URL is https)
  DJANGO_SECRET_KEY      the key for signing (made on the first start)
  DJANGO_SECRET_KEY_FALLBACKS
                         earlier keys whose signatures still count, separated by spaces (none)
  BRIKKS_SIGNING_KEY     the Ed25519 private key (PEM) for checkpoints (made on the first start under keys/ in the data
                         folder)
  BRIKKS_RETIRED_KEYS    public keys (PEM) that signed checkpoints in the past (those under keys/retired/)
  BRIKKS_DEAL_KEY        the key that encrypts deals' seeds (made on the first start under keys/)
  BRIKKS_CHECKPOINT_WEBHOOK
                         the https address to which every signed checkpoint is sent (none)
  BRIKKS_CHECKPOINT_SECRET
                         the secret by which its receiver knows that it was us (none)
  BRIKKS_LOG             json writes the log for machines, with a line for every request (line)
  BRIKKS_WORKER_METRICS  host and port at which a worker tells its metrics, as in 127.0.0.1:9464; a port alone
                         is one of this machine's (none)
  DJANGO_DEBUG           1 shows tracebacks in the browser: never where others can reach it

For example: PORT=8080 ./run. docs/operations.md says more."""
NEEDED = {"brikks.sqlite3": "rb+", "secret-key": "rb", "keys/signing.pem": "rb", "keys/deal.key": "rb"}
"""How the site opens what an earlier start has left in the data folder."""
PRIVATE = 0o077
"""Takes every right from everybody but the owner."""
WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with what HOST says, never a default


@dataclass(frozen=True, slots=True)
class Address:
    """Where the site listens; port 0 lets the system choose."""

    host: str
    port: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Address":
        """Read HOST and PORT."""
        text = environment.get("PORT") or str(DEFAULT_PORT)
        if not text.isascii() or not text.isdigit() or int(text) > 65535:
            raise BootstrapError(f"PORT must be a number from 0 to 65535, not “{text}”.")
        return cls(environment.get("HOST") or "127.0.0.1", int(text))

    @property
    def reachable_host(self) -> str:
        """A host this machine itself can connect to."""
        return WILDCARDS.get(self.host, self.host)

    @property
    def url(self) -> str:
        return self.url_by(self.reachable_host)

    def url_by(self, host: str) -> str:
        """The address under one of this machine's names."""
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    def listen(self) -> socket.socket:
        """Take the port now, so that a conflict is told before anything is started."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        try:
            listener = socket.create_server((self.host, self.port), family=family, backlog=2048)
        except OSError as error:
            raise BootstrapError(self._why_not(error)) from error
        # Accepted connections inherit this; uvicorn takes what --fd names for a local socket and skips it.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if sys.platform == "linux":
            # So is this. Whoever reads a live stream may vanish without a word, and would be waited for a quarter hour.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED_AFTER * 1000)
        return listener

    def _why_not(self, error: OSError) -> str:
        if error.errno == errno.EADDRINUSE:
            free = self.port + 1 if self.port < 65535 else 8001
            return f"Port {self.port} on {self.host} is in use. Choose another one: PORT={free} ./run"
        if error.errno == errno.EACCES:
            return f"Port {self.port} needs more rights than you have. Choose another one: PORT=8000 ./run"
        return f"{self.host} is not an address this machine can listen on. HOST=127.0.0.1 ./run always works."

    def is_healthy(self) -> bool:
        """Whether /healthz answers 200."""
        connection = http.client.HTTPConnection(self.reachable_host, self.port, timeout=2)
        try:
            connection.request("GET", "/healthz", headers={"Host": "localhost"})
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where all data lives; a relative BRIKKS_VAR is meant from where the user stands."""
    return Path(environment.get("BRIKKS_VAR") or ROOT / "var").resolve()


def make_data_folder(folder: Path) -> None:
    """Make the data folder if it is missing, and refuse one in which this user cannot write."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        for name, mode in NEEDED.items():
            if (folder / name).exists():
                (folder / name).open(mode).close()
    except OSError as error:
        raise BootstrapError(
            f"The data folder {folder} cannot be used: {why_unusable(folder, error)}. "
            "Mend that, or choose another one: BRIKKS_VAR=another-folder ./run"
        ) from error


def why_unusable(folder: Path, error: OSError) -> str:
    """The reason in words."""
    if isinstance(error, FileExistsError):
        return "it is not a folder"
    where = Path(error.filename or folder)
    reason = (error.strerror or str(error)).lower()
    # The name of the file that was only tried out would say nothing.
    return f"{reason} ({where})" if where.exists() and where != folder else reason


def wrong_address(environment: Mapping[str, str]) -> str | None:
    """What is wrong with the first address in the environment that is, in a sentence."""
    public = wrong_public_url(environment.get("BRIKKS_PUBLIC_URL", ""))
    return wrong_url(environment) or public or wrong_webhook(environment.get("BRIKKS_CHECKPOINT_WEBHOOK", ""))


def prepare(python: Path, environment: Mapping[str, str], *arguments: str) -> str:
    """Bring the database and the collected static files up to date; what is to be told of it when all is ready."""
    command = [str(python), str(ROOT / "manage.py"), "prepare", *arguments]
    return run(command, "The database and static files could not be prepared.", environment)


def serve(environment: dict[str, str], is_lan: bool = False, is_demo: bool = False) -> int:
    """Run the site until it is told to stop."""
    if is_demo:
        environment = for_a_demonstration(environment, data_folder(environment))
    if problem := wrong_address(environment):
        raise BootstrapError(problem)
    if is_lan:
        environment = for_the_network(environment)
    address = Address.from_environment(environment)
    with address.listen() as listener:
        address = Address(address.host, listener.getsockname()[1])
        url = address.url_by(own_addresses()[0]) if is_lan and address.host in WILDCARDS else address.url
        environment["BRIKKS_VAR"] = str(data_folder(environment))
        make_data_folder(data_folder(environment))
        python = ensure(RUNTIME_LOCK)
        # After installing, so that .venv stays usable for everybody; the site's processes inherit it.
        os.umask(PRIVATE)
        say(f"Preparing the database and static files in {environment['BRIKKS_VAR']}.")
        public = environment.get("BRIKKS_PUBLIC_URL") or url
        extras = [option for option, is_wanted in (("--qr", is_lan), ("--demo", is_demo)) if is_wanted]
        told = prepare(python, environment, "--address", public, *extras)
        if few := raise_file_limit():
            say(few)
        say("Starting web, worker and beat.")
        supervisor = Supervisor([web(python, listener), worker(python), beat(python)], ROOT, environment)
        return supervisor.run(address.is_healthy, lambda: announce(address, environment, url, told))


def announce(address: Address, environment: Mapping[str, str], url: str, told: str) -> None:
    """Say where the site is, and under which other names."""
    say(f"Brikks Arena is ready: {url}")
    if told.strip():
        say(told.rstrip())
    if address.host in WILDCARDS:
        say(for_other_machines(address, environment.get("BRIKKS_ALLOWED_HOSTS", "").strip(" ,")))
    say("Press Ctrl-C to stop.")


def for_other_machines(address: Address, names: str) -> str:
    """What somebody who listens everywhere has to know."""
    if names:
        return f"Other machines reach it by these names, on port {address.port}: {names}"
    port = "" if address.port == DEFAULT_PORT else f" PORT={address.port}"
    return (
        "Other machines are refused until you name this one. With its own name or address for 192.168.7.4:\n"
        f"    HOST={address.host}{port} BRIKKS_ALLOWED_HOSTS=192.168.7.4 ./run"
    )


def main(arguments: Sequence[str]) -> int:
    """Serve the site; the exit status is 0 after a clean stop."""
    if arguments in (["-h"], ["--help"]):
        say(HELP)
        return 0
    if arguments not in ([], [LAN], [DEMO]):
        raise BootstrapError(
            f"./run takes no argument but {LAN} or {DEMO}; ./run --help says what else changes what it does."
        )
    return serve(dict(os.environ), is_lan=LAN in arguments, is_demo=DEMO in arguments)
