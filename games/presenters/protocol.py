"""What a page needs of a game: its pictures as data, its choices, and its words.

Every state that is given to a presenter is one that the viewer may see; so nothing that a presenter says can give away
more. What somebody does is told to others and to themselves in sentences of their own, since a language changes more
than the name: no sentence is made by putting a word for "you" in the place of a name.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from django.utils.functional import Promise

from engine.protocol import Json

S_contra = TypeVar("S_contra", contravariant=True)


class Scene(NamedTuple):
    """An event and what is around it, for whoever puts it into words."""

    event: Json
    """As the viewer may see it."""
    players: Sequence[str]
    """The names by seat."""
    before: Any
    after: Any
    """The states as the viewer may see them."""
    viewer: int | None = None
    """The seat of whoever reads it, None for somebody who plays on none."""

    @property
    def is_own(self) -> bool:
        """Whether it is told to whoever has done it."""
        return self.viewer is not None and self.event.get("seat") == self.viewer


class SetupOptions(NamedTuple):
    """What can be agreed on before a game, and what it is called; nothing if no game can be set up by a form."""

    variants: Mapping[str, Promise] = {}
    hints: Mapping[str, Promise] = {}
    """What each variant is, in a few words."""
    seats: Mapping[str, tuple[int, int]] = {}
    """The fewest and the most seats of each variant."""
    levels: Mapping[int, Promise] = {}
    timeouts: Mapping[str, Promise] = {}
    bots: Mapping[str, Promise] = {}


class Presenter(Protocol[S_contra]):
    """The look and the words of one game."""

    @property
    def key(self) -> str:
        """The game's key."""

    @property
    def agreeing(self) -> SetupOptions:
        """What can be agreed on before a game."""

    @property
    def shared_template(self) -> str:
        """The template of what all places of a page share, drawn once."""

    @property
    def place_template(self) -> str:
        """The template of one player's place."""

    @property
    def dice_template(self) -> str:
        """The template of the dice."""

    @property
    def choices_template(self) -> str:
        """The template of what somebody may choose."""

    def setting(self) -> Json:
        """What scripts need to know that is the same in every game."""

    def round(self, state: S_contra) -> Json:
        """`round`, `active` and `roll`, and which seats have `answered` it."""

    def dice(self, state: S_contra) -> Json | None:
        """The dice as they lie, as the template draws them; None if there are none."""

    def sheets(self, state: S_contra) -> list[Json]:
        """What each seat has before it."""

    def falls(self, before: S_contra, after: S_contra) -> list[Json]:
        """What has moved between two states, and how."""

    def tick(self, scene: Scene) -> str | None:
        """What makes an event worth finding again, in one word."""

    def words(self, scene: Scene) -> str:
        """An event of the rules as a sentence or several."""

    def prompt(self, state: S_contra, players: Sequence[str], seat: int | None) -> str:
        """What is waited for, as the one on a seat is told, or for None everybody."""

    def choices(self, state: S_contra, seat: int, actions: Sequence[Json], is_any_open: bool) -> Json:
        """What a seat that must act may choose among, with words for all of it; the actions are the rules' own."""

    def read_choice(self, phase: str, seat: int, text: str) -> Json:
        """The action that a form has named by one of the choices of a phase, possible or not."""

    def pictures(self) -> Json:
        """What can be chosen, as its template draws it."""

    def throws(self, rolls: Sequence[Json]) -> list[Json]:
        """Rolls of dice on a table that may be entered, each as `{"roll", "name", …}`."""

    def places(self, state: S_contra) -> list[Json]:
        """Each seat's place as its template draws it."""

    def summary(self, state: S_contra) -> Json:
        """What else is said of a game that is over."""


AnyPresenter: TypeAlias = Presenter[Any]


class ActionSentence(NamedTuple):
    """One thing that somebody can do, in words."""

    told: Promise
    """To everybody else, by a name."""
    own: Promise
    """To whoever has done it."""

    def to(self, is_own: bool) -> str:
        """As it is told, in the language of whoever reads it."""
        return str(self.own if is_own else self.told)
