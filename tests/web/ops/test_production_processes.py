"""The processes of production, started exactly as the units say, on PostgreSQL and Redis, behind nginx where it is."""

import contextlib
import http.client
import json
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.databases import IS_EMBEDDED, own_database
from tests.scripts.processes import PATIENCE_SECONDS

pytestmark = [
    pytest.mark.skipif(IS_EMBEDDED or not os.environ.get("REDIS_URL"), reason="production has both services"),
    pytest.mark.slow,
]

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes


def get(connection: http.client.HTTPConnection, path: str, **headers: str) -> Answer:
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


def command_of(unit: str, port: int) -> list[str]:
    """How a unit starts its program, with this checkout in the place of the installed one."""
    [line] = re.findall(r"^ExecStart=(.+)$", (DEPLOY / "systemd" / unit).read_text(), re.MULTILINE)
    python, *words = shlex.split(line.replace("%i", str(port)))
    assert python == "/opt/brikks/.venv/bin/python"
    return [sys.executable, *words]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        return int(unused.getsockname()[1])


def wait_until(is_there: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS * 2
    while not is_there():
        assert time.monotonic() < deadline, what
        time.sleep(0.2)


class Production(NamedTuple):
    port: int
    metrics_port: int
    folder: Path

    def ask(self, path: str, **headers: str) -> Answer:
        return get(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS), path, **headers)

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError):
            return self.ask("/readyz").status == 200
        return False

    def lines(self) -> list[str]:
        return (self.folder / "web.log").read_text().splitlines()


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    folder = tmp_path_factory.mktemp("production")
    site = Production(free_port(), free_port(), folder)
    example = dict(
        line.split("=", 1) for line in (DEPLOY / "brikks.env.example").read_text().splitlines() if line[:1] not in "#"
    )
    with own_database() as database, contextlib.ExitStack() as stack:
        environment = {
            **os.environ,
            **example,
            **database,
            "REDIS_URL": os.environ["REDIS_URL"],
            "BRIKKS_REDIS_PREFIX": f"{os.environ['BRIKKS_REDIS_PREFIX']}{secrets.token_hex(4)}:",
            "BRIKKS_VAR": str(folder / "var"),
            "BRIKKS_WORKER_METRICS": f"127.0.0.1:{site.metrics_port}",
        }
        environment.pop("HOST", None)
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=environment, check=True)
        for name, unit in {
            "web": "brikks-web@.service",
            "worker": "brikks-worker.service",
            "beat": "brikks-beat.service",
        }.items():
            output = stack.enter_context((folder / f"{name}.log").open("wb"))
            process = subprocess.Popen(
                command_of(unit, site.port), cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
            )
            stack.callback(process.wait, PATIENCE_SECONDS)
            stack.callback(process.send_signal, signal.SIGTERM)
        wait_until(site.is_ready, "the site is ready")
        yield site


def test_it_is_ready_and_says_so_part_by_part(production: Production) -> None:
    answer = production.ask("/readyz")
    assert answer.status == 200
    assert set(json.loads(answer.body)["parts"].values()) == {"ok"}


def test_visitors_without_tls_are_sent_to_the_public_address(production: Production) -> None:
    answer = production.ask("/rules/", Host="club.example")
    assert (answer.status, answer.headers["Location"]) == (301, "https://club.example/rules/")


def test_a_request_that_the_proxy_passes_on_is_answered_over_https(production: Production) -> None:
    passed_on = {"Host": "club.example", "X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "https"}
    answer = production.ask("/accounts/login/", **passed_on)
    assert answer.status == 200
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert all("Secure" in cookie for cookie in answer.headers.get_all("Set-Cookie") or ["nothing set"])
    assert production.ask("/metrics", **passed_on).status == 404
    assert b"parts" not in production.ask("/readyz", **passed_on).body


def test_the_web_server_and_the_worker_tell_their_metrics(production: Production) -> None:
    assert b"brikks_heartbeat_age_seconds" in production.ask("/metrics").body
    worker = http.client.HTTPConnection("127.0.0.1", production.metrics_port, timeout=PATIENCE_SECONDS)
    assert b"brikks_commands_total" in get(worker, "/metrics").body


def test_every_line_of_the_log_is_json_with_the_id_of_its_request(production: Production) -> None:
    sent = secrets.token_hex(8)
    production.ask(
        "/nothing/brikks_0123456789abcdefghij", X_Request_ID=sent, Host="localhost", X_Forwarded_Proto="https"
    )
    production.ask("/rules/", X_Request_ID=sent, Host="localhost", X_Forwarded_Proto="https")
    wait_until(lambda: any(sent in line for line in production.lines()), "a line about the request")
    said = [json.loads(line) for line in production.lines()]
    [line] = [line for line in said if line.get("request_id") == sent]
    assert {"route": "rules", "status": 200, "method": "GET"}.items() <= line.items()
    assert "0123456789abcdefghij" not in "".join(production.lines())


def certificate(folder: Path) -> dict[str, str]:
    """A certificate for nobody but this test, in the place of the real one."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "club.example")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(datetime.now(UTC) - timedelta(days=1))
    signed = made.not_valid_after(datetime.now(UTC) + timedelta(days=1)).sign(key, hashes.SHA256())
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return {"/etc/letsencrypt/live/club.example": str(folder)}


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_behind_nginx_as_in_the_example(production: Production, tmp_path: Path) -> None:
    port, plain = free_port(), free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    replaced = {
        **certificate(tmp_path),
        "listen 443": f"listen 127.0.0.1:{port}",
        "listen [::]:443": f"listen [::1]:{port}",
        "listen 80": f"listen 127.0.0.1:{plain}",
        "listen [::]:80": f"listen [::1]:{plain}",
        "127.0.0.1:8001": f"127.0.0.1:{production.port}",
        "    server 127.0.0.1:8002;\n": "",
    }
    for old, new in replaced.items():
        assert old in text
        text = text.replace(old, new)
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/pid; daemon off; error_log {tmp_path}/error.log; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {tmp_path}/b; proxy_temp_path {tmp_path}/p;\n{text}\n}}\n"
    )
    process = subprocess.Popen(["nginx", "-e", str(tmp_path / "error.log"), "-c", str(whole)])
    trusting = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
    trusting.check_hostname = False

    def ask(path: str, **headers: str) -> Answer:
        connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS, context=trusting)
        return get(connection, path, Host="club.example", **headers)

    def answers() -> bool:
        assert process.poll() is None, (tmp_path / "error.log").read_text()
        with contextlib.suppress(OSError):
            return ask("/healthz").status == 200
        return False

    try:
        wait_until(answers, "nginx answers")
        home = ask("/")
        assert home.status == 200
        assert home.headers["Strict-Transport-Security"]
        assert home.headers["X-Request-ID"]
        assert ask("/metrics").status == 404
        # What a visitor claims about themselves is not believed.
        claimed = ask("/readyz", X_Forwarded_For="127.0.0.1", X_Real_IP="127.0.0.1")
        assert (claimed.status, json.loads(claimed.body)) == (200, {"status": "ready"})
        moved = get(http.client.HTTPConnection("127.0.0.1", plain, timeout=PATIENCE_SECONDS), "/x", Host="club.example")
        assert (moved.status, moved.headers["Location"]) == (301, "https://club.example/x")
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)
