"""The forms in which organisers set the rules of a league and date a season; the services judge what goes together.

What is played is one choice among a few that make sense. A league that was made otherwise, by a program, keeps what is
agreed on in it until another choice is made.
"""

from typing import Any, Final

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from engine.protocol import Json
from games.durations import duration
from games.form_fields import clean_with
from games.forms import ChangeForm
from games.tables.forms import CLOCK_CHOICES
from tournaments.events.form_fields import (
    AS_IT_IS,
    COUNTED,
    DAY,
    FOLLOWS,
    KINDS,
    NEVER,
    UNFINISHED,
    USUAL,
    refuse_what_goes_nowhere,
    times_with,
    wait_field,
    waits_with,
)
from tournaments.events.formats.format import find_format
from tournaments.events.timetable import FEWEST_THAT_WAIT
from tournaments.leagues.rules import MOST_DIVISIONS, MOST_IN_A_DIVISION, LeagueRules
from tournaments.leagues.services.leagues import LONGEST_LEAGUE_NAME, read_league_name

WEEKS: Final = [
    (1, _("Every week")),
    (2, _("Every two weeks")),
    (3, _("Every three weeks")),
    (4, _("Every four weeks")),
]


class LeagueForm(ChangeForm):
    """Name and rules of a league."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_LEAGUE_NAME)
    kind = forms.ChoiceField(label=_("What is played"), choices=[(key, words) for key, (words, _) in KINDS.items()])
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=60,
        required=False,
        help_text=FOLLOWS,
    )
    divisions = forms.IntegerField(label=_("Divisions"), min_value=1, max_value=MOST_DIVISIONS)
    size = forms.IntegerField(
        label=_("Players in a division"),
        min_value=2,
        max_value=MOST_IN_A_DIVISION,
        help_text=_("The last division takes the rest."),
    )
    up = forms.IntegerField(label=_("How many go up from a division"), min_value=0, max_value=MOST_IN_A_DIVISION)
    down = forms.IntegerField(label=_("How many go down from a division"), min_value=0, max_value=MOST_IN_A_DIVISION)
    weekday = forms.TypedChoiceField(label=_("Rounds begin on"), choices=list(WEEKDAYS.items()), coerce=int)
    time = forms.TimeField(
        label=_("At"),
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
        input_formats=["%H:%M", "%H:%M:%S"],
        help_text=_("On the clocks of the club, also when they change."),
    )
    weeks = forms.TypedChoiceField(label=_("A round begins"), choices=WEEKS, coerce=int)
    days = forms.IntegerField(label=_("Days for playing a round"), min_value=1, max_value=56)
    seconds = forms.ChoiceField(label=_("Time for a decision"), choices=CLOCK_CHOICES, required=False)
    unfinished = forms.ChoiceField(label=_("A game that is not over when its round ends"), choices=UNFINISHED)
    wait = wait_field()
    out_after = forms.IntegerField(
        label=_("Rounds without showing up after which somebody is taken out"),
        min_value=1,
        max_value=60,
        required=False,
        help_text=_("Empty for never."),
    )

    def __init__(self, rules: LeagueRules, data: Any = None, name: str = "") -> None:
        self._rules = rules
        self.is_change = bool(name)
        super().__init__(data, initial={"name": name, **_initial(rules)})
        wait = self.fields["wait"]
        assert isinstance(wait, forms.ChoiceField)
        wait.choices = waits_with(rules.template.wait)
        seconds, weeks = self.fields["seconds"], self.fields["weeks"]
        assert isinstance(seconds, forms.ChoiceField)
        assert isinstance(weeks, forms.ChoiceField)
        seconds.choices = times_with(rules.template.seconds)
        if rules.weeks not in dict(WEEKS):
            weeks.choices = [*WEEKS, (rules.weeks, duration(rules.weeks * 7 * DAY))]
        if _kind_of(rules.tournament) == AS_IT_IS:
            kind = self.fields["kind"]
            assert isinstance(kind, forms.ChoiceField)
            kind.choices = [(AS_IT_IS, _("As it was agreed on")), *kind.choices]  # type: ignore[misc]
            kind.required = False

    def clean_name(self) -> str:
        """The name as it is stored."""
        return clean_with(read_league_name, self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Some formats need a number of rounds."""
        said = super().clean() or self.cleaned_data
        is_counted = said.get("kind") in COUNTED or self._is_counted(said)
        if is_counted and said.get("rounds") is None and "rounds" not in self.errors:
            self.add_error("rounds", _("Say how many rounds there are."))
        if "kind" in said:
            is_kept = said["kind"] == AS_IT_IS
            refuse_what_goes_nowhere(self, self._rules.template.as_json() if is_kept else KINDS[said["kind"]][1])
        return said

    def _is_counted(self, said: dict[str, Any]) -> bool:
        """Whether somebody says how many rounds there are of what is played as it was agreed on."""
        return said.get("kind") == AS_IT_IS and not find_format(self._rules.template.format).is_all_play_all

    @property
    def rules(self) -> Json:
        """The rules as the services read them."""
        said = self.cleaned_data
        plain = {name: said[name] for name in ("divisions", "size", "up", "down", "weekday", "weeks", "days")}
        return {**plain, "time": said["time"].strftime("%H:%M"), "tournament": self._template(said)}

    def _template(self, said: dict[str, Any]) -> Json:
        """What is agreed on for the tournaments; what the form does not ask for stays."""
        of_kinds = {name for _, settings in KINDS.values() for name in settings}
        before = self._rules.tournament
        if said["kind"] != AS_IT_IS:
            kept = {name: value for name, value in before.items() if name not in (*of_kinds, "rounds")}
            before = {**kept, **KINDS[said["kind"]][1]}
            if said["kind"] in COUNTED:
                before["rounds"] = said["rounds"]
        elif self._is_counted(said):
            before = {**before, "rounds": said["rounds"]}
        before = {name: value for name, value in before.items() if name != "wait"}
        if before.get("seats", 2) >= FEWEST_THAT_WAIT and said["wait"] != USUAL:
            before["wait"] = None if said["wait"] == NEVER else int(said["wait"])
        seconds = int(said["seconds"]) if said["seconds"] else None
        return {**before, "seconds": seconds, "unfinished": said["unfinished"], "out_after": said["out_after"]}


def _initial(rules: LeagueRules) -> Json:
    template = rules.template
    agreed = {name: getattr(rules, name) for name in ("divisions", "size", "up", "down", "weekday", "weeks", "days")}
    return {
        **agreed,
        "time": rules.at,
        "kind": _kind_of(rules.tournament),
        "rounds": template.rounds or 7,
        "seconds": "" if template.seconds is None else str(template.seconds),
        "unfinished": template.unfinished,
        "out_after": template.out_after,
        "wait": _wait_of(rules.tournament),
    }


def _wait_of(template: Json) -> str:
    """What a template says of tables that wait; as usual if it says nothing."""
    return USUAL if "wait" not in template else str(template["wait"] or NEVER)


def _kind_of(template: Json) -> str:
    """Which of the choices a template is, if it is one."""
    names = {name for _, settings in KINDS.values() for name in settings} - {"tie_breaks"}
    said = {name: template[name] for name in names if name in template}
    for key, (_words, settings) in KINDS.items():
        if said == {name: value for name, value in settings.items() if name != "tie_breaks"}:
            return key
    return AS_IT_IS


class SeasonForm(forms.Form):
    """When a season begins."""

    starts_on = forms.DateField(
        label=_("First round on or after"),
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
        help_text=_("The first round is on the league's day of the week."),
    )
