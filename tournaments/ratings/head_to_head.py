"""Head to head: how somebody has done against others, at the same tables and on the same dice.

Of games that not everybody may see nobody learns here but those who have played them.
"""

from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Count, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Sign

from games.accounts.callers import ANYBODY, viewer_of
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.play.models import GameCard, PlayerGame, SeatResult
from games.play.setup import PUBLIC
from games.statuses import ADJUDICATED, FINISHED
from tournaments.events.models import Place, Table
from tournaments.events.values import OVERRIDDEN
from tournaments.ratings.models import LedgerEntry
from tournaments.ratings.selectors import ledger_of, player_with
from tournaments.variants import DUPLICATE

MOST: Final = 8
"""How many opponents a profile names."""
_ENDED: Final = "game__card__ended_at"


class HeadToHeadScore(NamedTuple):
    """How often somebody was placed before, beside and after somebody else."""

    games: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    last_at: datetime | None = None


class OpponentScore(NamedTuple):
    """Somebody, and how one has done against them."""

    opponent: Account
    score: HeadToHeadScore


class HeadToHead(NamedTuple):
    """How one has done against another."""

    tables: HeadToHeadScore
    """In games in which both had a seat."""
    same_dice: HeadToHeadScore
    """In rated rounds in which both had the same dice."""


def most_met_opponents(shown: Account, viewer: Account | None) -> list[OpponentScore]:
    """Those whom somebody has met at most tables, as far as the viewer may know them by name; guests are left out."""
    others = _others(shown, _seats(shown, is_own=viewer == shown)).filter(account__is_guest=False)
    if viewer != shown:
        others = others.exclude(account__in=_unknown(others, viewer))
    scores = _scores(shown, others)
    most = sorted(scores, key=lambda account: _order(account, scores[account]))[:MOST]
    accounts = Account.objects.in_bulk(most)
    return [OpponentScore(accounts[account], scores[account]) for account in most]


def _unknown(seats: QuerySet[PlayerGame], viewer: Account | None) -> set[int]:
    """The numbers of those on some seats whom the viewer may not know by name."""
    kept = Account.objects.filter(Q(is_private=True) | Q(is_minor=True), pk__in=seats.values("account"))
    return {account.pk for account in kept} - known_by_name(kept, ANYBODY if viewer is None else viewer_of(viewer))


def _order(account: int, score: HeadToHeadScore) -> tuple[float, ...]:
    """Whom one has met most often comes first, of several who was met last."""
    return -score.games, -score.last_at.timestamp() if score.last_at else 0, account


def score_against(one: Account, other: Account, viewer: Account | None) -> HeadToHead:
    """How one has done against another, as far as the viewer may know; both know everything."""
    is_own = viewer in (one, other)
    tables = _scores(one, _others(one, _seats(one, is_own)).filter(account=other))
    return HeadToHead(tables.get(other.pk, HeadToHeadScore()), _on_same_dice(one, other, is_own))


def _seats(one: Account, is_own: bool) -> QuerySet[PlayerGame]:
    """Where somebody has sat in games that have ended and count: all of them, or those that everybody may see."""
    ended = PlayerGame.objects.filter(account=one, game__card__status__in=(FINISHED, ADJUDICATED))
    seats = ended if is_own else ended.filter(game__card__visibility=PUBLIC)
    void = Table.objects.filter(game=OuterRef("game"), entered=OVERRIDDEN, is_void=True)
    return seats.exclude(Exists(void)).exclude(game__card__deal__is_shared=True, game__card__deal__closed_at=None)


def _others(one: Account, seats: QuerySet[PlayerGame]) -> QuerySet[PlayerGame]:
    """Who else sat in somebody's games."""
    return PlayerGame.objects.filter(game__in=seats.values("game"), account__isnull=False).exclude(account=one)


def _comparing(one: Account) -> Sign:
    """Of a seat in somebody's game: 1 if that one was placed before it, 0 beside it, -1 after it; by what an organiser
    has decided about the table, where one has."""
    results = SeatResult.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    own = SeatResult.objects.filter(game=OuterRef("game"), game__players__account=one, game__players__seat=F("seat"))
    played = results.annotate(behind=F("place") - Subquery(own.values("place")[:1])).values("behind")[:1]
    places = Place.objects.filter(table__game=OuterRef("game"), table__entered=OVERRIDDEN)
    theirs, ours = places.filter(entrant__account=OuterRef("account")), places.filter(entrant__account=one)
    decided = Subquery(theirs.values("place")[:1]) - Subquery(ours.values("place")[:1])
    return Sign(Coalesce(decided, Subquery(played), output_field=IntegerField()))


def _scores(one: Account, others: QuerySet[PlayerGame]) -> dict[int, HeadToHeadScore]:
    """How often somebody was placed before, beside and after each of the others.

    Grouped by how it went as well, and added up here: the database would look up both places anew for every count.
    """
    compared = others.annotate(sign=_comparing(one)).order_by().values_list("account", "sign")
    counted = compared.annotate(games=Count("pk"), last_at=Max(_ENDED))
    scores: dict[int, HeadToHeadScore] = {}
    for account, sign, games, last_at in counted:
        known = scores.get(account, HeadToHeadScore())
        went = {name: games * (sign == value) for name, value in (("won", 1), ("tied", 0), ("lost", -1))}
        scores[account] = HeadToHeadScore(
            games=known.games + games,
            won=known.won + went["won"],
            tied=known.tied + went["tied"],
            lost=known.lost + went["lost"],
            last_at=max(known.last_at or last_at, last_at),
        )
    return scores


def _on_same_dice(one: Account, other: Account, is_own: bool) -> HeadToHeadScore:
    """Rounds with the same dice; of those that not both have played before everybody's eyes, only both are told."""
    entries = ledger_of(player_with(one.pk), DUPLICATE)
    if not is_own:
        entries = entries.filter(match__in=_open_runs(one)).filter(match__in=_open_runs(other))
    same = LedgerEntry.objects.filter(
        pool=OuterRef("pool"),
        generation=OuterRef("generation"),
        player=player_with(other.pk),
        at=OuterRef("at"),
        match=OuterRef("match"),
    )
    both = entries.annotate(theirs=Subquery(same.values("place")[:1])).filter(theirs__isnull=False).order_by()
    found = both.aggregate(
        games=Count("pk"),
        won=Count("pk", filter=Q(place__lt=F("theirs"))),
        tied=Count("pk", filter=Q(place=F("theirs"))),
        lost=Count("pk", filter=Q(place__gt=F("theirs"))),
        last_at=Max("at"),
    )
    return HeadToHeadScore(**found)


def _open_runs(one: Account) -> QuerySet[GameCard, str | None]:
    """The deals that somebody has played in rated games that everybody may see."""
    runs = GameCard.objects.filter(visibility=PUBLIC, is_rated=True, deal__isnull=False, game__players__account=one)
    return runs.values_list("deal", flat=True)
