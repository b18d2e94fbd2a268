"""What can be agreed on before a game begins, and what of it cannot be or does not go together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine import dice
from engine.canonical import canonical
from engine.errors import Illegal, Malformed, as_json
from engine.log import RESERVED, is_id
from engine.protocol import Json
from engine.records import DEFAULT_GAME, DEFAULT_RULES
from engine.registry import AnyGame, find
from games.log.entries import BOT


def is_anchor(said: Any) -> bool:
    """Whether a value says of which tournament, round and table a game is, and where the tournament's log ended."""
    if not isinstance(said, dict) or said.keys() != {"id", "round", "table", "seq", "hash"}:
        return False
    numbers = (said["round"], said["table"], said["seq"])
    return is_id(said["id"]) and dice.is_hash(said["hash"]) and all(type(one) is int and one > 0 for one in numbers)


PUBLIC: Final = "public"
PRIVATE: Final = "private"
HIDDEN: Final = "hidden"
VISIBILITIES: Final = (PUBLIC, PRIVATE, HIDDEN)
PERSON: Final = "person"
GUEST: Final = "guest"
ACCOUNT: Final = "account"
"""Under what a seat names the account for which it is reserved."""
SEAT_KINDS: Final = (PERSON, GUEST, BOT)
SERVER_DICE: Final = "server"
DICE_SOURCES: Final = (SERVER_DICE, dice.TABLE)
SHORTEST_DECISION: Final = 5
LONGEST_DECISION: Final = 14 * 24 * 3600
"""The least and the most seconds that a decision may take."""
LONGEST_MORE: Final = 1000
"""How much a log, which is kept for good, takes of further settings."""
RESERVED_KEYS: Final = RESERVED.union(
    ("key", "rules_version", "variant", "levels", "seats", "clock", "rated", "visibility", "dice", "replaces"),
    ("format", "game", "id", "players", "events", "chain", "result", "checkpoint", "club", "tournament"),
    ("at", "actor", "hash", "blind", "again", "follows", "kept", "goes_on", "grace"),
)
"""What events, the first one of a log and records say in words of their own."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed on before a game begins."""

    variant: str
    levels: Sequence[int]
    seats: Sequence[Json]
    """One per seat: `{"kind": "person"}`, `{"kind": "guest"}` for anybody, `{"kind": "bot", "bot": "greedy"}`.

    In a tournament's game those of people name the account for which the seat is reserved, `{"account": 7}` besides.
    """
    seconds: int | None = None
    """The time for a decision; None for a game without a clock."""
    timeout: str | None = None
    """What happens to a seat that lets it run out; None for what the game does by default."""
    rated: bool = False
    visibility: str = PUBLIC
    dice: str = SERVER_DICE
    deal: str | None = None
    """A shared deal, whose contributions are frozen."""
    offer: str | None = None
    """Dice that were offered on a page before anybody has added to them; see `games.play.deals`."""
    club: str | None = None
    """The id of the club in which it is played."""
    tournament: Json | None = None
    """Of which tournament it is a game, and where the log of that ends when the game is made: `{"id", "round", "table",
    "seq", "hash"}`; only the server says so."""
    again: bool = False
    """Whether it is played for fun on a shared deal that is closed; see `games.play.creation`."""
    follows: Json | None = None
    """Which game of the tournament it follows that has waited for somebody in vain, where the log of that ended, and
    for which accounts: `{"game", "seq", "hash", "without"}`; see `games.play.restart_without_absent`."""
    key: str = DEFAULT_GAME
    rules_version: int = DEFAULT_RULES
    more: Json = field(default_factory=dict)
    """Further settings that the game itself understands."""


def check_setup(setup: Setup, is_by_server: bool = False) -> AnyGame:
    """The rules of the game, refused unless everything that was agreed on fits together."""
    rules = find(setup.key, setup.rules_version)
    _check_more(setup.more)
    rules.start({**setup.more, "variant": setup.variant, "levels": setup.levels})
    _check_seats(setup, rules)
    _one_of("visibility", setup.visibility, VISIBILITIES)
    _one_of("dice", setup.dice, DICE_SOURCES)
    _one_of("timeout", setup.timeout, (None, *rules.timeouts))
    _one_of("rated", setup.rated, (True, False))
    _check_time(setup.seconds)
    _check_together(setup, rules)
    _check_by_server(setup, rules, is_by_server)
    return rules


