"""What `./run` does: install, prepare the data folder, start the site, say where it is, stop it cleanly.

Standard library only; Django runs in the child processes, with the Python of `.venv`.
"""

import errno
import http.client
import os
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from brikks_site.bootstrap import ROOT, RUNTIME_LOCK, BootstrapError, ensure, run, say
from brikks_site.supervisor import Program, Supervisor

WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with what HOST says, never a default


@dataclass(frozen=True, slots=True)
class Address:
    """Where the site listens; port 0 lets the system choose."""

    host: str
    port: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Address":
        """Read HOST and PORT."""
        text = environment.get("PORT") or "8000"
        if not text.isascii() or not text.isdigit() or int(text) > 65535:
            raise BootstrapError(f"PORT must be a number from 0 to 65535, not “{text}”.")
        return cls(environment.get("HOST") or "127.0.0.1", int(text))

    @property
    def reachable_host(self) -> str:
        """A host this machine itself can connect to."""
        return WILDCARDS.get(self.host, self.host)

    @property
    def url(self) -> str:
        host = self.reachable_host
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


def web(python: Path, listener: socket.socket) -> Program:
    """The web server, on a port that is already open."""
    descriptor = listener.detach()
    uvicorn = [str(python), "-m", "uvicorn", "brikks_site.asgi:application", "--fd", str(descriptor)]
    quiet = ["--log-level", "warning", "--no-access-log", "--no-server-header"]
    # Without these an open live stream would hold up the stop, and Django has no lifespan to wait for.
    stopping = ["--timeout-graceful-shutdown", "3", "--lifespan", "off"]
    return Program("web", [*uvicorn, *quiet, *stopping], [descriptor])


def prepare(python: Path, environment: Mapping[str, str]) -> None:
    """Bring the database and the collected static files up to date."""
    command = [str(python), str(ROOT / "manage.py"), "prepare"]
    run(command, f"The data folder {environment['BRIKKS_VAR']} could not be prepared.", environment)


def serve(environment: dict[str, str]) -> int:
    """Run the site until it is told to stop."""
    address = Address.from_environment(environment)
    with address.listen() as listener:
        address = Address(address.host, listener.getsockname()[1])
        environment["BRIKKS_VAR"] = str(data_folder(environment))
        python = ensure(RUNTIME_LOCK)
        say(f"Preparing the database and static files in {environment['BRIKKS_VAR']}.")
        prepare(python, environment)
        say("Starting web.")
        supervisor = Supervisor([web(python, listener)], ROOT, environment)
    return supervisor.run(address.is_healthy, lambda: announce(address))


def announce(address: Address) -> None:
    say(f"Brikks Arena is ready: {address.url}")
    if address.host in WILDCARDS:
        say("Other machines reach it by the names you list in BRIKKS_ALLOWED_HOSTS.")
    say("Press Ctrl-C to stop.")


def main(arguments: Sequence[str]) -> int:
    """Serve the site; the exit status is 0 after a clean stop."""
    if arguments:
        raise BootstrapError("./run takes no arguments; HOST, PORT and BRIKKS_VAR change where it runs.")
    return serve(dict(os.environ))
