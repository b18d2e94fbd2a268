"""A game to be gone through again: its places after any of its events, and every event in words."""

from collections.abc import Sequence

from engine.protocol import Json
from games.boards import board_of
from games.log.disputes import KINDS as OF_REVIEWS
from games.selectors.cards import card_of
from games.selectors.frames import frames_of, seen_state
from games.selectors.names import names_by_seat
from games.selectors.stories import Step, follow
from games.selectors.table import players_at
from games.selectors.viewing import Viewer, sight_of


def see_replay(game_id: str, viewer: Viewer, at: int | None = None) -> Json:
    """A game after one of its events; if none is named or there is no such event, where `_end` says."""
    sight = sight_of(game_id, viewer)
    fold, seat, card = sight.fold, sight.seat, card_of(sight)
    _, steps = follow(sight.head)
    seq = at if at is not None and 1 <= at <= fold.seq else _end(steps)
    then = steps[seq - 1][0].fold
    frames = frames_of(sight, None, steps)
    board, state = board_of(fold.rules.key), seen_state(then, seat)
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
        "players": players_at(card, names, board, state, then, seat),
        "sheets": {str(number): sheet for number, sheet in enumerate(board.sheets(state))},
        "frames": frames,
        "frame": frames[seq - 1],
    }


def _end(steps: Sequence[Step]) -> int:
    """The last event of a game that is going on; of one that is over the last that is not about its review."""
    if not steps[-1][0].fold.is_over:
        return len(steps)
    return max(seq for seq, (_, moment) in enumerate(steps, 1) if moment.event["kind"] not in OF_REVIEWS)
