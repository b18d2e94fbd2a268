"""Commands that pages send: each form carries a name of its own, so that sending it twice does it once.

A form that makes a game or takes a seat also carries by what the dice were fixed, and what the browser adds to them.
"""

import re
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple

from django.http import HttpRequest

from games.deals import require_commitment
from games.offers import read_offer, unknown

_NAME: Final = re.compile(r"[0-9a-f]{32}")


def new_command() -> str:
    """The name of a form that has not been sent yet."""
    return secrets.token_hex(16)


def command_in(said: str, verb: str) -> str:
    """The id of one command of a form; a form without a proper name gets one, and is done each time it is sent."""
    return f"{said if _NAME.fullmatch(said) else new_command()}-{verb}"


def command_of(request: HttpRequest, verb: str) -> str:
    """The same for the form that a request sends."""
    return command_in(request.POST.get("command", ""), verb)


class Addition(NamedTuple):
    """What a form adds to the dice: the commitment that the page has shown, and the contribution that came after it."""

    contribution: str
    commitment: str | None
    offer: str | None = None
    """The dice that the page has offered, if they are for a game that is still to be made."""


def addition_in(said: Mapping[str, str]) -> Addition:
    """What a form adds to the dice; a browser without scripts adds nothing, unless somebody types something."""
    text = said.get("offer") or None
    offer = read_offer(text) if text is not None else None
    if text is not None and offer is None:
        raise unknown()
    contribution = (said.get("contribution") or "").strip()
    commitment = offer.commitment if offer else said.get("commitment") or None
    require_commitment(contribution, commitment)
    return Addition(contribution, commitment, text)
