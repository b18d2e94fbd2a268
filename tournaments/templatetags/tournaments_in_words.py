"""What pages say of tournaments, in words."""

from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Final

from django import template
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.durations import duration
from games.presenters.registry import level_name, timeout_name, variant_name
from games.time_zones import zone_named
from tournaments.events.form_fields import BREAKS, SCORINGS
from tournaments.events.history import settings_of
from tournaments.events.models import Tournament
from tournaments.events.selectors import schedule
from tournaments.events.selectors.player_names import PlayerName
from tournaments.events.selectors.rounds import SeatShown, TableShown
from tournaments.events.settings import AS_STANDS, MEMBERS, Settings
from tournaments.events.settings import BY_LINK as LINK_ONLY
from tournaments.events.standings.tie_breaks import TieBreakPart
from tournaments.events.statuses import (
    ANNOUNCED,
    CANCELLED,
    CHECK_IN,
    CLOSED,
    CLOSING,
    DRAFT,
    FINISHED,
    OPEN,
    OPENING,
    PAIRED,
    PUBLISHED,
    REGISTRATION,
    RUNNING,
)
from tournaments.events.timetable import FEWEST_THAT_WAIT
from tournaments.events.tournament_names import name_of, without_line_breaks
from tournaments.templatetags.leagues_in_words import in_units

register = template.Library()

STATUSES: Final[dict[str, Promise]] = {
    DRAFT: pgettext_lazy("tournament", "Draft"),
    ANNOUNCED: pgettext_lazy("tournament", "Announced"),
    REGISTRATION: pgettext_lazy("tournament", "Open for entries"),
    CHECK_IN: pgettext_lazy("tournament", "Check-in"),
    RUNNING: pgettext_lazy("tournament", "Running"),
    FINISHED: pgettext_lazy("tournament", "Finished"),
    CANCELLED: pgettext_lazy("tournament", "Called off"),
}
ROUND_STATUSES: Final[dict[str, Promise]] = {
    PAIRED: _("Being prepared"),
    PUBLISHED: _("Published"),
    OPENING: _("Opening"),
    OPEN: _("Being played"),
    CLOSING: _("Closing"),
    CLOSED: _("Closed"),
}
FORMATS: Final[dict[str, Promise]] = {
    "duplicate": _("The same dice for everybody"),
    "swiss": _("Swiss system"),
    "round-robin": _("Everybody against everybody"),
}
COMING: Final[dict[str, Promise]] = {
    schedule.REGISTRATION_OPENS: _("Entering opens"),
    schedule.CHECK_IN_OPENS: _("The check-in opens"),
    schedule.STARTS: _("It begins"),
    schedule.ROUND_OPENS: _("Round %(round)d opens"),
    schedule.ROUND_CLOSES: _("Round %(round)d closes"),
    schedule.PREPARED: _("The organisers look at the pairings of round %(round)d."),
    schedule.MOMENT: _("It goes on in a moment."),
}


@register.filter
def tournament_name(tournament: Tournament) -> str:
    """What a tournament is called."""
    return without_line_breaks(name_of(tournament))


@register.filter
def tournament_status(status: str) -> str:
    """How far a tournament is."""
    return str(STATUSES.get(status, status))


@register.filter
def unscored(table: TableShown, seat: SeatShown) -> str:
    """How somebody came out of a table who has no points, and has not forfeited."""
    if table.is_walkover:
        return gettext("won by walkover") if table.has_one_winner else gettext("by walkover")
    if seat.place == 1:
        return gettext("won") if table.has_one_winner else pgettext("result", "tied")
    return pgettext("result", "lost") if len(table.seats) == 2 else gettext("Place %(place)s") % {"place": seat.place}


@register.filter
def round_status(status: str) -> str:
    """How far a round is."""
    return str(ROUND_STATUSES.get(status, status))


@register.filter
def format_name(key: str) -> str:
    """What a format is called."""
    return str(FORMATS.get(key, key))


@register.filter
def break_name(key: str) -> str:
    """What a tie-break is called."""
    return str(BREAKS.get(key, key))


@register.filter
def begins_at(tournament: Tournament) -> datetime:
    """When the first round of a tournament is to open."""
    return settings_of(tournament).opening(1)


@register.filter(expects_localtime=True)
def with_weekday(at: datetime) -> str:
    """A moment with its day of the week, both short."""
    told = {"day": date_format(at, "D"), "date": date_format(at, "SHORT_DATETIME_FORMAT")}
    # Translators: as in “Thu 19 Nov 2026, 19:00”. The day is shortened; give it a full stop if your language does.
    return pgettext("day of the week and date", "%(day)s %(date)s") % told


@register.filter
def zone_called(name: str) -> tzinfo:
    """The time zone of a club, for the tag that shows times in it."""
    return zone_named(name)


