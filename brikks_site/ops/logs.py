"""How lines of the log are written: for people, or as JSON for machines (BRIKKS_LOG), always with the request's id.

Whatever looks like a secret, a token or a mail address is taken out of every line, also out of the words of an error.
Where the broker is away, the site is asked for under a name that it does not answer to, or data cannot be kept, a
sentence stands in the place of a traceback.
"""

import logging
import os
import re
import time
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from brikks_site.ops.failures import sentence_about_storage
from brikks_site.ops.requests import KEY, request_id, route_of

LINE: Final = "line"
JSON: Final = "json"
FORMS: Final = (LINE, JSON)
HIDDEN: Final = "…"
_SECRETS: Final = (
    (re.compile(r"(?<=://)[^/\s@\"]+(?=@)"), HIDDEN),
    (re.compile(r"\bbrikks_[A-Za-z0-9_-]{16,}"), HIDDEN),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), HIDDEN),
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.+/=-]{6,}"), rf"\1 {HIDDEN}"),
    (
        re.compile(
            r"(?i)\b(password|secret|token|sessionid|csrf\w*|authorization)(\\?[\"']?\s*[=:]\s*\\?[\"']?)"
            r"(?!bearer |basic )[^\s\"'\\,;&)]{6,}"
        ),
        rf"\1\2{HIDDEN}",
    ),
)


def scrub(text: str) -> str:
    """A line without what must not be in it."""
    for secret, instead in _SECRETS:
        text = secret.sub(instead, text)
    return text


class RoutesOnly(logging.Filter):
    """Puts the name of the route in the place of a path: paths can hold the secret half of a link."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if (path := getattr(request, "path", "")) and isinstance(record.args, tuple):
            where = route_of(request) or "nowhere"  # type: ignore[arg-type]  # it has a path, so it is a request
            record.args = tuple(where if argument == path else argument for argument in record.args)
        return True


class FaultsInASentence(logging.Filter):
    """Puts a sentence in the place of a traceback where the site cannot keep its data: a full disk, a busy database."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and (sentence := sentence_about_storage(error)):
            record.msg, record.args = f"{_first_line(record)} {sentence}", ()
            record.exc_info = record.exc_text = None
        return True


def _first_line(record: logging.LogRecord) -> str:
    return record.getMessage().partition("\n")[0]


class Line(logging.Formatter):
    """One line for people; the id of the request stands at the end of its first line."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - its name in the standard library
        written = super().formatMessage(record)
        known = request_id.get()
        return f"{written} [{known}]" if known else written

    def format(self, record: logging.LogRecord) -> str:
        return scrub(super().format(record))


def _tell_extras(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """The request's id, and what our own lines say beside their words; nothing else that a record may carry."""
    record: logging.LogRecord = event["_record"]
    told = {key: getattr(record, key) for key in ("route", "method", "status", "ms") if hasattr(record, key)}
    return {**told, **event, **({KEY: known} if (known := request_id.get()) else {})}


def _scrubbed_json(logger: WrappedLogger, name: str, event: EventDict) -> str:
    rendered = structlog.processors.JSONRenderer(ensure_ascii=False)(logger, name, event)
    return scrub(rendered if isinstance(rendered, str) else rendered.decode())


def _json_formatter() -> structlog.stdlib.ProcessorFormatter:
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        structlog.processors.format_exc_info,
        _tell_extras,
    ]
    after: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, _scrubbed_json]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=after)


def logging_settings(form: str) -> dict[str, Any]:
    """The settings for Django's LOGGING."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            LINE: {"()": Line, "format": "{asctime} {levelname} {name}: {message}", "style": "{"},
            JSON: {"()": _json_formatter},
        },
        "filters": {
            "one-line": {"()": "brikks_site.ops.logs.RefusedHostInOneLine"},
            "one-line-a-minute": {"()": "brikks_site.ops.logs.OneLineAMinute"},
            "routes-only": {"()": RoutesOnly},
            "faults-in-a-sentence": {"()": FaultsInASentence},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["routes-only", "faults-in-a-sentence"],
            }
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            # A missing page is the visitor's affair, not a line in the operator's log.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"filters": ["one-line"]},
            "celery.beat": {"filters": ["one-line-a-minute"]},
            # Otherwise it writes in a form of its own.
            "uvicorn": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            # A line for each request is for machines.
            "brikks_site.ops.requests": {"level": "INFO" if form == JSON else "WARNING"},
            # Whoever looks at personal data as staff leaves a trace.
            "games.admin": {"level": "INFO"},
            "games.accounts": {"level": "INFO"},
        },
    }


def begin_task(name: str, id_: str, queued_by: str | None) -> None:
    """Name a task, and the request that has queued it, in every line of this thread from here on."""
    structlog.contextvars.bind_contextvars(task=name, task_id=id_)
    request_id.set(queued_by)


def end_task() -> None:
    """Forget them again."""
    structlog.contextvars.unbind_contextvars("task", "task_id")
    request_id.set(None)


PAUSE_SECONDS = 60.0


class OneLineAMinute(logging.Filter):
    """Lets the first line of a message through, and the same again only after a while."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = record.getMessage().partition("\n")[0], ()
        record.exc_info = record.exc_text = None
        now = time.monotonic()
        if now - self._said.get(record.msg, -PAUSE_SECONDS) < PAUSE_SECONDS:
            return False
        self._said = {record.msg: now}
        return True


HOST_NAME = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,100})(?::[0-9]{0,5})?", re.IGNORECASE)
LONGEST_QUOTE = 60


def refused_host_sentence(header: str) -> str:
    """What to log about a Host header, which may hold anything."""
    match = HOST_NAME.fullmatch(header)
    if not match:
        return f"Refused a request for {ascii(header)[:LONGEST_QUOTE]}, which is not a host name."
    known = os.environ.get("BRIKKS_ALLOWED_HOSTS", "").strip(" ,")
    names = ",".join(filter(None, [known, match[1].lower()]))
    return (
        f"Refused a request for the name {match[1].lower()}. "
        f"To allow it, start ./run with BRIKKS_ALLOWED_HOSTS={names} as well."
    )


class RefusedHostInOneLine(logging.Filter):
    """Puts that sentence in the place of Django's words and traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None:
            record.msg, record.args = refused_host_sentence(request.META.get("HTTP_HOST", "")), ()
        record.exc_info = record.exc_text = None
        return True
