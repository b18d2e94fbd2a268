"""Where other apps add panels to the page of a game that is over; whether it may be seen is asked before."""

from collections.abc import Callable
from typing import Final, TypeAlias

from django.http import HttpRequest

from engine.protocol import Json
from games.pages.people.panels import Panel

Make: TypeAlias = Callable[[HttpRequest, Json], Panel | None]
"""The panel of a game as its page shows it, in answer to a request; None if there is nothing to say."""

_makers: Final[list[Make]] = []


def end_with(make: Make) -> None:
    """Let an app add a panel to every game that is over; to be called in its `ready`."""
    _makers.append(make)


def afterwards_of(request: HttpRequest, seen: Json) -> list[Panel]:
    """What all apps have to say of a game, nothing before it is over."""
    return [panel for make in _makers if (panel := make(request, seen)) is not None] if seen["is_over"] else []
