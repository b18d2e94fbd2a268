"""What the lobby shows: one's own games and whose turn it is there, open tables, and what can be watched."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Case, Exists, F, OuterRef, QuerySet, When

from engine.errors import Refused
from engine.protocol import Json
from games.accounts.callers import ANYBODY, Viewer
from games.accounts.models import Actor
from games.accounts.name_visibility import known_by_name
from games.extension import overridden_games, tournament_names
from games.log.models import Event
from games.play.cards import card_summary, number_private_players, person_of, players_known_by_name, with_players
from games.play.game_lists import games_of, public_games, seat_reserved_for, turns_of
from games.play.models import GameCard, PlayerGame, SeatResult
from games.play.visibility import see_position
from games.presenters.registry import GAMES_WITH_THUMBNAILS, thumbnails_of
from games.statuses import ADJUDICATED, FINISHED, OPEN, RUNNING

MOST_OWN: Final = 12
MOST_OPEN: Final = 8
MOST_ENDED: Final = 4
PER_PAGE: Final = 20
LAST_PAGE: Final = 500
"""How far back pages go; whoever wants more asks the interface."""
ENDED: Final = (FINISHED, ADJUDICATED)
STATUS_FILTERS: Final = {"open": (OPEN,), "running": (RUNNING,), "finished": ENDED}
"""What a list of games can be narrowed down to."""


class ListedGame(NamedTuple):
    """A game in a list, as somebody sees it."""

    game: Json
    is_turn: bool = False
    due_at: datetime | None = None
    is_seated: bool = False
    is_kept: bool = False
    """Whether a tournament keeps a seat there for whoever looks, who has not sat down yet."""
    results: dict[int, SeatResult] | None = None
    expected: Sequence[Json] = ()
    """For whom a tournament keeps the seats that are not taken yet."""
    commitment: str = ""
    """By what its dice are fixed, if the site rolls them and whoever sits down can add to them."""
    tournament: str = ""
    """The name of the tournament to which it belongs, if whoever looks may know of it."""
    is_overridden: bool = False
    """Whether another result counts there than was played."""

    @property
    def is_shared(self) -> bool:
        """Whether nobody has won it alone."""
        return sum(result.has_won for result in (self.results or {}).values()) > 1

    @property
    def players(self) -> list[Json]:
        """Who sits there by their seats, or once it has ended by their places, each with their result."""
        results = self.results or {}
        players = [{**player, "result": results.get(player["seat"])} for player in self.game["players"]]
        return sorted(players, key=lambda player: player["result"].place or 0) if results else players


class ListPage(NamedTuple):
    """A part of a list."""

    games: list[ListedGame]
    number: int
    has_more: bool

    @property
    def newer(self) -> int | None:
        """The page before this one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        """The page after this one."""
        return self.number + 1 if self.has_more else None


class FeaturedGame(NamedTuple):
    """A game that everybody may watch, with a small picture of each sheet."""

    listed: ListedGame
    boards: list[tuple[Json, Any]]
    """Each player and their picture."""
    is_live: bool


def games_going_on(viewer: Viewer) -> list[ListedGame]:
    """One's own games that have not ended: those where one must act first, the most urgent at the top, then those where
    a tournament waits for one to sit down."""
    if (account := viewer.account) is None:
        return []
    own = games_of(account).filter(status__in=(OPEN, RUNNING)) | _hosted(account)
    is_turn = Exists(turns_of(account).filter(game=OuterRef("pk")))
    is_awaited = Case(When(seat_reserved_for(account) & ~Exists(_seats_of(account)), then=True), default=False)
    due_at = Case(When(is_turn=True, then="game__due_at"))
    urgent = own.annotate(is_turn=is_turn, is_awaited=is_awaited, due_at=due_at).order_by(
        "-is_turn", "-is_awaited", F("due_at").asc(nulls_last=True), "-created_at", "-pk"
    )
    return _list_games(urgent[:MOST_OWN], viewer)


def _seats_of(account: int) -> QuerySet[PlayerGame]:
    return PlayerGame.objects.filter(game=OuterRef("pk"), account=account)


def games_ended(viewer: Viewer) -> list[ListedGame]:
    """The latest of one's own games that have ended."""
    if viewer.account is None:
        return []
    ended = games_of(viewer.account).filter(status__in=ENDED).order_by("-ended_at", "-pk")
    return _list_games(ended[:MOST_ENDED], viewer)


def _hosted(account: int) -> QuerySet[GameCard]:
    """The open tables that an account has set up, whether or not it sits there."""
    created = Event.objects.filter(game=OuterRef("game"), seq=1, actor=OuterRef("name"))
    as_host = Actor.objects.filter(Exists(created), game=OuterRef("pk"), account=account)
    return GameCard.objects.filter(Exists(as_host), status=OPEN)


def open_tables(viewer: Viewer) -> list[ListedGame]:
    """The public tables at which a seat is free, the newest first; without those of one's own."""
    tables = public_games(OPEN).filter(free_seats__gt=0)
    if (account := viewer.account) is not None:
        tables = tables.exclude(Exists(_seats_of(account))).exclude(pk__in=_hosted(account).values("pk"))
    return _list_games(tables[:MOST_OPEN], viewer)


