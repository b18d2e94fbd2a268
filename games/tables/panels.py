"""Where other apps add panels to somebody's profile, and to the page of a game that is over; whether these may be seen
is settled before they are asked.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from django.http import HttpRequest

from engine.protocol import Json
from games.accounts.models import Account


class Panel(NamedTuple):
    """A part of a profile: a template, and what it calls `panel`."""

    template: str
    shown: Mapping[str, Any]


MakeProfilePanel: TypeAlias = Callable[[HttpRequest, Account, Account | None], Panel | None]
"""The panel of somebody as a viewer may see it, in answer to a request; None if there is nothing to say."""
_profile_panel_makers: Final[list[MakeProfilePanel]] = []


def add_profile_panel(make: MakeProfilePanel) -> None:
    """Let an app add a panel to every profile; to be called in its `ready`."""
    _profile_panel_makers.append(make)


def profile_panels(request: HttpRequest, shown: Account, viewer: Account | None) -> list[Panel]:
    """What all apps have to say of somebody."""
    return [panel for make in _profile_panel_makers if (panel := make(request, shown, viewer)) is not None]


MakeGamePanel: TypeAlias = Callable[[HttpRequest, Json], Panel | None]
"""The panel of a game as its page shows it, in answer to a request; None if there is nothing to say."""
_game_panel_makers: Final[list[MakeGamePanel]] = []


def add_game_panel(make: MakeGamePanel) -> None:
    """Let an app add a panel to every game that is over; to be called in its `ready`."""
    _game_panel_makers.append(make)


def game_panels(request: HttpRequest, seen: Json) -> list[Panel]:
    """What all apps have to say of a game, nothing before it is over."""
    return (
        [panel for make in _game_panel_makers if (panel := make(request, seen)) is not None] if seen["is_over"] else []
    )
