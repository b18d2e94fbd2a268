"""The presenter of a game that has none of its own: what happens as a list, what can be done as buttons."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.canonical import canonical
from engine.errors import Malformed
from engine.protocol import Json
from games.presenters.protocol import Scene, SetupOptions


class PlainPresenter:
    """Knows nothing of the game."""

    key: Final = ""
    agreeing: Final = SetupOptions()
    shared_template: Final = "games/presenters/plain/shared.html"
    place_template: Final = "games/presenters/plain/place.html"
    dice_template: Final = "games/presenters/plain/dice.html"
    choices_template: Final = "games/presenters/plain/choices.html"

    def setting(self) -> Json:
        """Nothing is drawn."""
        return {}

    def round(self, state: Any) -> Json:
        """Nothing is known of rounds."""
        return {"round": None, "active": None, "roll": None, "dice": "", "answered": []}

    def dice(self, state: Any) -> Json | None:
        """No dice are drawn."""
        return None

    def sheets(self, state: Any) -> list[Json]:
        """Nobody has a sheet."""
        return []

    def falls(self, before: Any, after: Any) -> list[Json]:
        """Nothing falls."""
        return []

    def tick(self, scene: Scene) -> str | None:
        """Nothing stands out."""
        return None

    def words(self, scene: Scene) -> str:
        """Who has done something, and its name."""
        event = scene.event
        seat = event.get("seat")
        if seat is None:
            return str(event["kind"])
        if scene.is_own:
            return _("You: %(kind)s.") % {"kind": event["kind"]}
        return _("%(name)s: %(kind)s.") % {"name": scene.players[seat], "kind": event["kind"]}

    def prompt(self, state: Any, players: Sequence[str], seat: int | None) -> str:
        """Nothing is known of what is asked."""
        return _("Choose what to do.") if seat is not None else _("The others are choosing.")

    def choices(self, state: Any, seat: int, actions: Sequence[Json], is_any_open: bool) -> Json:
        """Every action as a button."""
        buttons = [{"kind": action["kind"], "action": action, "words": _action_text(action)} for action in actions]
        return {
            "seat": seat,
            "sheet": seat,
            "faces": [],
            "landings": [],
            "bomb": None,
            "drop": None,
            "buttons": buttons,
        }

    def read_choice(self, phase: str, seat: int, text: str) -> Json:
        """Nothing is chosen but by buttons, which name their action themselves."""
        raise Malformed("choice/unreadable", "Choose one of the places in the list.")

    def pictures(self) -> Json:
        """Nothing is drawn."""
        return {}

    def throws(self, rolls: Sequence[Json]) -> list[Json]:
        """Each roll by what it says."""
        return [{"roll": roll, "name": _action_text(roll)} for roll in rolls]

    def places(self, state: Any) -> list[Json]:
        """Nobody's place is drawn."""
        return []

    def summary(self, state: Any) -> Json:
        """Nothing more is said."""
        return {}


def _action_text(action: Json) -> str:
    """An action as programs read it, without the seat, which is known."""
    return canonical({name: value for name, value in action.items() if name != "seat"})


PLAIN_PRESENTER: Final = PlainPresenter()