@register.filter(expects_localtime=True)
def zone_beside(at: datetime, zone: str) -> str:
    """What the viewer's clocks go by, in brackets, if those of a club show another time; otherwise nothing."""
    is_same = at.utcoffset() == at.astimezone(zone_named(zone)).utcoffset()
    return "" if is_same else f"\N{NO-BREAK SPACE}({at.tzname()})"


@register.filter
def next_words(coming: schedule.NextStep) -> str:
    """What comes next; when it does is said beside it."""
    return str(COMING[coming.what]) % {"round": coming.round}


@register.simple_tag
def lot_words(lots: Mapping[str, tuple[int, int]], entrant: str) -> str:
    """Where the lot has put somebody among those whom nothing else tells apart."""
    if entrant not in lots:
        return "–"
    place, number = lots[entrant]
    return gettext("%(place)d of %(number)d") % {"place": place, "number": number}


@register.simple_tag
def part_words(part: TieBreakPart, players: Mapping[str, PlayerName], unit: int, unit_of_points: int) -> str:
    """One of the numbers that a tie-break is made of; what is left out would have counted an opponent's points."""
    facts = {
        "round": part.round,
        "name": players[part.entrant].name if part.entrant is not None else "",
        "value": in_units(part.value, unit),
        "base": in_units(part.base, unit_of_points),
    }
    if part.kind == "dropped":
        return gettext("Round %(round)d: %(base)s, left out") % facts
    if part.kind == "virtual":
        return gettext("Round %(round)d: not played, counts %(value)s") % facts
    if part.entrant is None:
        return gettext("Round %(round)d: %(value)s") % facts
    return gettext("Round %(round)d against %(name)s: %(value)s") % facts


@register.filter
def agreed_words(settings: Settings) -> list[tuple[str, str]]:
    """What was agreed on, term by term."""
    told = [
        (gettext("Format"), _format_words(settings)),
        (gettext("Game"), f"{variant_name(settings.variant)}, {level_name(settings.level)}"),
        (gettext("Points"), str(SCORINGS.get(settings.scoring, settings.scoring))),
        (gettext("Tie-breaks"), ", ".join(break_name(key) for key in settings.tie_breaks)),
        (gettext("Time for a decision"), _time_words(settings)),
        (gettext("A round lasts"), duration(settings.length)),
        (gettext("Games that are not finished then"), _unfinished_words(settings)),
        (gettext("Who may enter"), _entry_words(settings)),
        *_admission_words(settings),
    ]
    if settings.seats >= FEWEST_THAT_WAIT:
        told.append((gettext("A table waits for whoever has not come"), _wait_words(settings)))
    if settings.format == "swiss":
        byes = {"full": gettext("a whole point"), "half": gettext("half a point"), "none": gettext("nothing")}
        told.append((gettext("A bye is worth"), byes[settings.bye]))
    if settings.out_after is not None:
        count = {"number": settings.out_after}
        words = ngettext(
            "Out after %(number)d round missed", "Out after %(number)d rounds missed in a row", count["number"]
        )
        told.append((gettext("Who does not come"), words % count))
    return told


def _admission_words(settings: Settings) -> list[tuple[str, str]]:
    """What is only said where it was agreed on."""
    told = []
    if settings.most is not None:
        told.append((gettext("Places"), str(settings.most)))
    if settings.check_in is not None:
        told.append((gettext("Check-in before the start"), duration(settings.check_in)))
    if settings.late_until:
        told.append((gettext("Latecomers may come in until round"), str(settings.late_until)))
    return told


def _format_words(settings: Settings) -> str:
    words = format_name(settings.format)
    if settings.rounds is not None:
        rounds = ngettext("%(number)d round", "%(number)d rounds", settings.rounds) % {"number": settings.rounds}
        return f"{words}, {rounds}"
    return gettext("%(format)s, twice") % {"format": words} if settings.is_double else words


def _time_words(settings: Settings) -> str:
    if settings.seconds is None:
        return gettext("No clock within the round")
    return (
        f"{duration(settings.seconds)}, {timeout_name(settings.timeout or '')}"
        if settings.timeout
        else duration(settings.seconds)
    )


def _wait_words(settings: Settings) -> str:
    if settings.wait is None:
        return gettext("As long as the round is open, unless an organiser starts it sooner")
    words = gettext("For %(time)s after the round opens, then it starts without them; an organiser may start it sooner")
    return words % {"time": duration(settings.wait)}


def _unfinished_words(settings: Settings) -> str:
    if settings.unfinished == AS_STANDS:
        return gettext("Count as they stand")
    return gettext("Are forfeited by whoever is to move")


def _entry_words(settings: Settings) -> str:
    if settings.entry == MEMBERS:
        return gettext("Members of the club")
    return gettext("Whoever has the link") if settings.entry == LINK_ONLY else gettext("Everybody with an account")
