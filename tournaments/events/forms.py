"""The forms in which organisers agree on a tournament and start a table; what goes together is judged by the
services.

What is played is one choice among the few that leagues offer, too. A tournament that was made otherwise, by a
program, keeps what is agreed on in it until another choice is made."""

from datetime import timedelta, tzinfo
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from engine.protocol import Json
from games.clock.site_time import now, read_time, write_time
from games.durations import duration
from games.form_fields import clean_with
from games.forms import ChangeForm, add_refusal, new_command
from games.presenters.registry import OFFERED_SETUP
from games.tables.forms import CLOCK_CHOICES
from games.texts import LONGEST_REASON
from tournaments.clubs.validators import LONGEST_TITLE
from tournaments.events.form_fields import (
    AS_IT_IS,
    BREAKS,
    COUNTED,
    DAY,
    FOLLOWS,
    HOUR,
    KINDS,
    MINUTE,
    NEVER,
    SCORINGS,
    UNFINISHED,
    USUAL,
    ClubTimeField,
    refuse_what_goes_nowhere,
    times_with,
    wait_field,
    waits_with,
)
from tournaments.events.formats.format import find_format
from tournaments.events.services.tournaments import read_tournament_name
from tournaments.events.settings import ANYBODY, AUTOMATIC, BY_LINK, FORFEIT, MEMBERS, MOST_ROUNDS, PREVIEW, Settings
from tournaments.events.timetable import FEWEST_THAT_WAIT, usual_wait

