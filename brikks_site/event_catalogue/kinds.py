"""What each kind of event means and what its data hold; those of a game's rules are asked of the rules themselves."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.errors import Malformed
from engine.protocol import Fields, Json
from engine.registry import AnyGame
from engine.sealing import BLIND
from games.log import disputes, fold
from games.play.cost_of_leaving import EXCUSED, GRACE
from tournaments.events import event_kinds


class Field(NamedTuple):
    """A field of the data of an event."""

    name: str
    meaning: str
    is_always_there: bool = True


class EventKind(NamedTuple):
    """A kind of event: what it says, and the fields of its data."""

    kind: str
    meaning: str
    fields: tuple[Field, ...] = ()
    takes_more: bool = False
    """Whether data may have fields of other names as well."""


def _kind(kind: str, meaning: str, *fields: Field, takes_more: bool = False) -> EventKind:
    return EventKind(kind, meaning, fields, takes_more)


def _sometimes(name: str, meaning: str) -> Field:
    return Field(name, meaning, is_always_there=False)


_REASON: Final = Field("reason", "salted hash of why")
_REASON_IF_ANY: Final = _sometimes("reason", "salted hash of why, if somebody gave a reason")
_STATEMENT: Final = Field("statement", "salted hash of what was said")
_RIGHT: Final = Field("as", "the right by which it was given: `staff` or `organiser`")
_SEAL: Final = Field("seal", "a hash by which the site knows its own ruling again")
_SETTLES: Final = _sometimes("dispute", "seq of the dispute that it settles")

GAME_KINDS: Final = (
    _kind(
        fold.CREATED,
        "The game is set up; always the first event.",
        Field("key", "which game"),
        Field("rules_version", "version of its rules"),
        Field("variant", "variant of the game"),
        Field("levels", "level of each seat"),
        Field("seats", "kind of each seat (`person`, `guest`, `bot`), with the `bot` or the reserved `actor`"),
        Field("clock", "`seconds` and `timeout`, or null"),
        Field("rated", "whether it counts for ratings"),
        Field("visibility", "`public`, `private` or `hidden`"),
        Field("dice", "scheme, deal and commitment, or null"),
        _sometimes("club", "id of the club"),
        _sometimes("tournament", "id, round, table, and where the tournament's log ended"),
        _sometimes("again", "true if it is played for fun on a closed deal"),
        _sometimes(GRACE, "how often a day somebody may leave it without a loss, and how long"),
        _sometimes("follows", "game, seq and hash of the game that waited in vain, and `without` whom"),
        takes_more=True,
    ),
    _kind(
        fold.JOINED,
        "Somebody takes a seat.",
        Field("contribution", "what they add to the dice, or an empty text"),
        _sometimes("kept", "true if seat and contribution come from the game that this one follows"),
    ),
    _kind(fold.LEFT, "A seat is free again, before the start."),
    _kind(fold.STARTED, "The game begins."),
    _kind(fold.FINISHED_KIND, "The rules have come to their end."),
    _kind(
        fold.ADJUDICATED_KIND,
        "The game is ended by decision.",
        Field("how", "`as-stands` or `forfeit`"),
        _sometimes("seats", "seats that forfeit it"),
        _REASON_IF_ANY,
    ),
    _kind(fold.ABORTED_KIND, "The game is called off.", _sometimes("goes_on", "the game that follows it")),
    _kind(fold.REVEALED, "The secret of the dice is told, so that anybody can check them.", Field("seed", "in hex")),
)
DISPUTE_KINDS: Final = (
    _kind(
        disputes.OPENED_KIND,
        "Somebody flags an event of the game for review.",
        Field("event", "seq of that event"),
        _STATEMENT,
    ),
    _kind(
        disputes.ANSWERED_KIND,
        "Somebody says something about a dispute.",
        Field("dispute", "seq of the dispute"),
        _STATEMENT,
    ),
    _kind(disputes.DISMISSED_KIND, "A ruling: nothing changes.", _SETTLES, _REASON, _RIGHT, _SEAL),
    _kind(disputes.VOIDED_KIND, "A ruling: the game counts for nobody.", _SETTLES, _REASON, _RIGHT, _SEAL),
    _kind(
        disputes.FORFEITED_KIND,
        "A ruling: some seats forfeit the game.",
        Field("seats", "those seats"),
        _SETTLES,
        _REASON,
        _RIGHT,
        _SEAL,
    ),
    _kind(
        disputes.REVERSED_KIND,
        "An earlier ruling counts no more.",
        Field("ruling", "seq of that ruling"),
        _REASON,
        _RIGHT,
        _SEAL,
    ),
)
RULES_MEANINGS: Final[dict[str, dict[str, str]]] = {
    "brikks": {
        "start": "A seat chooses its first block and where it stands.",
        "roll": "The dice are rolled; the active seat begins a round.",
        "keep": "The active seat keeps the roll.",
        "reroll": "The active seat rolls once more instead.",
        "place": "A seat lands a block on its sheet.",
        "bomb": "A seat uses a bomb instead of placing a block.",
        "drop": "A seat is out: stuck, resigned, timed out, or stopped.",
        "mini": "In a duel, a seat draws a mini block on the other's sheet.",
        "waive": "In a duel, a seat gives up the mini blocks it could still draw.",
    },
}
"""What the events of each game mean in words; their fields are asked of the rules."""
RULES_FIELDS: Final[dict[str, str]] = {
    "color": "colour of the block",
    "number": "number on the die",
    "column": "column of the block in the block table",
    "x": "column of the sheet, from 0",
    "y": "row of the sheet, from 0",
    "reason": "why the seat is out",
}
ADDED_TO_RULES: Final = (
    _sometimes(BLIND, "random value, so that a sealed answer cannot be guessed from its hash"),
    _sometimes(EXCUSED, "which leave by grace of the day this is, for a `drop` that costs no rating"),
)
"""What the platform adds to the data of some events of the rules."""

_ROUND: Final = Field("round", "number of the round")
_ENTRANT: Final = Field("entrant", "id of the entrant")
_OPENS: Final = Field("opens_at", "when it opens")
_CLOSES: Final = Field("closes_at", "when it closes")
_SETTINGS: Final = Field("settings", "all settings")
_CAUSE: Final = Field("cause", "why: an outage or a step of the clock")
_RESULT: Final = (
    _ROUND,
    Field("table", "number of the table"),
    Field("seats", "each entrant's score, place, rows, and whether they forfeited"),
    Field("void", "whether it counts for nobody"),
    Field("source", "`game`, `paper`, `deadline` or `no-show`"),
    _sometimes("game", "id of the game"),
    _sometimes("game_seq", "seq of the event up to which the game's log was read"),
    _sometimes("game_hash", "hash of that event"),
)
_WAS: Final = Field("was", "the result before, or null")

TOURNAMENT_KINDS: Final = (
    _kind(
        event_kinds.CREATED,
        "An organiser drafts the tournament; always the first event.",
        Field("club", "id of the club"),
        Field("format_version", "version of the format by which rounds are paired"),
        Field("is_public", "whether everybody may see it"),
        Field("commitment", "commitment to the seed from which lots are drawn"),
        _SETTINGS,
    ),
    _kind(event_kinds.CHANGED, "The settings are changed.", _SETTINGS, Field("is_public", "as above")),
    _kind(event_kinds.PUBLISHED, "The draft is published."),
    _kind(event_kinds.UNPUBLISHED, "It is a draft again."),
    _kind(event_kinds.OPENED, "Registration opens."),
    _kind(event_kinds.CHECK_IN_OPENED, "Check-in opens."),
    _kind(
        event_kinds.STARTED,
        "The tournament begins.",
        Field("rounds", "how many rounds it has"),
        _sometimes("seed", "the seed that was committed to"),
    ),
    _kind(event_kinds.PAUSED, "The calendar stops."),
    _kind(
        event_kinds.RESUMED,
        "The calendar goes on.",
        Field("shift", "seconds by which everything to come is later"),
        _SETTINGS,
        _sometimes("round", "the round that was open"),
        _sometimes("opens_at", "its new opening"),
        _sometimes("closes_at", "its new end"),
        _sometimes("waits_until", "until when its tables wait now"),
    ),
    _kind(
        event_kinds.CANCELLED,
        "The tournament is called off.",
        _sometimes("reason", "salted hash of why, from an organiser"),
        _sometimes("cause", "`too-few` if hardly anybody came"),
    ),
    _kind(
        event_kinds.FINISHED,
        "The tournament is over.",
        Field("standings", "the final table: entrant, place and points of each"),
    ),
    _kind(
        event_kinds.ENTERED,
        "Somebody enters.",
        _ENTRANT,
        Field("number", "their number in the tournament"),
        Field("joined_round", "first round in which they are paired"),
        Field("who", "`account`, `person` or `bot`"),
        _sometimes("actor", "their id in this log, with an account"),
        _sometimes("bot", "name of the bot"),
    ),
    _kind(event_kinds.CHECKED_IN, "An entrant says that they are there.", _ENTRANT),
    _kind(event_kinds.WITHDRAWN, "An entrant goes out.", _ENTRANT, _ROUND),
    _kind(
        event_kinds.REMOVED,
        "An entrant is taken out.",
        _ENTRANT,
        _ROUND,
        _sometimes("reason", "salted hash of why, from an organiser"),
        _sometimes("cause", "`check-in` or `no-shows`, when it happens by itself"),
    ),
    _kind(
        event_kinds.RETURNED,
        "An entrant who had gone is in again.",
        _ENTRANT,
        _ROUND,
        Field("joined_round", "first round in which they are paired"),
    ),
    _kind(event_kinds.FORBIDDEN, "Two entrants are kept apart.", Field("entrants", "the two")),
    _kind(event_kinds.ALLOWED, "They may meet again.", Field("entrants", "the two")),
    _kind(
        event_kinds.ROUND_PAIRED,
        "A round is paired.",
        _ROUND,
        Field("run", "how often this round was paired"),
        Field("version", "version of the format"),
        Field("seed", "seed from which lots are drawn"),
        Field("inputs", "hash of everything that the pairing was drawn from"),
        _OPENS,
        _CLOSES,
        Field("paper", "tables played on paper"),
        Field("tables", "the entrants at each table, by seat"),
        Field("byes", "who has a bye"),
        Field("reasons", "why each entrant was paired so"),
    ),
    _kind(event_kinds.ROUND_PUBLISHED, "Everybody can see the pairings.", _ROUND, Field("run", "which pairing")),
    _kind(event_kinds.ROUND_UNPUBLISHED, "The pairings are taken back.", _ROUND),
    _kind(
        event_kinds.ROUND_DEALT,
        "The dice of a round are fixed, before it opens.",
        _ROUND,
        Field("deal", "id of the deal"),
        Field("commitment", "commitment to its seed"),
    ),
    _kind(
        event_kinds.ROUND_OPENING,
        "The tables of a round are being set up.",
        _ROUND,
        _OPENS,
        _CLOSES,
        Field("absent", "paired entrants who have gone since"),
        Field("deal", "id of the shared deal, or null"),
    ),
    _kind(
        event_kinds.ROUND_OPENED,
        "All tables are there; the round can be played.",
        _ROUND,
        _sometimes("waits_until", "until when tables wait for whoever is missing"),
    ),
    _kind(
        event_kinds.ROUND_EXTENDED,
        "A round gets another end.",
        _ROUND,
        _CLOSES,
        _REASON_IF_ANY,
        _CAUSE._replace(is_always_there=False),
    ),
    _kind(
        event_kinds.ROUND_WAITED,
        "Tables wait longer for whoever is missing.",
        _ROUND,
        Field("waits_until", "until when"),
        _CAUSE,
    ),
    _kind(event_kinds.ROUND_CLOSING, "The time of a round is over; what is unfinished is being decided.", _ROUND),
    _kind(event_kinds.ROUND_CLOSED, "A round is closed.", _ROUND),
    _kind(
        event_kinds.ROUND_REOPENED,
        "The last round is opened again.",
        _ROUND,
        _CLOSES,
        Field("is_anew", "whether everything is played anew with other dice"),
        Field("again", "tables that begin anew"),
        Field("absent", "entrants at these tables who are gone"),
        _REASON,
    ),
    _kind(
        event_kinds.TABLE_STARTED,
        "A table begins without those who have not come.",
        _ROUND,
        Field("table", "number of the table"),
        Field("absent", "who has not come"),
        Field("cause", "always `no-show`"),
        Field("called_off", "the game that waited"),
        _sometimes("waited_until", "until when it waited"),
        _sometimes("reason", "salted hash of why, from an organiser"),
    ),
    _kind(
        event_kinds.RECORDED,
        "A table has a result.",
        *_RESULT,
        _sometimes("was", "the result before, where there was one"),
        _sometimes("reason", "salted hash of why, from an organiser"),
    ),
    _kind(
        event_kinds.OVERRIDDEN,
        "An organiser decides the result of a table.",
        *_RESULT,
        _WAS,
        _REASON_IF_ANY,
    ),
    _kind(
        event_kinds.TAKEN_BACK,
        "A result that an organiser had entered counts no more; here is what counts again.",
        *_RESULT[:2],
        Field("seats", "as in `result/recorded`, or null where nothing was played"),
        *(one._replace(is_always_there=False) for one in _RESULT[3:]),
        _WAS,
        _REASON,
    ),
)
PLATFORM_KINDS: Final = (*GAME_KINDS, *DISPUTE_KINDS)
DECLARED: Final[dict[str, EventKind]] = {one.kind: one for one in (*PLATFORM_KINDS, *TOURNAMENT_KINDS)}


def rules_kinds(game: AnyGame) -> tuple[EventKind, ...]:
    """The events of a game's rules, as the rules read them, with what the platform may add."""
    return tuple(
        EventKind(kind, RULES_MEANINGS.get(game.key, {}).get(kind, ""), (*_rules_fields(game, kind), *ADDED_TO_RULES))
        for kind in _rules_names(game)
    )


