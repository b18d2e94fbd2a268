"""While the broker is away, the beat fills no disk with what it cannot send."""

import logging
import time

import pytest

from brikks_site.ops.logs import PAUSE_SECONDS, OneLineAMinute

pytestmark = pytest.mark.slow


def record(text: str) -> logging.LogRecord:
    message, fact = "Message Error: %s\n%s", "many lines of a stack"
    return logging.LogRecord("celery.beat", logging.ERROR, __file__, 1, message, (text, fact), None)


def test_a_message_is_cut_to_one_line_and_said_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    only = OneLineAMinute()
    first = record("connection refused")
    first.exc_info = (ValueError, ValueError(), None)
    assert only.filter(first)
    assert first.getMessage() == "Message Error: connection refused"
    assert not first.exc_info
    assert not only.filter(record("connection refused"))
    assert only.filter(record("no route to host")), "something else is news"
    now += PAUSE_SECONDS
    assert only.filter(record("no route to host"))