def games_page(show: str, variant: str, is_rated: bool, number: int, viewer: Viewer) -> ListPage:
    """One page of the games that everybody may see, or of one's own."""
    cards = games_of(viewer.account) if show == "mine" and viewer.account is not None else public_games()
    if show in STATUS_FILTERS:
        cards = cards.filter(status__in=STATUS_FILTERS[show])
    if variant:
        cards = cards.filter(variant=variant)
    if is_rated:
        cards = cards.filter(is_rated=True)
    return list_page(cards, number, viewer)


def list_page(cards: QuerySet[GameCard], number: int, viewer: Viewer) -> ListPage:
    """One page of a list, counted from 1."""
    number = min(max(number, 1), LAST_PAGE)
    first = (number - 1) * PER_PAGE
    found = _list_games(cards[first : first + PER_PAGE + 1], viewer)
    return ListPage(found[:PER_PAGE], number, len(found) > PER_PAGE)


def featured_game(viewer: Viewer) -> FeaturedGame | None:
    """The live game that most can be seen of, else the last one that has ended; None if there is neither."""
    live = public_games(RUNNING).filter(key__in=GAMES_WITH_THUMBNAILS).order_by("-game__seq", "-pk")
    ended = public_games().filter(status__in=ENDED, key__in=GAMES_WITH_THUMBNAILS).order_by("-ended_at", "-pk")
    for cards, is_live in ((live, True), (ended, False)):
        for listed in _list_games(cards[:1], viewer):
            return _featured(listed, is_live)
    return None


def _featured(listed: ListedGame, is_live: bool) -> FeaturedGame | None:
    try:
        position = see_position(listed.game["id"], ANYBODY)
    except Refused:
        return None
    boards = thumbnails_of(listed.game["key"], position["state"])
    return FeaturedGame(listed, [(player, boards[player["seat"]]) for player in listed.players], is_live)


def count_live() -> int:
    """How many public games are going on."""
    return public_games(RUNNING).count()


def _list_games(cards: QuerySet[GameCard], viewer: Viewer) -> list[ListedGame]:
    """Cards with everything that lists show, in a few queries however many they are."""
    found = list(with_players(cards.select_related("game", "deal")))
    account, ids, known = viewer.account, [card.pk for card in found], players_known_by_name(found, viewer)
    due = dict(turns_of(account).filter(game__in=ids).values_list("game", "game__due_at")) if account else {}
    seats = PlayerGame.objects.filter(account=account, game__in=ids) if account else PlayerGame.objects.none()
    own = set(seats.values_list("game", flat=True))
    expected = _expected_players(found, viewer)
    names = tournament_names({card.tournament for card in found if card.tournament}, account)
    overridden = overridden_games({card.pk for card in found if card.tournament and card.status in ENDED})
    results: dict[str, dict[int, SeatResult]] = {}
    for result in SeatResult.objects.filter(game__in=ids):
        results.setdefault(result.game_id, {})[result.seat] = result
    cards_told = {
        card.pk: _with_numbered_players(card_summary(card, known), expected.get(card.pk, {})) for card in found
    }
    return [
        ListedGame(
            game=cards_told[card.pk][0],
            is_turn=card.pk in due,
            due_at=due.get(card.pk),
            is_seated=card.pk in own,
            is_kept=account is not None and account in expected.get(card.pk, {}),
            results=results.get(card.pk),
            expected=cards_told[card.pk][1],
            commitment=card.deal.commitment if card.deal and not card.deal.is_shared else "",
            tournament=names.get(card.tournament or "", ""),
            is_overridden=card.pk in overridden,
        )
        for card in found
    ]


def _with_numbered_players(game: Json, expected: dict[int, Json]) -> tuple[Json, list[Json]]:
    """A game and whom it waits for, with private players told apart among all of them."""
    seated = game["players"]
    apart = number_private_players([*seated, *expected.values()])
    return {**game, "players": apart[: len(seated)]}, apart[len(seated) :]


def _expected_players(cards: Sequence[GameCard], viewer: Viewer) -> dict[str, dict[int, Json]]:
    """For whom tournaments keep seats in some games who have not sat down yet, by game and account.

    Before its start the log of such a game knows nobody else; nothing is asked if there are none.
    """
    open_ones = [card.pk for card in cards if card.tournament is not None and card.status == OPEN]
    expected: dict[str, dict[int, Json]] = {}
    if open_ones:
        seated = PlayerGame.objects.filter(game=OuterRef("game"), account=OuterRef("account"))
        waited_for = Actor.objects.filter(~Exists(seated), game__in=open_ones).select_related("account").order_by("pk")
        known = known_by_name([actor.account for actor in waited_for], viewer)
        for actor in waited_for:
            expected.setdefault(actor.game_id, {})[actor.account_id] = person_of(actor.account, known)
    return expected
