"""A game as a film: for every event what a viewer may see change, in pictures and in words.

The words speak to whoever plays, and tell of them to everybody else: they are made for each viewer anew and kept
nowhere. What processes keep and streams send are events, without words.
What a frame shows is worked out from the state as the viewer may see it, and the words from the events as a stream
tells them. So a sealed answer is in no frame of anybody else before its round is closed.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.protocol import Json
from games.boards import AnyBoard, Scene, board_of
from games.boards.telling import tell, tick_of
from games.live.messages import Moment, Story, message
from games.log.entries import SYSTEM
from games.log.fold import JOINED, Fold
from games.selectors.names import names_in
from games.selectors.stories import Step, follow
from games.selectors.viewing import Sight, Viewer, sight_of

TICKS: Final = ("end", "drop", "bomb", "rows", "reroll")
"""What an event is marked by, the most important first."""


class Film(NamedTuple):
    """What all frames of a viewer have in common."""

    board: AnyBoard
    players: Sequence[str]
    seated: Sequence[str | None]
    """The actor on each seat, as it is now."""
    seat: int | None
    """The viewer's own."""


def see_frames(game_id: str, viewer: Viewer, after: int = 0) -> Json:
    """The frames of a game after one of its events."""
    sight = sight_of(game_id, viewer)
    before, steps = follow(sight.head, after)
    return {
        "game": game_id,
        "status": sight.fold.status,
        "head": {"seq": sight.fold.seq, "hash": sight.fold.hash},
        "frames": frames_of(sight, before, steps),
    }


def frames_of(sight: Sight, before: Story | None, steps: Sequence[Step]) -> list[Json]:
    """The frames of some steps of a game, after what came before them."""
    fold, seat = sight.fold, sight.seat
    names = names_in(sight.head.game, len(fold.seated), sight.viewer)
    film = Film(board_of(fold.rules.key), names, fold.seated, seat)
    frames: list[Json] = []
    past = None if before is None else seen_state(before.fold, seat)
    for story, moment in steps:
        state = seen_state(story.fold, seat)
        frames.append(_frame(film, story.fold, moment, past, state))
        past = state
    return frames


def seen_state(fold: Fold, seat: int | None) -> Any:
    """The state of a game as a seat may see it, or for None everybody."""
    return fold.state if fold.is_over else fold.rules.view(fold.state, seat)


def _frame(film: Film, fold: Fold, moment: Moment, before: Any, state: Any) -> Json:
    """What an event changes for a viewer."""
    said = message(moment, film.seat)
    event = said["event"]
    scenes = [Scene(_named(film, told), film.players, before, state, film.seat) for told in (*said["opened"], event)]
    ticks = {tick_of(film.board, scene) for scene in scenes}
    return {
        "seq": event["seq"],
        "at": event.get("at"),
        "kind": event["kind"],
        "seat": event.get("seat"),
        "words": " ".join(tell(film.board, scene) for scene in scenes),
        "unasked": " ".join(tell(film.board, scene) for scene in scenes if _is_unasked(film, fold, scene.event)),
        "tick": next((tick for tick in TICKS if tick in ticks), None),
        "phase": fold.rules.awaiting(state).phase,
        "awaited": fold.awaited,
        **film.board.round(state),
        "sheets": _changed(film.board, before, state),
        "falls": [] if before is None else film.board.falls(before, state),
    }


def _named(film: Film, event: Json) -> Json:
    """An event to be told by the names of now; whoever took a seat and has left it again is not who sits there."""
    has_left = event["kind"] == JOINED and event["actor"] != film.seated[event["seat"]]
    return {**event, "seat": None} if has_left else event


def _is_unasked(film: Film, fold: Fold, event: Json) -> bool:
    """Whether something was done for the viewer, as when their time is up; only dice roll without being asked to."""
    is_own = film.seat is not None and event.get("seat") == film.seat
    throws = () if fold.rules.dice is None else fold.rules.dice.throws
    return is_own and event.get("actor") == SYSTEM and event["kind"] not in throws


def _changed(board: AnyBoard, before: Any, state: Any) -> dict[str, Json]:
    """The sheets that look different now, by seat; all of them at the beginning."""
    now = board.sheets(state)
    past = [None] * len(now) if before is None else board.sheets(before)
    return {str(seat): sheet for seat, sheet in enumerate(now) if sheet != past[seat]}
