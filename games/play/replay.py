"""A game as frames, one for every event: what a viewer may see change, in pictures and in words; and a game after any
of its events, to be gone through again.

The words speak to whoever plays, and tell of them to everybody else: they are made for each viewer anew and kept
nowhere. What processes keep and streams send are events, without words. What a frame shows is worked out from the state
as the viewer may see it, and the words from the events as a stream tells them. So a sealed answer is in no frame of
anybody else before its round is closed.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.log.disputes import KINDS as OF_REVIEWS
from games.log.entries import SYSTEM
from games.log.fold import JOINED, Fold
from games.play.cards import card_of, names_at_table, names_by_seat
from games.play.event_messages import Moment, Step, Story, event_message, story_steps
from games.play.visibility import Sight, sight_of
from games.presenters.platform_events import event_in_words, tick_of
from games.presenters.protocol import AnyPresenter, Scene
from games.presenters.registry import presenter_of
from games.statuses import RUNNING

TICKS: Final = ("end", "drop", "bomb", "rows", "reroll")
"""What an event is marked by, the most important first."""


class FrameContext(NamedTuple):
    """What all frames of a viewer have in common."""

    board: AnyPresenter
    players: Sequence[str]
    seated: Sequence[str | None]
    """The actor on each seat, as it is now."""
    seat: int | None
    """The viewer's own."""


def see_frames(game_id: str, viewer: Viewer, after: int = 0) -> Json:
    """The frames of a game after one of its events."""
    sight = sight_of(game_id, viewer)
    before, steps = story_steps(sight.head, after)
    return {
        "game": game_id,
        "status": sight.fold.status,
        "head": {"seq": sight.fold.seq, "hash": sight.fold.hash},
        "frames": frames_of(sight, before, steps),
    }


def frames_of(sight: Sight, before: Story | None, steps: Sequence[Step]) -> list[Json]:
    """The frames of some steps of a game, after what came before them."""
    fold, seat = sight.fold, sight.seat
    names = names_at_table(sight.head.game, len(fold.seated), sight.viewer)
    film = FrameContext(presenter_of(fold.rules.key), names, fold.seated, seat)
    frames: list[Json] = []
    past = None if before is None else visible_state(before.fold, seat)
    for story, moment in steps:
        state = visible_state(story.fold, seat)
        frames.append(_frame(film, story.fold, moment, past, state))
        past = state
    return frames


def visible_state(fold: Fold, seat: int | None) -> Any:
    """The state of a game as a seat may see it, or for None everybody."""
    return fold.state if fold.is_over else fold.rules.view(fold.state, seat)


def _frame(film: FrameContext, fold: Fold, moment: Moment, before: Any, state: Any) -> Json:
    """What an event changes for a viewer."""
    said = event_message(moment, film.seat)
    event = said["event"]
    scenes = [
        Scene(_with_current_name(film, told), film.players, before, state, film.seat)
        for told in (*said["opened"], event)
    ]
    ticks = {tick_of(film.board, scene) for scene in scenes}
    return {
        "seq": event["seq"],
        "at": event.get("at"),
        "kind": event["kind"],
        "seat": event.get("seat"),
        "words": " ".join(event_in_words(film.board, scene) for scene in scenes),
        "unasked": " ".join(
            event_in_words(film.board, scene) for scene in scenes if _is_unasked(film, fold, scene.event)
        ),
        "tick": next((tick for tick in TICKS if tick in ticks), None),
        "phase": fold.rules.awaiting(state).phase,
        "awaited": fold.awaited,
        **film.board.round(state),
        "sheets": _changed_sheets(film.board, before, state),
        "falls": [] if before is None else film.board.falls(before, state),
    }


def _with_current_name(film: FrameContext, event: Json) -> Json:
    """An event to be told by the names of now; whoever took a seat and has left it again is not who sits there."""
    has_left = event["kind"] == JOINED and event["actor"] != film.seated[event["seat"]]
    return {**event, "seat": None} if has_left else event


def _is_unasked(film: FrameContext, fold: Fold, event: Json) -> bool:
    """Whether something was done for the viewer, as when their time is up; only dice roll without being asked to."""
    is_own = film.seat is not None and event.get("seat") == film.seat
    throws = () if fold.rules.dice is None else fold.rules.dice.throws
    return is_own and event.get("actor") == SYSTEM and event["kind"] not in throws


def _changed_sheets(board: AnyPresenter, before: Any, state: Any) -> dict[str, Json]:
    """The sheets that look different now, by seat; all of them at the beginning."""
    now = board.sheets(state)
    past = [None] * len(now) if before is None else board.sheets(before)
    return {str(seat): sheet for seat, sheet in enumerate(now) if sheet != past[seat]}


SEAT_OUT: Final = "out"
SEAT_ANSWERED: Final = "answered"
SEAT_AWAITED: Final = "awaited"
SEAT_ACTIVE: Final = "active"


def players_with_sheets(
    card: Json, names: list[str], board: AnyPresenter, state: Any, fold: Fold, own: int | None
) -> list[Json]:
    """Everybody with their place, one's own first, then clockwise."""
    seats = len(names)
    order = [((own or 0) + step) % seats for step in range(seats)]
    places = board.places(state) or [{"seat": seat} for seat in range(seats)]
    known = {player["seat"]: player for player in card["players"]}
    turn = board.round(state)
    answered = turn["answered"] if fold.status == RUNNING else []
    return [
        {
            **known.get(seat, {"kind": "free", "handle": None, "level": card["levels"][seat]}),
            "seat": seat,
            "name": names[seat],
            "place": places[seat],
            "is_own": seat == own,
            "state": _seat_state(fold, places[seat], seat, answered, turn["active"]),
        }
        for seat in order
    ]


def _seat_state(fold: Fold, place: Json, seat: int, answered: list[int], active: int | None) -> str:
    """What a seat is about, in one word."""
    if place.get("left"):
        return SEAT_OUT
    if seat in answered:
        return SEAT_ANSWERED
    if seat not in fold.awaited:
        return ""
    return SEAT_ACTIVE if fold.awaited == [active] else SEAT_AWAITED


def see_replay(game_id: str, viewer: Viewer, at: int | None = None) -> Json:
    """A game after one of its events; if none is named or there is no such event, where `_end` says."""
    sight = sight_of(game_id, viewer)
    fold, seat, card = sight.fold, sight.seat, card_of(sight)
    _, steps = story_steps(sight.head)
    seq = at if at is not None and 1 <= at <= fold.seq else _last_shown(steps)
    then = steps[seq - 1][0].fold
    frames = frames_of(sight, None, steps)
    board, state = presenter_of(fold.rules.key), visible_state(then, seat)
    names = names_by_seat(card["players"], len(fold.seated))
    return {
        "card": card,
        "board": board,
        "game": game_id,
        "is_over": fold.is_over,
        "head": card["head"],
        "seat": seat,
        "seq": seq,
        "names": names,
        "dice": board.dice(state),
        "players": players_with_sheets(card, names, board, state, then, seat),
        "sheets": {str(number): sheet for number, sheet in enumerate(board.sheets(state))},
        "frames": frames,
        "frame": frames[seq - 1],
    }


def _last_shown(steps: Sequence[Step]) -> int:
    """The last event of a game that is going on; of one that is over the last that is not about its review."""
    if not steps[-1][0].fold.is_over:
        return len(steps)
    return max(seq for seq, (_, moment) in enumerate(steps, 1) if moment.event["kind"] not in OF_REVIEWS)
