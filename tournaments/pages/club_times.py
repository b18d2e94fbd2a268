"""Days and times that organisers name: they are meant on the clocks of their club, whatever clocks they look at."""

from datetime import datetime, tzinfo
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.texts import LONGEST_REASON


class ClubTimeField(forms.DateTimeField):
    """A day and a time on the clocks of a club."""

    zone: tzinfo
    widget = forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """The moment that is meant; refused where the clocks skip or repeat it."""
        with timezone.override(self.zone):
            return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        """A moment as the club's clocks show it."""
        with timezone.override(self.zone):
            return super().prepare_value(value)


class UntilForm(forms.Form):
    """Until when a round is to be played, and why."""

    closes_at = ClubTimeField(label=_("The round closes"))
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    def __init__(self, zone: tzinfo, data: Any = None, closes_at: datetime | None = None) -> None:
        super().__init__(data, initial={"closes_at": closes_at}, auto_id=False)
        closes = self.fields["closes_at"]
        assert isinstance(closes, ClubTimeField)
        closes.zone = zone
