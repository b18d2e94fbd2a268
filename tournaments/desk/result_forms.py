"""The forms in which organisers say how a table came out: who has won, and the points beside it."""

from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.protocol import Json
from engine.ranking import places
from games.forms import new_command
from games.texts import LONGEST_REASON
from tournaments.events.rounds.outcomes import FURTHEST
from tournaments.events.selectors.rounds import TableShown

TIE: Final = "tie"
RESULT: Final = "result"
NOBODY: Final = "nobody"
COUNTS_CHOICES: Final[list[tuple[str, Promise]]] = [
    (RESULT, gettext_lazy("The result below counts")),
    (NOBODY, gettext_lazy("This table counts for nobody")),
]
FORFEIT_CHOICES: Final[list[tuple[bool, Promise]]] = [
    (True, gettext_lazy("Has forfeited")),
    (False, gettext_lazy("Has not forfeited")),
]
SEEN_FIELDS: Final = ("expected", "foreseen")
"""The fields that say what somebody has seen before they decided."""
BY_POINTS: Final = gettext_lazy("By the points")


class DecisionForm(forms.Form):
    """Why something is decided about a table."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody can read it in the log."),
    )
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)
    foreseen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"command": new_command()})


class ResultForm(DecisionForm):
    """Who has won at a table, or everybody's place; the points, and who has forfeited.

    Nothing stands ticked that could undo what somebody types: of a table that counted for nobody it has to be said
    anew whether it counts, and of somebody who has forfeited whether they have.
    """

    def __init__(self, table: TableShown, is_ruling: bool, is_duel: bool, data: Any = None) -> None:
        super().__init__(data)
        self._seats = table.seats
        if is_ruling:
            self.fields["counts"] = forms.ChoiceField(
                label=gettext_lazy("What counts"),
                choices=COUNTS_CHOICES,
                widget=forms.RadioSelect,
                initial=None if table.is_void else RESULT,
            )
        else:
            self.fields["reason"].required = False
        self._add_places(table, is_duel)
        for at, seat in enumerate(table.seats):
            self.fields[f"score_{at}"] = forms.IntegerField(
                label=gettext_lazy("Points"),
                required=False,
                min_value=-FURTHEST,
                max_value=FURTHEST,
                initial=seat.score,
                widget=forms.NumberInput({"inputmode": "numeric"}),
                help_text="" if len(table.seats) == 1 else gettext_lazy("May stay open if the places are named."),
            )
            self.fields[f"forfeited_{at}"] = _forfeit_field(seat.has_forfeited)

    def _add_places(self, table: TableShown, is_duel: bool) -> None:
        """Who has won, among two; else the place of everybody. A duel is not decided by points."""
        known = _known_places(table, is_duel)
        if len(table.seats) == 2:
            names: list[tuple[str, Any]] = [(str(at), seat.player.name) for at, seat in enumerate(table.seats)]
            by_points = [] if is_duel else [("", BY_POINTS)]
            self.fields["winner"] = forms.ChoiceField(
                label=gettext_lazy("Who has won"),
                choices=[*by_points, *names, (TIE, gettext_lazy("Nobody: a tie"))],
                widget=forms.RadioSelect,
                required=False,
                initial=_winner(known) if known else "",
            )
        elif len(table.seats) > 2:
            numbers = [(str(place), str(place)) for place in range(1, len(table.seats) + 1)]
            for at in range(len(table.seats)):
                self.fields[f"place_{at}"] = forms.ChoiceField(
                    label=gettext_lazy("Place"),
                    choices=[("", BY_POINTS), *numbers],
                    required=False,
                    initial=str(known[at]) if known else "",
                )

    def clean(self) -> dict[str, Any]:
        """Of whoever has forfeited until now it is to be said whether they have, unless the table counts for nobody."""
        said = super().clean() or self.cleaned_data
        if said.get("counts") != NOBODY:
            for name in [name for name in self.fields if name.startswith("forfeited_")]:
                if said.get(name) is None:
                    self.add_error(name, gettext_lazy("They have forfeited until now. Say whether they still do."))
        return said

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The seats with their fields, for the page."""
        return [
            {"seat": seat, **{name: self[f"{name}_{at}"] for name in ("score", "forfeited")}, "place": self._place(at)}
            for at, seat in enumerate(self._seats)
        ]

    def _place(self, at: int) -> forms.BoundField | None:
        return self[f"place_{at}"] if f"place_{at}" in self.fields else None

    @property
    def is_void(self) -> bool:
        """Whether the table is to count for nobody."""
        return bool(self.cleaned_data.get("counts") == NOBODY)

    @property
    def seats(self) -> list[Json]:
        """The result as the services read it. With a table that is to count for nobody nothing comes but what somebody
        has typed in spite of that, which is refused."""
        typed = ("winner", "score_", "place_", "forfeited_")
        if self.is_void and not any(name.startswith(typed) for name in self.changed_data):
            return []
        said = self.cleaned_data
        return [
            {
                "entrant": seat.entrant,
                "place": self._named(at),
                "score": said[f"score_{at}"],
                "forfeited": bool(said[f"forfeited_{at}"]),
            }
            for at, seat in enumerate(self._seats)
        ]

    def _named(self, at: int) -> int | None:
        """The place that was named of a seat."""
        winner = self.cleaned_data.get("winner", "")
        if winner:
            return 1 if winner in (TIE, str(at)) else 2
        place = self.cleaned_data.get(f"place_{at}", "")
        return int(place) if place else None

    @property
    def typed(self) -> list[tuple[str, str]]:
        """Everything as it was sent, for the page that asks once more."""
        return [(name, self.data[name]) for name in self.fields if name in self.data and name not in SEEN_FIELDS]


def _forfeit_field(has_forfeited: bool) -> forms.Field:
    """Whether somebody has forfeited: a box to tick, but a question to answer where it would stand ticked."""
    if not has_forfeited:
        return forms.BooleanField(label=gettext_lazy("Has forfeited"), required=False)
    return forms.TypedChoiceField(
        label=gettext_lazy("Has forfeited until now"),
        choices=FORFEIT_CHOICES,
        coerce=lambda said: said == "True",
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )


def _known_places(table: TableShown, is_duel: bool) -> list[int] | None:
    """The places that a table has, unless there are none or they follow from the points."""
    found = [seat.place or 0 for seat in table.seats]
    if not table.is_done or table.is_void or 0 in found:
        return None
    forfeits = {at for at, seat in enumerate(table.seats) if seat.has_forfeited}
    playing = [seat for at, seat in enumerate(table.seats) if at not in forfeits]
    if len(playing) < 2:
        return None
    has_points = all(seat.score is not None for seat in playing)
    by_points = places([seat.score or 0 for seat in table.seats], [forfeits] if forfeits else [])
    return None if not is_duel and has_points and by_points == found else found


def _winner(known: list[int]) -> str:
    return TIE if known[0] == known[1] else str(known.index(1))
