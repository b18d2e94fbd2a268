"""The settings as an operator makes them by variables: production is strict, a local network works without TLS."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from brikks_site.config.addresses import public_host, wrong_public_url
from brikks_site.config.limits import web_threads, worker_metrics

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
PRODUCTION = {
    "BRIKKS_PUBLIC_URL": "https://club.example",
    "BRIKKS_LOG": "json",
    "DATABASE_URL": "postgres://brikks_app@127.0.0.1:5432/brikks",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "DJANGO_SECRET_KEY": "",
    "DJANGO_SECRET_KEY_FALLBACKS": "",
    "DJANGO_DEBUG": "",
    "HOST": "",
    "BRIKKS_ALLOWED_HOSTS": "",
}


def python(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "BRIKKS_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "brikks_site.settings",
        **variables,
    }
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def settings_of(folder: Path, *names: str, **variables: str) -> Any:
    code = (
        f"import json; from brikks_site import settings; print(json.dumps([getattr(settings, n) for n in {names!r}]))"
    )
    done = python(folder, "-c", code, **variables)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_check_for_deployment_finds_nothing(tmp_path: Path) -> None:
    done = python(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "System check identified no issues" in done.stdout


def test_without_https_the_same_check_complains(tmp_path: Path) -> None:
    plain = {**PRODUCTION, "BRIKKS_PUBLIC_URL": "http://club.example"}
    done = python(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **plain)
    assert done.returncode == 1
    assert "SESSION_COOKIE_SECURE" in done.stderr


STRICT = (
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "SECURE_SSL_REDIRECT",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SECURE_HSTS_SECONDS",
)


def test_an_address_over_https_locks_everything_to_it(tmp_path: Path) -> None:
    hosts, origins, *locks = settings_of(tmp_path, *STRICT, **PRODUCTION)
    assert hosts == ["localhost", "127.0.0.1", "[::1]", "club.example"]
    assert origins == ["https://club.example"]
    assert locks == [True, True, True, 365 * 24 * 60 * 60]


@pytest.mark.parametrize("url", ["", "http://192.168.7.4:8000"])
def test_over_plain_http_cookies_work(tmp_path: Path, url: str) -> None:
    *_, redirects, session, csrf, kept = settings_of(tmp_path, *STRICT, **{**PRODUCTION, "BRIKKS_PUBLIC_URL": url})
    assert [redirects, session, csrf, kept] == [False, False, False, 0]


@pytest.mark.parametrize(
    "url",
    [
        "club.example",
        "ftp://club.example",
        "https://",
        "https://club.example/brikks",
        "https://me:pw@club.example",
        "https://club.example:port",
        "https://club.example?x",
        "https://[::1",
    ],
)
def test_an_address_that_cannot_be_meant_is_refused(tmp_path: Path, url: str) -> None:
    assert wrong_public_url(url) == "BRIKKS_PUBLIC_URL must be an address without a path, as in https://club.example."


@pytest.mark.parametrize("url", ["", "https://club.example", "https://club.example/", "http://[fe80::1]:8000"])
def test_an_address_that_can_be_meant_is_taken(url: str) -> None:
    assert wrong_public_url(url) is None


def test_the_name_in_an_address() -> None:
    assert [public_host(url) for url in ("", "https://Club.Example:8443/", "http://[fe80::1]:8000")] == [
        "",
        "club.example",
        "[fe80::1]",
    ]


@pytest.mark.parametrize(("said", "number"), [("", 16), ("1", 1), ("3", 3), ("256", 256)])
def test_a_number_of_threads_is_taken(said: str, number: int) -> None:
    assert web_threads(said) == number


@pytest.mark.parametrize("said", ["0", "257", "-1", "many", "1.5", " 4", "９", "9" * 5000])
def test_any_other_number_of_threads_is_refused(said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="BRIKKS_WEB_THREADS must be"):
        web_threads(said)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("", None),
        ("9464", ("127.0.0.1", 9464)),
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("[::1]:9464", ("::1", 9464)),
        ("worker.example:1", ("worker.example", 1)),
    ],
)
def test_workers_tell_metrics_where_they_are_told_to_and_to_this_machine_by_a_port_alone(
    said: str, place: tuple[str, int] | None
) -> None:
    assert worker_metrics(said) == place


@pytest.mark.parametrize(
    "said", [":9464", "here", "127.0.0.1", "127.0.0.1:", "127.0.0.1:port", "0", "h:65536", "::1:9464", "h:１"]
)
def test_anywhere_else_is_refused(said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="BRIKKS_WORKER_METRICS must be"):
        worker_metrics(said)


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("BRIKKS_PUBLIC_URL", "club.example", "must be an address"),
        ("BRIKKS_LOG", "xml", "BRIKKS_LOG must be line or json"),
        ("BRIKKS_WEB_THREADS", "0", "BRIKKS_WEB_THREADS must be a whole number from 1 to 256"),
        ("BRIKKS_WORKER_METRICS", "here", "BRIKKS_WORKER_METRICS must be a host and a port"),
    ],
)
def test_the_settings_refuse_nonsense(tmp_path: Path, variable: str, value: str, words: str) -> None:
    done = python(tmp_path, "manage.py", "check", **{variable: value})
    assert done.returncode == 1
    assert words in done.stderr
