"""Where other apps add panels to somebody's profile; that it may be seen is settled before they are asked."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from django.http import HttpRequest

from games.models import Account


class Panel(NamedTuple):
    """A part of a profile: a template, and what it calls `panel`."""

    template: str
    shown: Mapping[str, Any]


Make: TypeAlias = Callable[[HttpRequest, Account, Account | None], Panel | None]
"""The panel of somebody as a viewer may see it, in answer to a request; None if there is nothing to say."""

_makers: Final[list[Make]] = []


def show_with(make: Make) -> None:
    """Let an app add a panel to every profile; to be called in its `ready`."""
    _makers.append(make)


def panels_of(request: HttpRequest, shown: Account, viewer: Account | None) -> list[Panel]:
    """What all apps have to say of somebody."""
    return [panel for make in _makers if (panel := make(request, shown, viewer)) is not None]