LENGTHS: Final = (15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
EVERY: Final = [
    (0, _("As soon as the one before it is closed")),
    (HOUR, _("Every hour")),
    (DAY, _("Every day")),
    (7 * DAY, _("Every week")),
    (14 * DAY, _("Every two weeks")),
]
CHECK_INS: Final = (15 * MINUTE, 30 * MINUTE, HOUR, DAY)
ENTRIES: Final = [
    (ANYBODY, _("Everybody with an account")),
    (MEMBERS, _("Members of the club")),
    (BY_LINK, _("Whoever has the link")),
]
BYES: Final = [("full", _("a whole point")), ("half", _("half a point")), ("none", _("nothing"))]
SHARED_SCORINGS: Final = ("total", "rank", "percent")
BREAK_FIELDS: Final = ("tie_break_1", "tie_break_2", "tie_break_3", "tie_break_4")
KIND_SETTINGS: Final = ("format", "variant", "seats", "is_double", "scoring", "tie_breaks", "rounds")
"""What follows from what is played."""
PLAIN_SETTINGS: Final = ("unfinished", "out_after", "bye", "entry", "most", "level", "is_rated", "closes_early")
"""Fields that are called as the settings are."""
REFUSAL_FIELDS: Final = {
    "tournament/name": "name",
    "tournament/overlap": "every",
    "tournament/earlier": "begins_at",
    "tournament/rounds": "rounds",
    "tournament/wait": "wait",
    "setup/unrated": "is_rated",
    "setup/seconds": "seconds",
}
"""Beside which field a refusal is told; others above all fields."""


class TournamentForm(ChangeForm):
    """Name and rules of a tournament: first what nobody can do without, then the rest with what is usual."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_TITLE)
    kind = forms.ChoiceField(
        label=_("What is played"),
        choices=[(key, words) for key, (words, _) in KINDS.items()],
        widget=forms.RadioSelect,
        help_text=_(
            "Everybody against everybody suits up to about eight players. In the Swiss system everybody plays every "
            "round, against somebody who has done about as well, and nobody is knocked out. With the same dice "
            "everybody plays alone, whenever it suits them."
        ),
    )
    begins_at = ClubTimeField(label=_("The first round opens"))
    length = forms.TypedChoiceField(label=_("A round lasts"), coerce=int)
    every = forms.TypedChoiceField(label=_("The next round opens"), choices=EVERY, coerce=int)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=FOLLOWS,
    )
    seconds = forms.ChoiceField(label=_("Time for a decision"), choices=CLOCK_CHOICES, required=False)

    entry = forms.ChoiceField(label=_("Who may enter"), choices=ENTRIES, required=False)
    is_public = forms.BooleanField(
        label=_("Strangers may see the tournament"),
        required=False,
        help_text=_("Otherwise only members of the club, those who have entered and whoever has the link."),
    )
    most = forms.IntegerField(
        label=_("Places"), min_value=2, max_value=100_000, required=False, help_text=_("Empty for any number.")
    )
    late_until = forms.IntegerField(
        label=_("Latecomers may come in until round"),
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Empty if everybody enters before the start."),
    )
    check_in = forms.TypedChoiceField(
        label=_("Check-in before the start"), coerce=int, empty_value=None, required=False
    )
    unfinished = forms.ChoiceField(
        label=_("A game that is not over when its round ends"), choices=UNFINISHED, required=False
    )
    out_after = forms.IntegerField(
        label=_("Rounds without showing up after which somebody is taken out"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Empty for never."),
    )
    wait = wait_field()
    bye = forms.ChoiceField(label=_("A bye is worth"), choices=BYES, required=False)
    scoring = forms.ChoiceField(
        label=_("Points with the same dice for everybody"),
        choices=[(key, SCORINGS[key]) for key in SHARED_SCORINGS],
        required=False,
    )
    tie_break_1 = forms.ChoiceField(
        label=_("First tie-break"),
        choices=[("", _("As usual")), *BREAKS.items()],
        required=False,
        help_text=_("If all four are left as they are, those are taken that suit what is played."),
    )
    tie_break_2 = forms.ChoiceField(label=_("Second tie-break"), choices=[("", "–"), *BREAKS.items()], required=False)
    tie_break_3 = forms.ChoiceField(label=_("Third tie-break"), choices=[("", "–"), *BREAKS.items()], required=False)
    tie_break_4 = forms.ChoiceField(label=_("Fourth tie-break"), choices=[("", "–"), *BREAKS.items()], required=False)
    level = forms.TypedChoiceField(
        label=_("Level"), choices=list(OFFERED_SETUP.levels.items()), coerce=int, required=False
    )
    is_looked_at = forms.BooleanField(label=_("Organisers look at pairings before everybody sees them"), required=False)
    closes_early = forms.BooleanField(label=_("A round closes as soon as all its results are there"), required=False)
    is_rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("Only between registered players, with the site's dice.")
    )
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, zone: tzinfo, initial: Json, data: Any = None, settings: Settings | None = None) -> None:
        self._before = settings
        self.is_change = settings is not None
        self._zone = zone
        super().__init__(data, initial={**_initial(settings, zone), **initial})
        begins = self.fields["begins_at"]
        assert isinstance(begins, ClubTimeField)
        begins.zone = zone
        before = settings or Settings("", "")
        self._offer("length", [(one, duration(one)) for one in _offered_with(LENGTHS, before.length)])
        check_ins = [(one, duration(one)) for one in _offered_with(CHECK_INS, before.check_in)]
        self._offer("check_in", [("", _("No check-in")), *check_ins])
        self._offer("wait", waits_with(before.wait))
        self._offer("seconds", times_with(before.seconds))
        if before.every not in dict(EVERY):
            self._offer("every", [*EVERY, (before.every, duration(before.every))])
        if self.initial["kind"] == AS_IT_IS:
            self._offer("kind", [(AS_IT_IS, _("As it was agreed on")), *self.fields["kind"].choices])  # type: ignore[attr-defined]
            self.fields["kind"].required = False
        if before.calendar:
            for name in ("begins_at", "length", "every"):
                del self.fields[name]

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """What nobody can do without."""
        return [self[name] for name in MAIN_FIELDS if name in self.fields]

    @property
    def further_fields(self) -> list[forms.BoundField]:
        """The rest."""
        return [field for field in self.visible_fields() if field.name not in MAIN_FIELDS]

    @property
    def has_further_errors(self) -> bool:
        """Whether something among the rest does not fit."""
        return any(field.errors for field in self.further_fields)

    def clean_name(self) -> str:
        """The name as it is stored."""
        return clean_with(read_tournament_name, self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Some formats need a number of rounds, and no tie-break counts twice."""
        said = super().clean() or self.cleaned_data
        is_counted = said.get("kind") in COUNTED or self._is_counted(said)
        if is_counted and said.get("rounds") is None and "rounds" not in self.errors:
            self.add_error("rounds", _("Say how many rounds there are."))
        if "kind" in said:
            refuse_what_goes_nowhere(self, self._kind(said["kind"]))
        chosen = [said[name] for name in BREAK_FIELDS if said.get(name)]
        if chosen and said.get(BREAK_FIELDS[0]) == "":
            self.add_error(BREAK_FIELDS[0], _("Name the first tie-break as well, or leave all four as they are."))
        for name in BREAK_FIELDS:
            if said.get(name) and chosen.count(said[name]) > 1:
                chosen.remove(said[name])
                self.add_error(name, _("Each tie-break counts once."))
        return said

    def refuse(self, refusal: Refused) -> None:
        """Tell what was refused beside the field that it is about."""
        add_refusal(self, refusal, REFUSAL_FIELDS.get(refusal.code))

    @property
    def settings(self) -> Json:
        """What is agreed on as the services read it; what the form does not ask for stays."""
        said = self.cleaned_data
        agreed = {**(self._before.as_json() if self._before else {}), **self._of_kind(said)}
        agreed |= {name: said[name] for name in PLAIN_SETTINGS if said[name] != ""}
        agreed["seconds"] = int(said["seconds"]) if said["seconds"] else None
        agreed["check_in"] = said["check_in"]
        agreed["late_until"] = said["late_until"] or 0
        agreed["pairings"] = PREVIEW if said["is_looked_at"] else AUTOMATIC
        if "begins_at" in said:
            agreed |= self._times(said)
        return {**agreed, "wait": self._wait(said, agreed)}

    def _times(self, said: dict[str, Any]) -> Json:
        """When rounds are; as they were if nobody has changed what the page shows of that, which is minutes."""
        begins, spans = said["begins_at"], {"length": said["length"], "every": said["every"]}
        if (before := self._before) is not None:
            shown = read_time(before.first_at).replace(second=0, microsecond=0)
            if (begins, spans) == (shown, {"length": before.length, "every": before.every}):
                return {}
        return {"first_at": write_time(begins), **spans, "zone": str(self._zone)}

    def _wait(self, said: dict[str, Any], agreed: Json) -> int | None:
        """How long tables wait, where they are big enough to start without somebody."""
        if agreed["seats"] < FEWEST_THAT_WAIT or said["wait"] == NEVER:
            return None
        if said["wait"] == USUAL:
            return usual_wait(self._before.shortest if self._before and self._before.calendar else agreed["length"])
        return int(said["wait"])

    def _of_kind(self, said: dict[str, Any]) -> Json:
        """What follows from what is played."""
        of_kind = self._kind(said["kind"])
        if said["kind"] in COUNTED or self._is_counted(said):
            of_kind["rounds"] = said["rounds"]
        if of_kind["format"] == "duplicate":
            of_kind["scoring"] = said["scoring"] or of_kind["scoring"]
        return {**of_kind, "tie_breaks": self._breaks(said) or of_kind["tie_breaks"]}

    def _kind(self, kind: str) -> Json:
        """What is agreed on with one of the kinds that can be played, or stays as it was."""
        if kind == AS_IT_IS and self._before is not None:
            return {name: self._before.as_json()[name] for name in KIND_SETTINGS}
        plain = Settings("", "").as_json()
        return {**{name: plain[name] for name in KIND_SETTINGS}, **KINDS[kind][1]}

    def _is_counted(self, said: dict[str, Any]) -> bool:
        """Whether somebody says how many rounds there are of what is played as it was agreed on."""
        before = self._before
        return said.get("kind") == AS_IT_IS and before is not None and not find_format(before.format).is_all_play_all

    def _breaks(self, said: dict[str, Any]) -> list[str]:
        """The tie-breaks that were chosen; further ones that the form cannot show stay behind the same four."""
        chosen = [said[name] for name in BREAK_FIELDS if said[name]]
        before = list(self._before.tie_breaks) if self._before else []
        return before if chosen == before[: len(BREAK_FIELDS)] else chosen


EVENING_HOUR: Final = 19
"""The hour at which a club is thought to meet, until somebody says something else."""
MAIN_FIELDS: Final = ("name", "kind", "begins_at", "length", "every", "rounds", "seconds")


def _offered_with(offered: tuple[int, ...], own: int | None) -> list[int]:
    """What is offered, what was agreed on before among it."""
    return sorted({*offered, *((own,) if own is not None else ())})


def _initial(settings: Settings | None, zone: tzinfo) -> Json:
    if settings is None:
        in_a_week = now().astimezone(zone) + timedelta(days=7)
        return {
            "kind": "swiss",
            "begins_at": in_a_week.replace(hour=EVENING_HOUR, minute=0, second=0, microsecond=0),
            "length": 7 * DAY,
            "every": 7 * DAY,
            "rounds": 5,
            "seconds": str(DAY),
            "entry": ANYBODY,
            "unfinished": FORFEIT,
            "out_after": 2,
            "wait": USUAL,
            "scoring": SHARED_SCORINGS[0],
            "closes_early": True,
        }
    breaks = dict(zip(BREAK_FIELDS, settings.tie_breaks, strict=False))
    return {
        **{name: getattr(settings, name) for name in (*PLAIN_SETTINGS, "rounds", "length", "every", "check_in")},
        **(breaks if list(settings.tie_breaks) != _usual_breaks(settings) else {}),
        "kind": _kind_of(settings),
        # As the page shows it, in minutes.
        "begins_at": read_time(settings.first_at).replace(second=0, microsecond=0),
        "seconds": "" if settings.seconds is None else str(settings.seconds),
        "late_until": settings.late_until or None,
        "wait": NEVER if settings.wait is None else str(settings.wait),
        "scoring": settings.scoring if settings.scoring in SHARED_SCORINGS else SHARED_SCORINGS[0],
        "is_looked_at": settings.pairings == PREVIEW,
    }


def _usual_breaks(settings: Settings) -> list[str]:
    kind = _kind_of(settings)
    return KINDS[kind][1]["tie_breaks"] if kind in KINDS else list(settings.tie_breaks)


def _kind_of(settings: Settings) -> str:
    """Which of the choices it is, if it is one."""
    own = (settings.format, settings.variant, settings.seats, settings.is_double)
    for key, (_words, agreed) in KINDS.items():
        usual = (agreed["format"], agreed["variant"], agreed.get("seats", 2), agreed.get("is_double", False))
        if own == usual:
            return key
    return AS_IT_IS


class StartTableForm(forms.Form):
    """Why a table starts without somebody; without whom stands beside it, as the page has named them."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody can read it in the log."),
    )
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"command": new_command()})