def _rules_names(game: AnyGame) -> list[str]:
    """The kinds that a game says it knows when it is asked for another one; else those that it names anyway."""
    throws = game.dice.throws if game.dice is not None else ()
    named = [*dict.fromkeys((*throws, *game.answers, *game.departures))]
    try:
        game.decode({"kind": "?", "seat": 0})
    except Malformed as refusal:
        known = refusal.facts.get("known")
        return named if known is None else str(known).split(", ")
    return named


def _rules_fields(game: AnyGame, kind: str) -> Iterator[Field]:
    """The fields that a game asks for, one after the other."""
    fields: Json = {"kind": kind, "seat": 0}
    while (missing := _missing_field(game, fields)) is not None:
        yield Field(missing, RULES_FIELDS.get(missing, ""))
        fields[missing] = 0


def _missing_field(game: AnyGame, fields: Json) -> str | None:
    """The next field that is missing; a value of the wrong type is replaced by a text."""
    try:
        game.decode(fields)
    except Malformed as refusal:
        if refusal.code == "event/wrong-type" and fields.get(str(refusal.facts["field"])) == 0:
            fields[str(refusal.facts["field"])] = ""
            return _missing_field(game, fields)
        return str(refusal.facts["field"]) if refusal.code == "event/missing-field" else None
    except ValueError:
        return None
    return None


def faults(known: EventKind, data: Fields) -> list[str]:
    """What the data of an event have or lack against the catalogue."""
    names = {field.name for field in known.fields}
    lacking = [f"lacks {field.name}" for field in known.fields if field.is_always_there and field.name not in data]
    return [*lacking, *(f"has {name}" for name in data if name not in names and not known.takes_more)]
