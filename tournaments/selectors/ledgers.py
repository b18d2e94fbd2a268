"""The ledger of a player, line by line: what each match did to a rating, as far as a viewer may know of the match.

A rating is everybody's to see who sees the profile, and so is by how much a match has changed it. Which game that was,
and against whom, only they learn who may see the game.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.extension import CLUB_MANAGERS
from games.play.cards import players_of
from games.play.models import GameCard, PlayerGame
from games.play.setup import PUBLIC
from tournaments.models import LedgerEntry, Membership, RatedPlayer
from tournaments.ratings.pools import DUPLICATE, RATED, pool_of
from tournaments.ratings.values import Skill
from tournaments.selectors.competitions import overridden_among

POOLS: Final = {variant: pool_of(variant) for variant in RATED}
"""The pools in which people have a rating, by the last part of their keys."""


_ENTRY: Final = ", ".join(
    f"tournaments_ledgerentry.{name}" for name in ("pool", "generation", "at", "match", "player_id")
)
_THEIRS: Final = (
    f"({_ENTRY}) IN (SELECT seat.pool, pool.generation, seat.at, seat.match, seat.player_id"  # noqa: S608
    " FROM tournaments_ratedseat seat JOIN tournaments_ratingpool pool ON pool.key = seat.pool"
    " WHERE seat.player_id = %s AND seat.pool IN ({pools}))"
)
"""The entries of a player in the generations that are shown, by where they sat: the ledger is kept in the order of its
matches."""


class LedgerLine(NamedTuple):
    """A match and what it did to somebody's rating."""

    at: datetime
    """When it ended; only the day, if the viewer may not see the game."""
    variant: str
    match: str
    """The key of the match; not to be shown where the game is not."""
    game: str | None
    """The game, or the player's own run on the deal; None if the viewer may not see it."""
    opponents: list[Json]
    """Who else sat there, if the viewer may see the game, without the names of those whom they may not know; on a deal
    that everybody plays nobody is named."""
    place: int
    field: int
    before: Skill
    after: Skill
    is_overridden: bool = False
    """Whether an organiser has put another result in the place of that game, if the viewer may see it."""

    @property
    def change(self) -> int:
        """By how much the number that people see has changed."""
        return self.after.shown - self.before.shown


def player_with(account: int) -> str | None:
    """The id under which an account is rated, None if it never was."""
    return RatedPlayer.objects.filter(account=account).values_list("pk", flat=True).first()


def ledger_of(player: str | None, *variants: str) -> QuerySet[LedgerEntry]:
    """What stands in the ledger of a player, in the generation that is shown, the newest first; of some pools or all.

    The generation is looked up in the same statement: between two of them another one may take its place.
    """
    pools = [POOLS[variant] for variant in variants or RATED]
    places = ", ".join(["%s"] * len(pools))
    is_theirs = RawSQL(_THEIRS.format(pools=places), [player, *pools], output_field=BooleanField())  # noqa: S611
    return LedgerEntry.objects.filter(is_theirs).order_by("-at", "-match")


def lines_of(entries: Sequence[LedgerEntry], owner: Account, viewer: Viewer) -> list[LedgerLine]:
    """Entries as a viewer may see them, in a few queries however many."""
    games = _games_behind(entries, owner, viewer)
    tables = _opponents_in([game for match, game in games.items() if match == game], owner, viewer)
    overridden = overridden_among(games.values())
    lines = [_line(entry, games.get(entry.match), tables.get(entry.match, [])) for entry in entries]
    return [line._replace(is_overridden=line.game in overridden) for line in lines]


def _line(entry: LedgerEntry, game: str | None, opponents: list[Json]) -> LedgerLine:
    return LedgerLine(
        at=entry.at if game is not None else day_of(entry.at),
        variant=entry.pool.rpartition("/")[2],
        match=entry.match,
        game=game,
        opponents=opponents,
        place=entry.place,
        field=entry.field,
        before=Skill(entry.mu_before, entry.sigma_before, entry.games - 1),
        after=Skill(entry.mu_after, entry.sigma_after, entry.games),
    )


def day_of(at: datetime) -> datetime:
    """The beginning of a day. The very moment at which a game has ended would tell who else has played it, as it stands
    in their ledgers too."""
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _games_behind(entries: Iterable[LedgerEntry], owner: Account, viewer: Viewer) -> dict[str, str]:
    """The games of matches by their keys, as far as the viewer may see them."""
    matches = [(entry.pool == POOLS[DUPLICATE], entry.match) for entry in entries]
    deals = {match for is_deal, match in matches if is_deal}
    tables = {match for is_deal, match in matches if not is_deal}
    seen = seen_games(viewer)
    found = {game: game for game in seen.filter(pk__in=tables).values_list("pk", flat=True)} if tables else {}
    if deals:
        # Whoever plays a closed deal again for fun has further games on it; those are not rated.
        runs = seen.filter(deal__in=deals, is_rated=True, game__players__account=owner)
        found.update((deal, game) for deal, game in runs.values_list("deal", "pk") if deal is not None)
    return found


def seen_games(viewer: Viewer) -> QuerySet[GameCard]:
    """The games that a viewer may look into without a link in hand; those on a shared deal once it is closed."""
    is_seen = Q() if viewer.is_auditor else Q(visibility=PUBLIC)
    if viewer.account is not None and not viewer.is_auditor:
        seats = PlayerGame.objects.filter(game=OuterRef("pk"), account=viewer.account)
        clubs = Membership.objects.filter(account=viewer.account, role__in=CLUB_MANAGERS)
        is_seen |= Q(Exists(seats)) | Q(club__in=clubs.values("club"))
    return GameCard.objects.filter(is_seen).exclude(deal__is_shared=True, deal__closed_at=None)


def _opponents_in(games: Collection[str], owner: Account, viewer: Viewer) -> dict[str, list[Json]]:
    """Who sits in some games besides somebody, by game; whom the viewer may not know by name has none."""
    if not games:
        return {}
    seated: dict[str, list[PlayerGame]] = {}
    for seat in PlayerGame.objects.filter(game__in=games).select_related("account"):
        if seat.account_id != owner.pk:
            seated.setdefault(seat.game_id, []).append(seat)
    known = known_by_name({seat.account for seats in seated.values() for seat in seats}, viewer)
    return {game: players_of(seats, known) for game, seats in seated.items()}