def _check_more(more: Any) -> None:
    """What a game is set up with beyond the ordinary must not pass for something else in logs and records."""
    if not isinstance(more, dict) or not RESERVED_KEYS.isdisjoint(more):
        template = "Further settings are an object without the keys {keys}."
        raise Malformed("setup/more", template, keys=", ".join(sorted(RESERVED_KEYS)))
    if len(canonical(more)) > LONGEST_MORE:
        raise Malformed("setup/too-long", "Further settings have at most {most} characters.", most=LONGEST_MORE)


def _check_seats(setup: Setup, rules: AnyGame) -> None:
    if not isinstance(setup.seats, list | tuple):
        raise Malformed("setup/seats", "The seats are a list with one entry for each.")
    if len(setup.seats) != len(setup.levels):
        raise Malformed("setup/seats", "There are {levels} levels for {seats} seats.", **_counts(setup))
    for seat in setup.seats:
        _check_seat(seat, rules)


def _check_seat(seat: Any, rules: AnyGame) -> None:
    kind = seat.get("kind") if isinstance(seat, dict) else None
    _one_of("seat", kind, SEAT_KINDS)
    if kind == BOT:
        _one_of("bot", seat.get("bot"), tuple(rules.bots))
    elif type(seat.get(ACCOUNT, 0)) is not int:
        raise Malformed("setup/account", "A seat is reserved for an account by its number.")


def _check_time(seconds: Any) -> None:
    if seconds is not None and (type(seconds) is not int or not SHORTEST_DECISION <= seconds <= LONGEST_DECISION):
        template = "The time for a decision is {least} seconds to {most} seconds, or none."
        raise Malformed("setup/seconds", template, least=SHORTEST_DECISION, most=LONGEST_DECISION)


def _check_together(setup: Setup, rules: AnyGame) -> None:
    """Refuse what cannot go together."""
    if setup.deal is not None and not is_id(setup.deal):
        raise Malformed("setup/deal", "A shared deal is named by its id.")
    if setup.club is not None and not is_id(setup.club):
        raise Malformed("setup/club", "A club is named by its id.")
    if setup.offer is not None and (rules.dice is None or setup.dice == dice.TABLE or setup.deal is not None):
        raise Illegal("setup/offer", "Dice that were offered are for a game of their own in which the site rolls.")
    kinds = {seat["kind"] for seat in setup.seats}
    if setup.dice == dice.TABLE and rules.dice is None:
        raise Illegal("setup/no-dice", "This game has no dice.")
    if setup.dice == dice.TABLE and (setup.deal is not None or BOT in kinds):
        raise Illegal("setup/table-dice", "With dice on the table there is no shared deal and no bot.")
    if setup.dice == dice.TABLE and setup.seconds is not None:
        raise Illegal("setup/table-clock", "With dice on the table there is no clock; people wait for each other.")
    if setup.again and (setup.rated or setup.deal is None or setup.tournament is not None):
        raise Illegal("setup/again", "A closed deal is played again for fun, outside of tournaments and unrated.")
    if setup.rated and (setup.dice == dice.TABLE or kinds != {PERSON}):
        raise Illegal("setup/unrated", "Only games between registered players with the server's dice can be rated.")


def _check_by_server(setup: Setup, rules: AnyGame, is_by_server: bool) -> None:
    """Refuse what only the server may agree on, for tournaments: bots on a shared deal, and reserved seats."""
    kinds = {seat["kind"] for seat in setup.seats}
    players = {PERSON, BOT} if is_by_server else {PERSON, GUEST} if setup.again else {PERSON}
    if setup.deal is not None and (rules.dice is None or not kinds <= players):
        raise Illegal("setup/shared-deal", "A shared deal is played by registered people, in a game with dice.")
    reserved = [ACCOUNT in seat for seat in setup.seats if seat["kind"] != BOT]
    if setup.tournament is None and setup.follows is None and not any(reserved):
        return
    if not is_by_server:
        raise Illegal("setup/tournament", "Only a tournament itself makes its games and reserves their seats.")
    if not is_anchor(setup.tournament) or not all(reserved):
        raise Malformed("setup/anchor", "A tournament's game names its place there, and for whom every seat is.")


def _one_of(what: str, value: Any, known: Sequence[Any]) -> None:
    if not any(value is choice or (type(value) is str and value == choice) for choice in known):
        words = ", ".join(str(choice) for choice in known if choice is not None)
        raise Malformed(
            "setup/choice",
            "{value} is no choice for “{what}”; there are: {known}.",
            value=as_json(value),
            what=what,
            known=words,
        )


def _counts(setup: Setup) -> dict[str, int]:
    return {"levels": len(setup.levels), "seats": len(setup.seats)}
