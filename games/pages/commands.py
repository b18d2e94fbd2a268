"""Commands that pages send: each form carries a name of its own, so that sending it twice does it once."""

import re
import secrets
from typing import Final

from django.http import HttpRequest

_NAME: Final = re.compile(r"[0-9a-f]{32}")
_CONTRIBUTION: Final = re.compile(r"[0-9a-f]{32}")


def new_command() -> str:
    """The name of a form that has not been sent yet."""
    return secrets.token_hex(16)


def command_in(said: str, verb: str) -> str:
    """The id of one command of a form; a form without a proper name gets one, and is done each time it is sent."""
    return f"{said if _NAME.fullmatch(said) else new_command()}-{verb}"


def command_of(request: HttpRequest, verb: str) -> str:
    """The same for the form that a request sends."""
    return command_in(request.POST.get("command", ""), verb)


def contribution_in(said: str) -> str:
    """What the browser adds to the dice; nothing from a browser without scripts."""
    return said if _CONTRIBUTION.fullmatch(said) else ""
