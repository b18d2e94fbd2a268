"""The rating model: what a match changes of what is thought of those who played it, and the fold of many. Pure.

Plackett and Luce's model in the form of Weng and Lin, by `openskill` with the values it comes with.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final, Self, TypeAlias

from openskill.models import PlackettLuce, PlackettLuceRating

from tournaments.ratings.values import MU, NEWCOMER, SIGMA, Change, Changes, Match, PlayerId, Seat, Skill, Skills

_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA)
ModelRatings: TypeAlias = dict[PlayerId, PlackettLuceRating]
"""What the model computes with; kept from match to match, because making one costs a part of the computing."""
MOST_SPARE: Final = 10_000
_spare: Final[list[PlackettLuceRating]] = []
"""Values of folds that are over; a thread takes the last one out in one step."""


class _Teams(list[list[PlackettLuceRating]]):
    """Those who play a match, each a team of one. The model computes with a copy of what it is given, which takes three
    quarters of its time; these are ours, and may be changed as they are."""

    def __deepcopy__(self, memo: object) -> Self:
        return self


def rate_match(match: Match, skills: Skills, ratings: ModelRatings | None = None) -> list[Change]:
    """What one match changes, in the order of its seats."""
    known = {} if ratings is None else ratings
    if not all(seat.has_answered for seat in match.seats):
        return _rate_abandoned(match, skills, known)
    before = [skills.get(seat.player, NEWCOMER) for seat in match.seats]
    teams = []
    for (player, *_), skill in zip(match.seats, before, strict=True):
        if (rating := known.get(player)) is None:
            rating = known[player] = _rating(skill)
        teams.append([rating])
    return [
        Change(match, seat, skill, Skill(after.mu, after.sigma, skill.games + 1))
        for seat, skill, [after] in zip(match.seats, before, _rated(match, teams), strict=True)
    ]


def _rate_abandoned(match: Match, skills: Skills, known: ModelRatings) -> list[Change]:
    """What a game changes that somebody has left before everybody had answered: whoever has left has lost to everybody
    who had not left before; others are compared with those alone who have answered. So nobody gains by somebody who
    never played."""
    answered = tuple(Seat(seat.player, seat.place) for seat in match.seats if seat.has_answered)
    compared = _changes(match, answered, skills)
    found = [
        (seat, (_changes(match, _field_of_loss(match, seat), skills) if seat.has_left else compared).get(seat.player))
        for seat in match.seats
    ]
    changes = [change._replace(match=match, seat=seat) for seat, change in found if change is not None]
    for change in changes:
        known[change.seat.player] = _rating(change.after)
    return changes


def _field_of_loss(match: Match, loser: Seat) -> tuple[Seat, ...]:
    """Whom somebody who has left is compared with: behind all who had not left before, also those who left with them,
    and before those who had, as far as these have played."""
    places = {seat.player: 2 * seat.place + (seat == loser) for seat in match.seats}
    field = [seat for seat in match.seats if seat.place <= loser.place or seat.has_answered]
    return tuple(Seat(seat.player, places[seat.player]) for seat in field)


def _changes(match: Match, seats: tuple[Seat, ...], skills: Skills) -> dict[PlayerId, Change]:
    """What a match of these would change, of all who played it."""
    if len(seats) < 2:
        return {}
    return {change.seat.player: change for change in rate_match(match._replace(seats=seats), skills)}


def _rating(skill: Skill) -> PlackettLuceRating:
    """What the model takes for a skill: one that nobody needs any more, as every new one draws a name of its own."""
    try:
        rating = _spare.pop()
    except IndexError:
        return PlackettLuceRating(mu=skill.mu, sigma=skill.sigma)
    rating.mu, rating.sigma = skill.mu, skill.sigma
    return rating


def _rated(match: Match, teams: list[list[PlackettLuceRating]]) -> list[list[PlackettLuceRating]]:
    """What the model makes of those who play a match, in the order of its seats.

    Those who come in the order of their places need not be told them, which takes half of the model's time: it would
    sort them by places first, and give them back as they came.
    """
    places = [seat.place for seat in match.seats]
    if len({*places}) < len(places):
        return _MODEL.rate(_Teams(teams), ranks=[float(place) for place in places])
    if places == sorted(places):
        return _MODEL.rate(_Teams(teams))
    order = sorted(range(len(places)), key=places.__getitem__)
    rated = dict(zip(order, _MODEL.rate(_Teams([teams[at] for at in order])), strict=True))
    return [rated[at] for at in range(len(places))]


def fold_matches(
    matches: Iterable[Match], skills: dict[PlayerId, Skill], ratings: ModelRatings | None = None
) -> Changes:
    """What matches change, one after the other; `skills` is what is thought of everybody, and is kept up to date, as is
    `ratings` if one fold goes on where another has ended."""
    known: ModelRatings = {} if ratings is None else ratings
    for match in matches:
        changes = rate_match(match, skills, known)
        for change in changes:
            skills[change.seat.player] = change.after
        yield from changes
    if ratings is None:
        _spare.extend(islice(known.values(), max(0, MOST_SPARE - len(_spare))))
