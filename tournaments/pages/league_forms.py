"""The form in which organisers set the rules of a league; what goes together is judged by the services.

What is played is one choice among a few that make sense. A league that was made otherwise, by a program, keeps what is
agreed on in it until another choice is made.
"""

from typing import Any, Final

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.protocol import Json
from games.durations import duration
from games.form_fields import clean_with
from games.forms import ChangeForm
from games.tables.forms import CLOCK_CHOICES
from tournaments.formats import find_format
from tournaments.leagues.rules import MOST_DIVISIONS, MOST_IN_A_DIVISION, Rules
from tournaments.rounds.patience import FEWEST_THAT_WAIT
from tournaments.services.leagues import LONGEST_LEAGUE_NAME, read_league_name
from tournaments.settings import AS_STANDS, FORFEIT

AS_IT_IS: Final = ""
OF_CROSSES: Final = ["direct", "sonneborn-berger", "total", "lots"]
OF_SWISS: Final = ["buchholz", "median-buchholz", "total", "lots"]
KINDS: Final[dict[str, tuple[Promise, Json]]] = {
    "all": (
        _("Duels, everybody against everybody"),
        {"format": "round-robin", "variant": "duel", "tie_breaks": OF_CROSSES},
    ),
    "all-twice": (
        _("Duels, everybody against everybody twice"),
        {"format": "round-robin", "variant": "duel", "is_double": True, "tie_breaks": OF_CROSSES},
    ),
    "swiss": (_("Duels, Swiss system"), {"format": "swiss", "variant": "duel", "tie_breaks": OF_SWISS}),
    "tables": (
        _("Tables of 2 to 4, Swiss system"),
        {"format": "swiss", "variant": "standard", "seats": 4, "tie_breaks": OF_SWISS},
    ),
    "duplicate": (
        _("Solo on the same dice for everybody"),
        {"format": "duplicate", "variant": "solo", "seats": 1, "scoring": "total", "tie_breaks": ["rows", "lots"]},
    ),
}
"""What can be played, with the settings that make it so."""
COUNTED: Final = ("swiss", "tables", "duplicate")
"""Where somebody says how many rounds there are."""
WEEKS: Final = [
    (1, _("Every week")),
    (2, _("Every two weeks")),
    (3, _("Every three weeks")),
    (4, _("Every four weeks")),
]
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WAITS: Final = (5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY)
USUAL: Final = "usual"
NEVER: Final = "never"
FOLLOWS: Final = _("Where everybody meets everybody, this follows from the number of players.")
UNFINISHED: Final = [(FORFEIT, _("Whoever is to move forfeits it")), (AS_STANDS, _("It counts as it stands"))]


def wait_field() -> forms.TypedChoiceField:
    """How long tables wait for whoever has not come."""
    return forms.TypedChoiceField(
        label=_("A table of three or four waits for whoever has not come"),
        coerce=str,
        empty_value=USUAL,
        required=False,
        help_text=_(
            "From the opening of the round: as usual a quarter of it, or half of one that takes days. Then it starts "
            "without them, if at least two are there."
        ),
    )


def waits_with(own: int | None) -> list[tuple[str, Any]]:
    """What is offered there, what was agreed on before among it."""
    waits = sorted({*WAITS, *((own,) if own is not None else ())})
    usual = (USUAL, _("As usual"))
    return [usual, *((str(one), duration(one)) for one in waits), (NEVER, _("As long as the round is open"))]


def refuse_what_goes_nowhere(form: forms.Form, agreed: Json) -> None:
    """Refuse what somebody has typed although it means nothing where this is played, instead of dropping it; what only
    stands there does no harm."""
    typed = {name: form.cleaned_data.get(name) for name in form.changed_data}
    if typed.get("rounds") is not None and find_format(agreed["format"]).is_all_play_all:
        form.add_error("rounds", FOLLOWS)
    if typed.get("wait", NEVER) not in (USUAL, NEVER) and agreed.get("seats", 2) < FEWEST_THAT_WAIT:
        words = _("Only tables of three or four can start without somebody; of two, the one who comes wins.")
        form.add_error("wait", words)
    if typed.get("scoring") and agreed["format"] != "duplicate":
        form.add_error("scoring", _("This counts only where everybody has the same dice."))


def times_with(own: int | None) -> list[tuple[str, Any]]:
    """The times for a decision, what was agreed on before among them."""
    known = list[tuple[str, Any]](CLOCK_CHOICES)
    return known if own is None or str(own) in dict(CLOCK_CHOICES) else [*known, (str(own), duration(own))]


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

    def __init__(self, rules: Rules, data: Any = None, name: str = "") -> None:
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


def _initial(rules: Rules) -> Json:
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
