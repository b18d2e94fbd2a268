"""The platform's own events in words, whatever the game."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.records import is_platform_kind
from engine.sealing import ANSWERED
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, CREATED, FINISHED_KIND, JOINED, LEFT, REVEALED, STARTED
from games.presenters.protocol import ActionSentence, AnyPresenter, Scene

SITS_DOWN: Final = ActionSentence(gettext_lazy("%(name)s takes a seat."), gettext_lazy("You take a seat."))
END: Final = "end"
ENDINGS: Final = (FINISHED_KIND, ADJUDICATED_KIND, ABORTED_KIND)
SENTENCES: Final[dict[str, Promise]] = {
    CREATED: gettext_lazy("The game was set up."),
    LEFT: gettext_lazy("A seat is free again."),
    STARTED: gettext_lazy("The game begins."),
    ANSWERED: gettext_lazy("%(name)s has answered."),
    FINISHED_KIND: gettext_lazy("The game is over."),
    ADJUDICATED_KIND: gettext_lazy("The game was ended by decision."),
    ABORTED_KIND: gettext_lazy("The game was called off."),
    REVEALED: gettext_lazy("The secret of the dice is revealed: everybody can check them now."),
    "dispute/opened": gettext_lazy("The game was flagged for review."),
    "dispute/answered": gettext_lazy("A statement was made on the review of the game."),
    "ruling/dismissed": gettext_lazy("The game was reviewed and stays as it is."),
    "ruling/voided": gettext_lazy("A ruling has voided the game."),
    "ruling/forfeited": gettext_lazy("A ruling has changed the result."),
    "ruling/reversed": gettext_lazy("An earlier ruling was reversed."),
}


def event_in_words(board: AnyPresenter, scene: Scene) -> str:
    """An event in words."""
    kind = scene.event["kind"]
    return _platform_event_in_words(scene) if is_platform_kind(kind) else board.words(scene)


def tick_of(board: AnyPresenter, scene: Scene) -> str | None:
    """What makes an event worth finding again."""
    kind = scene.event["kind"]
    if kind in ENDINGS:
        return END
    return None if is_platform_kind(kind) else board.tick(scene)


def _platform_event_in_words(scene: Scene) -> str:
    event = scene.event
    seat = event.get("seat")
    said = {"name": scene.players[seat] if seat is not None else ""}
    if event["kind"] == JOINED:
        return _("Somebody takes a seat.") if seat is None else SITS_DOWN.to(scene.is_own) % said
    sentence = SENTENCES.get(event["kind"])
    return _("Something was noted in the log.") if sentence is None else str(sentence) % said
