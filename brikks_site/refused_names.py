"""What the log says when the site is asked for under a name it does not answer to: one line, with what to do."""

import logging
import os
import re

NAME = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,100})(?::[0-9]{0,5})?", re.IGNORECASE)
LONGEST_QUOTE = 60


def sentence_for(header: str) -> str:
    """What to log about a Host header, which may hold anything."""
    match = NAME.fullmatch(header)
    if not match:
        return f"Refused a request for {ascii(header)[:LONGEST_QUOTE]}, which is not a host name."
    known = os.environ.get("BRIKKS_ALLOWED_HOSTS", "").strip(" ,")
    names = ",".join(filter(None, [known, match[1].lower()]))
    return (
        f"Refused a request for the name {match[1].lower()}. "
        f"To allow it, start ./run with BRIKKS_ALLOWED_HOSTS={names} as well."
    )


class OneLine(logging.Filter):
    """Puts that sentence in the place of Django's words and traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None:
            record.msg, record.args = sentence_for(request.META.get("HTTP_HOST", "")), ()
        record.exc_info = record.exc_text = None
        return True
