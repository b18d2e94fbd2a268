"""How a stream is written: as Server-Sent Events for browsers, as lines of JSON for programs.

Both are renderers of the interface's framework, so that it chooses by what the caller accepts. A refusal before a
stream begins is plain JSON in either case.
"""

import json
from typing import Any, Protocol

from rest_framework.renderers import JSONRenderer

from engine.errors import Refused
from games.live.streams import StreamMessage
from games.refusals import translated_refusal


class StreamEncoder(Protocol):
    """How a stream is written."""

    media_type: str
    beat: bytes
    """A sign of life."""

    def write(self, saying: StreamMessage) -> bytes:
        """Something that is said."""

    def end(self, refusal: Refused) -> bytes:
        """Why nothing more will be said."""


def _refusal_json(refusal: Refused) -> dict[str, str]:
    return {"code": refusal.code, "detail": translated_refusal(refusal)}


class ServerSentEvents(JSONRenderer):
    """Server-Sent Events: the id is where to go on, and an `end` event says why there will be no more."""

    media_type = "text/event-stream"
    format = "sse"
    beat = b":\n\n"

    def write(self, saying: StreamMessage) -> bytes:
        """One event."""
        name = f"event: {saying.name}\n" if saying.name else ""
        return f"id: {saying.id}\n{name}data: {saying.text}\n\n".encode()

    def end(self, refusal: Refused) -> bytes:
        """The last event, which has no id."""
        return f"event: end\ndata: {json.dumps(_refusal_json(refusal))}\n\n".encode()


class JsonLines(JSONRenderer):
    """One JSON object on each line; an empty line is a sign of life."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    beat = b"\n"

    def write(self, saying: StreamMessage) -> bytes:
        """One line; what has a name says where to go on itself."""
        said: Any = saying.text if not saying.name else json.dumps({"cursor": saying.id, **json.loads(saying.text)})
        return f"{said}\n".encode()

    def end(self, refusal: Refused) -> bytes:
        """The last line."""
        return f"{json.dumps({'end': _refusal_json(refusal)})}\n".encode()
