"""A game as a card: what was agreed on, who sits where and by what name, what is waited for until when, how it ended,
its log's end.

`card_summary` is what lists show, from the projections alone; `see_card` adds what only the log and its row know.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account, Actor
from games.accounts.name_visibility import known_by_name, private_player_name
from games.clock.site_time import now, read_time
from games.extension import overridden_games
from games.log.entries import BOT
from games.log.fold import Fold
from games.log.models import Game
from games.log.unit_of_work import Head
from games.play.cost_of_leaving import cost_of_leaving
from games.play.models import GameCard, PlayerGame, SeatResult
from games.play.seats import follower_of
from games.play.visibility import Sight, sight_of
from games.statuses import RUNNING

ERASED: Final = "erased"
"""What sort of player somebody is whose account was erased."""
UNNAMED: Final = "private"
"""What sort of player somebody is whom whoever looks may not know by name."""
PLAYER_KINDS: Final = ("person", "guest", "bot", ERASED, UNNAMED)


def with_players(cards: QuerySet[GameCard]) -> QuerySet[GameCard]:
    """The cards with who sits where, in two queries however many they are."""
    return cards.prefetch_related("game__players__account")


def players_known_by_name(cards: Iterable[GameCard], viewer: Viewer) -> set[int]:
    """The numbers of those who sit in some games and whom a viewer may know by name."""
    return known_by_name({player.account for card in cards for player in card.game.players.all()}, viewer)


def card_summary(card: GameCard, known: Collection[int]) -> Json:
    """A game as lists show it to somebody who may know some accounts by name."""
    return {
        "id": card.game_id,
        "key": card.key,
        "variant": card.variant,
        "levels": [int(level) for level in card.levels.split(",")],
        "visibility": card.visibility,
        "club": card.club,
        "tournament": card.tournament,
        "rated": card.is_rated,
        "dice": card.dice,
        "seconds": card.seconds,
        "status": card.status,
        "free_seats": card.free_seats,
        "created_at": card.created_at,
        "started_at": card.started_at,
        "ended_at": card.ended_at,
        "players": players_of(card.game.players.all(), known),
    }


def see_card(game_id: str, viewer: Viewer) -> Json:
    """The card of a game as a viewer may see it; refused as if it did not exist if they may not."""
    return card_of(sight_of(game_id, viewer))


def card_of(sight: Sight) -> Json:
    """The card of a game that somebody sees."""
    head, fold, actor, seat, viewer = sight
    game_id = head.game
    card = with_players(GameCard.objects.select_related("game")).get(pk=game_id)
    is_host = actor is not None and actor == fold.host
    return {
        **card_summary(card, players_known_by_name([card], viewer)),
        "rules_version": fold.created["rules_version"],
        "seats": [kind["kind"] for kind in fold.created["seats"]],
        "deal": _deal_json(fold),
        "clock": _clock_json(fold, head),
        "awaited": fold.awaited,
        "results": _results_json(game_id),
        "is_overridden": bool(card.tournament and fold.is_over and overridden_games([game_id])),
        "head": {"seq": fold.seq, "hash": fold.hash},
        "seat": seat,
        "reserved": fold.reserved.index(actor) if seat is None and actor and actor in fold.reserved else None,
        "expected": _expected_players(game_id, fold, viewer),
        "follows": (fold.created.get("follows") or {}).get("game"),
        "goes_on": follower_of(game_id, fold),
        "leaving": _leaving_cost(sight),
        "is_host": is_host,
        **({"invite": invite_of(game_id)} if is_host else {}),
    }


def _leaving_cost(sight: Sight) -> Json | None:
    """What it costs whoever looks to leave the game now, None if they cannot."""
    head, fold, actor, seat, _ = sight
    if seat is None or fold.status != RUNNING:
        return None
    account = Actor.objects.filter(game=head.game, name=actor).values_list("account", flat=True).first()
    moment = max(now(), read_time(head.last_at))
    return cost_of_leaving(head.game, fold, seat, account or 0, moment)._asdict()


def invite_of(game_id: str) -> str:
    """The secret part of a game's link, for its host only."""
    return Game.objects.values_list("invite", flat=True).get(pk=game_id)


def players_of(seated: Iterable[PlayerGame], known: Collection[int]) -> list[Json]:
    """Who sits where, by name as far as somebody may know them who knows some accounts."""
    return [_player(player, known) for player in sorted(seated, key=lambda player: player.seat)]


