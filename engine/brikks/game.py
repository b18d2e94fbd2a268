"""Brikks as the platform sees it: the `Game` protocol, each method one step away from the module that knows."""

from typing import Any, Final

from engine.brikks.blocks import FACE_LIST, FACES
from engine.brikks.bots import BOTS
from engine.brikks.drawing import draw_state
from engine.brikks.events import Bomb, Drop, Event, Place, decode, encode
from engine.brikks.figures import LEVELS, SOLO_TITLES
from engine.brikks.options import actions, is_stuck, options, placements, preview
from engine.brikks.refusals import malformed, words
from engine.brikks.rules import TIMEOUTS, apply, replay, resigned, timed_out
from engine.brikks.scoring import merits, rated_score, score, solo_title, standing
from engine.brikks.sheet import STUCK, has_bomb
from engine.brikks.snapshot import freeze, thaw
from engine.brikks.state import MOVES, ROLL, VARIANTS, State, Variant, awaited, first_state, in_play
from engine.errors import as_json
from engine.protocol import OVER, Fields, Json, Outcome, Turn


class BrikksDice:
    """The colour die and the number die, as one with 24 faces."""

    faces: Final = len(FACE_LIST)
    throws: Final = {"roll": 0, "reroll": 1}

    def due(self, state: State) -> Json | None:
        """The roll with which a round begins."""
        return {"kind": "roll", "seat": state.active} if state.phase == ROLL else None

    def read(self, fields: Fields) -> int | None:
        """The face with the colour and the number of a roll."""
        color, number = fields.get("color"), fields.get("number")
        if type(color) is not str or type(number) is not int or (color, number) not in FACES:
            return None
        return FACE_LIST.index(FACES[color, number])

    def write(self, face: int) -> Json:
        """The colour and the number of a face."""
        return {"color": FACE_LIST[face].color, "number": FACE_LIST[face].column}


class Brikks:
    """The rules of Brikks, version 1."""

    key: Final = "brikks"
    rules_version: Final = 1
    dice: Final = BrikksDice()
    bots: Final = BOTS
    timeouts: Final = TIMEOUTS
    answers: Final = ("place", "bomb")
    departures: Final = ("drop",)
    titles: Final = SOLO_TITLES

    rated = staticmethod(rated_score)
    title = staticmethod(solo_title)
    decode = staticmethod(decode)
    encode = staticmethod(encode)
    apply = staticmethod(apply)
    replay = staticmethod(replay)
    options = staticmethod(options)
    actions = staticmethod(actions)
    preview = staticmethod(preview)
    timed_out = staticmethod(timed_out)
    resigned = staticmethod(resigned)
    freeze = staticmethod(freeze)
    thaw = staticmethod(thaw)
    draw = staticmethod(draw_state)

    def start(self, header: Fields) -> State:
        """The state before the first start block; the header names the variant and the levels."""
        variant = _variant(header.get("variant"))
        return first_state(variant, _levels(header.get("levels"), variant))

    def awaiting(self, state: State) -> Turn:
        """The phase and who must act."""
        return Turn(state.phase, awaited(state))

    def forced(self, state: State) -> Event | None:
        """Dropping out, for a seat with no landing it can pay for and no bomb left."""
        if state.phase != MOVES:
            return None
        helpless = (
            seat
            for seat in awaited(state)
            if not has_bomb(state.sheets[seat]) and is_stuck(state, seat) and not any(placements(state, seat))
        )
        return next((Drop(seat, STUCK) for seat in helpless), None)

    def outcome(self, state: State) -> Outcome:
        """Scores, and what decides the game."""
        scores = tuple(score(sheet, state.variant)._asdict() for sheet in state.sheets)
        return Outcome(state.phase == OVER, scores, merits(state), standing(state))

    def forfeits(self, state: State) -> tuple[int, ...]:
        """Who resigned or ran out of time."""
        return state.forfeits

    def view(self, state: State, seat: int | None) -> State:
        """The sheets as everybody may see them, and one's own as it is."""
        sheets = tuple(
            own if at == seat else public
            for at, (own, public) in enumerate(zip(state.sheets, state.public, strict=True))
        )
        return state._replace(sheets=sheets, playing=in_play(sheets))

    def is_answer(self, event: Event) -> bool:
        """Placing, bombing and dropping out stuck answer a roll."""
        return isinstance(event, Place | Bomb) or (isinstance(event, Drop) and event.reason == STUCK)

    def sealed(self, state: State) -> list[int]:
        """The seats whose sheet is not yet what everybody sees."""
        return [
            seat for seat, (own, public) in enumerate(zip(state.sheets, state.public, strict=True)) if own != public
        ]


def _variant(key: Any) -> Variant:
    if not isinstance(key, str) or key not in VARIANTS:
        raise malformed("setup/unknown-variant", variant=key, known=words(VARIANTS))
    return VARIANTS[key]


def _levels(levels: Any, variant: Variant) -> tuple[int, ...]:
    if not isinstance(levels, list | tuple):
        raise malformed("setup/levels")
    if not variant.fewest <= len(levels) <= variant.most:
        players = variant.fewest if variant.fewest == variant.most else f"{variant.fewest} to {variant.most}"
        raise malformed("setup/players", variant=variant.key, players=players, given=len(levels))
    for level in levels:
        if type(level) is not int or level not in LEVELS:
            raise malformed("setup/level", level=as_json(level))
    return tuple(levels)


BRIKKS: Final = Brikks()
