"""The fold: matches in their order, each changing what is thought of those who played it. Pure.

Plackett and Luce's model in the form of Weng and Lin, by `openskill` with the values it comes with.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from openskill.models import PlackettLuce, PlackettLuceRating

from tournaments.ratings.values import MU, NEWCOMER, SIGMA, Change, Changes, Match, PlayerId, Skill, Skills

_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA)


Ratings: TypeAlias = dict[PlayerId, PlackettLuceRating]
"""What the model computes with; kept from match to match, because making one costs a part of the computing."""


def rate(match: Match, skills: Skills, ratings: Ratings | None = None) -> list[Change]:
    """What one match changes, in the order of its seats."""
    known = {} if ratings is None else ratings
    teams, ranks = [], []
    for player, place in match.seats:
        teams.append([known.get(player) or _rating(skills.get(player, NEWCOMER))])
        ranks.append(float(place))
    changes = []
    for seat, [after] in zip(match.seats, _MODEL.rate(teams, ranks=ranks), strict=True):
        skill = skills.get(seat.player, NEWCOMER)
        known[seat.player] = after
        changes.append(Change(match, seat, skill, Skill(after.mu, after.sigma, skill.games + 1)))
    return changes


def fold(matches: Iterable[Match], skills: dict[PlayerId, Skill]) -> Changes:
    """What matches change, one after the other; `skills` is what is thought of everybody, and is kept up to date."""
    ratings: Ratings = {}
    for match in matches:
        changes = rate(match, skills, ratings)
        for change in changes:
            skills[change.seat.player] = change.after
        yield from changes


def _rating(skill: Skill) -> PlackettLuceRating:
    return PlackettLuceRating(mu=skill.mu, sigma=skill.sigma)