def _player(player: PlayerGame, known: Collection[int]) -> Json:
    """Who sits on a seat."""
    shown: Json = {"seat": player.seat, "level": player.level, "handle": None}
    return {**shown, "kind": "bot", "name": player.bot} if player.bot else _person(shown, player.account, known)


def _expected_players(game_id: str, fold: Fold, viewer: Viewer) -> list[Json]:
    """For whom a tournament keeps the seats that are not taken yet."""
    kept = [seat for seat, actor in enumerate(fold.reserved) if actor is not None and fold.seated[seat] is None]
    if not kept:
        return []
    people = {actor.name: actor.account for actor in Actor.objects.filter(game=game_id).select_related("account")}
    levels, known = fold.created["levels"], known_by_name(people.values(), viewer)
    return [
        _person({"seat": seat, "level": levels[seat], "handle": None}, people.get(fold.reserved[seat] or ""), known)
        for seat in kept
    ]


def person_of(account: Account, known: Collection[int]) -> Json:
    """Somebody who has no seat yet."""
    return _person({}, account, known)


def _person(shown: Json, account: Account | None, known: Collection[int]) -> Json:
    """Somebody, or whoever that was; the handle leads to a profile, unless strangers are not to learn who it is."""
    if account is None:
        return {**shown, "kind": ERASED, "name": None}
    if account.pk not in known:
        return {**shown, "kind": UNNAMED, "name": None, "handle": None}
    handle = account.username if account.is_open and not account.is_guest else None
    kind = "guest" if account.is_guest else "person"
    return {**shown, "kind": kind, "name": account.display_name, "handle": handle}


def _deal_json(fold: Fold) -> Json | None:
    """By what the dice can be checked afterwards; the seed is in the log once it is revealed."""
    if "deal" not in fold.dice:
        return None
    said = fold.dice
    return {"id": said["deal"], "commitment": said["commitment"], "is_shared": "contributions" in said}


def _clock_json(fold: Fold, head: Head) -> Json | None:
    clock: dict[str, Any] | None = fold.created.get("clock")
    times: dict[str, datetime | None] = {"asked_at": head.asked_at, "due_at": head.due_at}
    return {**clock, **times} if clock else None


def _results_json(game_id: str) -> list[Json]:
    results = SeatResult.objects.filter(game=game_id).order_by("seat")
    return [
        {
            "seat": result.seat,
            "score": result.score,
            "place": result.place,
            "has_won": result.has_won,
            "has_forfeited": result.has_forfeited,
        }
        for result in results
    ]


BOT_NAMES: Final[dict[str, Promise]] = {"greedy": gettext_lazy("Greedy (bot)"), "random": gettext_lazy("Random (bot)")}


def player_name(player: Json) -> str:
    """Who sits on a seat."""
    if player["kind"] == BOT:
        return str(BOT_NAMES.get(player["name"], player["name"]))
    unnamed = {ERASED: _("Somebody who has left"), UNNAMED: private_player_name(player.get("number"))}
    return unnamed.get(player["kind"]) or str(player["name"])


def names_joined(players: Sequence[Json]) -> str:
    """Some players in a row."""
    return ", ".join(map(player_name, number_private_players(players)))


def number_private_players(players: Sequence[Json]) -> list[Json]:
    """The players of one game, with a number for each of several private ones, in their order."""
    private = [at for at, player in enumerate(players) if player["kind"] == UNNAMED]
    numbers = {at: number for number, at in enumerate(private, 1)} if len(private) > 1 else {}
    return [{**player, "number": numbers.get(at)} for at, player in enumerate(players)]


def names_by_seat(players: Sequence[Json], seats: int) -> list[str]:
    """A name for every seat, free ones included, no two of them the same."""
    known = {player["seat"]: player_name(player) for player in players}
    names = [known.get(seat, _("a free seat")) for seat in range(seats)]
    return [_name_with_seat(name, seat) if names.count(name) > 1 else name for seat, name in enumerate(names)]


def names_at_table(game_id: str, seats: int, viewer: Viewer) -> list[str]:
    """The same for a game, as a viewer may know them."""
    seated = list(PlayerGame.objects.filter(game=game_id).select_related("account"))
    return names_by_seat(players_of(seated, known_by_name([one.account for one in seated], viewer)), seats)


def _name_with_seat(name: str, seat: int) -> str:
    return _("%(name)s on seat %(seat)d") % {"name": name, "seat": seat + 1}
