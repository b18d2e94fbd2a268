"""What tournaments are called.

People name their tournaments, and such a name is shown as it was written. The divisions of leagues are named by the
site, in the language of whoever publishes the season. That name is stored and given to programs as it is; people read
it in their own language. No log holds a name.
"""

import re
from typing import Final

from django.utils.translation import gettext

from tournaments.events.models import Tournament

FORMS: Final = (
    "{league} · season {season} · division {division}",
    "{league} · Saison {season} · Staffel {division}",
    "{league} · saison {season} · division {division}",
    "{league} · temporada {season} · división {division}",
)
"""In which forms divisions were ever named; one that the catalogues do not have any more stays, since names do."""
_NUMBER: Final = "[1-9][0-9]{0,4}"
_DIVISION_NAMES: Final = [
    re.compile(form.format(league="(?P<league>.+)", season=f"(?P<season>{_NUMBER})", division=f"(?P<rank>{_NUMBER})"))
    for form in FORMS
]
_SPACE_BEFORE_NUMBER: Final = re.compile(r" (?=[0-9·])")
NO_BREAK: Final = "\u00a0"


def division_name(league: str, season: int, rank: int) -> str:
    """What a division is called."""
    words = gettext("%(league)s · season %(season)d · division %(division)d")
    return words % {"league": league, "season": season, "division": rank}


def name_of(tournament: Tournament) -> str:
    """What a tournament is called in the language of whoever reads it."""
    found = _parse_division_name(tournament.name)
    if found is None or _rank_of(tournament) != int(found["rank"]):
        return tournament.name
    return division_name(found["league"], int(found["season"]), int(found["rank"]))


def without_line_breaks(name: str) -> str:
    """A name for a page: no line of it begins with a number or a dot."""
    found = _parse_division_name(name)
    return name if found is None else found["league"] + _SPACE_BEFORE_NUMBER.sub(NO_BREAK, name[found.end("league") :])


def _parse_division_name(name: str) -> re.Match[str] | None:
    """The parts of a name that looks as if the site had made it."""
    return next(filter(None, (form.fullmatch(name) for form in _DIVISION_NAMES)), None)


def _rank_of(tournament: Tournament) -> int | None:
    """Which division a tournament is; only one that is called like a division is looked up."""
    rank: int | None = getattr(getattr(tournament, "division", None), "rank", None)
    return rank
