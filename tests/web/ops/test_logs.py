"""What lines of the log hold, and what never gets into one."""

import json
import logging
import sys
from itertools import product

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory
from django.urls import resolve

from brikks_site.ops.logs import (
    JSON,
    LINE,
    FaultsInASentence,
    Line,
    RoutesOnly,
    _json_formatter,
    logging_settings,
    scrub,
)
from brikks_site.ops.requests import request_id
from engine.errors import Malformed
from games.refusals import Busy, busy

FORMATTERS = [Line("{levelname} {name}: {message}", style="{"), _json_formatter()]
KNOWN_BY_THEIR_FORM = ("brikks_Zm9vYmFyYmF6cXV4Zm9vYmFy", "ada.lovelace+club@mail.example.org")
KNOWN_BY_WHERE_THEY_STAND = (*KNOWN_BY_THEIR_FORM, "hunter2-hunter2")
PLACES = ("password={}", 'token: "{}"', "postgres://me:{}@db/x", "Authorization: Bearer {}")
SAID = [("{}", secret) for secret in KNOWN_BY_THEIR_FORM] + list(product(PLACES, KNOWN_BY_WHERE_THEY_STAND))


def record(message: str, *arguments: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("games.x", logging.WARNING, __file__, 1, message, arguments, None)
    made.__dict__.update(extra)
    return made


def test_a_line_for_machines_is_one_json_object() -> None:
    before = request_id.set("0123456789abcdef")
    line = FORMATTERS[1].format(record("answered %s", "twice\nover", route="rules", status=200, ms=1.5))
    request_id.reset(before)
    said = json.loads(line)
    assert "\n" not in line
    assert said.pop("at").endswith("Z")
    assert said == {
        "event": "answered twice\nover",
        "level": "warning",
        "logger": "games.x",
        "request_id": "0123456789abcdef",
        "route": "rules",
        "status": 200,
        "ms": 1.5,
    }


def test_a_failure_keeps_its_traceback_in_one_line() -> None:
    try:
        raise RuntimeError("oh")
    except RuntimeError:
        failed = record("It failed.")
        failed.exc_info = sys.exc_info()
    line = FORMATTERS[1].format(failed)
    assert "\n" not in line
    assert "RuntimeError: oh" in json.loads(line)["exception"]


@pytest.mark.parametrize("formatter", FORMATTERS, ids=[LINE, JSON])
@pytest.mark.parametrize(("words", "secret"), SAID)
def test_secrets_are_taken_out(formatter: logging.Formatter, words: str, secret: str) -> None:
    written = formatter.format(record("Failed with %s here", words.format(secret)))
    assert secret not in written
    assert "here" in written


def test_what_is_no_secret_stays() -> None:
    for words in ("game 0f3a9c status running", "The token has ended.", "https://club.example/rules/", "at 12:30"):
        assert scrub(words) == words


def test_a_path_is_written_as_its_route() -> None:
    request = RequestFactory().get("/rules/")
    request.resolver_match = resolve("/rules/")
    said = record("Internal Server Error: %s", "/rules/", request=request)
    assert RoutesOnly().filter(said)
    assert said.getMessage() == "Internal Server Error: rules"


def test_a_path_that_leads_nowhere_is_not_written() -> None:
    request = RequestFactory().get("/a-secret-somebody-mistyped/")
    said = record("Forbidden (%s): %s", "no cookie", request.path, request=request)
    RoutesOnly().filter(said)
    assert said.getMessage() == "Forbidden (no cookie): nowhere"


def test_a_line_for_each_request_is_written_for_machines_only() -> None:
    assert logging_settings(JSON)["loggers"]["brikks_site.ops.requests"]["level"] == "INFO"
    assert logging_settings(LINE)["loggers"]["brikks_site.ops.requests"]["level"] == "WARNING"


def test_a_full_disk_is_told_in_a_sentence_and_a_fault_of_ours_with_its_traceback() -> None:
    full, ours, lost = record("Task games.tick raised\na stack"), record("It failed."), record("It failed.")
    full.exc_info = (OSError, OSError(28, "No space left on device"), None)
    ours.exc_info = (ValueError, ValueError("oh"), None)
    lost.exc_info = (OSError, FileNotFoundError(2, "No such file or directory", "/var/figures.json"), None)
    assert FaultsInASentence().filter(full)
    assert FaultsInASentence().filter(ours)
    assert FaultsInASentence().filter(lost)
    assert full.getMessage() == "Task games.tick raised The disk is full. ([Errno 28] No space left on device)"
    assert not full.exc_info
    assert ours.exc_info
    assert lost.exc_info, "where a file is looked for may be a fault of ours"
    assert "faults-in-a-sentence" in logging_settings(LINE)["handlers"]["console"]["filters"]


def test_only_where_the_data_is_kept_is_told_without_a_traceback() -> None:
    wrong = Malformed("body/nonsense", "Nonsense.")
    wrong.__cause__ = KeyError("ours")
    unforeseen = record("Internal Server Error"), record("Internal Server Error"), record("Task failed")
    for one, error in zip(unforeseen, (wrong, ImproperlyConfigured("no such setting"), ValueError("oh")), strict=True):
        one.exc_info = (type(error), error, None)
        assert FaultsInASentence().filter(one)
        assert one.exc_info, error
    full = busy()
    full.__cause__ = OSError(28, "No space left on device")
    for error, sentence in ((busy(), "The site is busy"), (full, "The disk is full.")):
        refused = record("Task failed")
        refused.exc_info = (Busy, error, None)
        assert FaultsInASentence().filter(refused)
        assert not refused.exc_info
        assert sentence in refused.getMessage()
