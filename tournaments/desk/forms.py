"""The forms of the desk at which disputes are decided."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.forms import new_command
from games.log.disputes import DISMISSED, FORFEITED, VOIDED
from games.texts import LONGEST_REASON

HOW: Final[list[tuple[str, Promise]]] = [
    (DISMISSED, gettext_lazy("Dismiss it: the game stays as it is")),
    (VOIDED, gettext_lazy("Void the game: it counts for nobody")),
    (FORFEITED, gettext_lazy("Somebody forfeits the game")),
]


class ReasonForm(forms.Form):
    """Why something is ruled."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy("Everybody who may see the game can read it."),
    )
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    foreseen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, data: Any, seq: int) -> None:
        super().__init__(data, initial={"command": new_command(), "expected": seq})


class RulingForm(ReasonForm):
    """What is ruled, and why."""

    how = forms.ChoiceField(label=gettext_lazy("Ruling"), widget=forms.RadioSelect)
    seats = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who forfeits it"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Only if somebody forfeits the game."),
    )
    dispute = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    field_order = ("how", "seats", "reason")

    def __init__(self, data: Any, seq: int, names: Sequence[str], dispute: int | None, is_over: bool) -> None:
        super().__init__(data, seq)
        self.initial["dispute"] = dispute
        offered = [one for one in HOW if (one[0] != DISMISSED or dispute) and (one[0] == DISMISSED or is_over)]
        how, seats = self.fields["how"], self.fields["seats"]
        assert isinstance(how, forms.ChoiceField)
        assert isinstance(seats, forms.ChoiceField)
        how.choices = offered
        seats.choices = list(enumerate(names))
        if not is_over:
            del self.fields["seats"]

    @property
    def verdict(self) -> tuple[str, list[int]]:
        """How it is ruled, and which seats forfeit the game."""
        return self.cleaned_data["how"], self.cleaned_data.get("seats", [])
