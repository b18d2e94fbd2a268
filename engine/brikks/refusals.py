"""Everything the rules of Brikks may refuse: code and sentence side by side, so that they can be read and translated.

Codes are a promise to programs and do not change; sentences are for people.
"""

from collections.abc import Iterable
from typing import Final

from engine.errors import Illegal, Malformed, Word

MALFORMED: Final = {
    "event/no-kind": "An event needs a kind; the kinds are {known}.",
    "event/unknown-kind": "There is no event of the kind “{kind}”; the kinds are {known}.",
    "event/missing-field": "The event “{kind}” needs the field “{field}”.",
    "event/wrong-type": "The field “{field}” must be {wanted}, not {value}.",
    "event/unknown-seat": "There is no seat {seat} at this table.",
    "event/unknown-color": "“{color}” is not a colour of the block table; those are {known}.",
    "event/unknown-number": "There is no {number}: the number die and the columns of the block table go from 1 to 4.",
    "event/unknown-reason": "“{reason}” is not a reason to drop out; the reasons are {known}.",
    "setup/unknown-variant": "There is no variant “{variant}”; there are {known}.",
    "setup/players": "Each seat needs its level: for “{variant}” that makes {players}, not {given}.",
    "setup/level": "A level is a whole number from 1 to 4, not {level}.",
    "setup/levels": "The levels must be a list with one level for each seat.",
    "setup/unknown-timeout": "A time-out cannot mean “{policy}”; it can mean {known}.",
    "state/unreadable": "This is not a stored position of this game: {reason}.",
}

ILLEGAL: Final = {
    "game/over": "The game is over.",
    "seat/out": "Seat {seat} is out of the game.",
    "turn/other-seat": "It is seat {active}'s turn, not seat {seat}'s.",
    "turn/already-answered": "Seat {seat} has already answered this roll.",
    "turn/wrong-phase": "“{kind}” is not possible now: {phase}.",
    "start/color-taken": "Another player has already picked {color}.",
    "start/outside": "The {color} start block does not fit on the bottom row at x = {x}.",
    "roll/no-reroll": "There is no second roll in a solo game.",
    "move/outside": "The block {color} {column} does not lie wholly on the sheet there.",
    "move/energy": "That block costs {price} energy; only {ready} are ready.",
    "move/overlap": "The block would cover cells that are already drawn.",
    "move/floating": "The block would hang in the air: it can still fall further down.",
    "move/unreachable": "The block cannot get there by falling and sliding from above.",
    "bomb/none-left": "All bombs are used.",
    "drop/fits": "The rolled block still fits somewhere, so seat {seat} is not stuck.",
    "drop/stop": "Stopping is only possible once every other player has forfeited a standard game.",
    "mini/none-owed": "Seat {seat} has no mini block to draw.",
    "mini/outside": "A mini block must lie on the sheet.",
    "mini/overlap": "That cell is already drawn.",
    "mini/floating": "The mini block would hang in the air: it can still fall further down.",
    "mini/unreachable": "The mini block cannot get there by falling and sliding from above.",
    "mini/touching": "Mini blocks drawn in the same round may touch each other only at corners.",
}

PHASES: Final = {
    "start": Word("the start blocks are being drawn"),
    "roll": Word("the next roll is awaited"),
    "decide": Word("the roll has to be kept or rolled again"),
    "moves": Word("the roll has to be answered"),
    "minis": Word("mini blocks are being drawn"),
    "over": Word("the game is over"),
}


def words(known: Iterable[str]) -> str:
    """What there is to choose from, as a list in a sentence."""
    return ", ".join(known)


def malformed(code: str, **facts: object) -> Malformed:
    """The refusal of something that cannot be understood."""
    return Malformed(code, MALFORMED[code], **facts)


def illegal(code: str, **facts: object) -> Illegal:
    """The refusal of something that the rules do not allow now."""
    return Illegal(code, ILLEGAL[code], **facts)
