"""A game to be gone through again: its places after any of its events, and every event in words."""

from engine.protocol import Json
from games.boards import board_of
from games.log.folding import fold_at, load_fold
from games.selectors.cards import see_game
from games.selectors.frames import see_frames, seen_state
from games.selectors.names import names_by_seat
from games.selectors.table import players_at
from games.selectors.viewing import Viewer, actor_of_viewer, head_of, require_sight


def see_replay(game_id: str, viewer: Viewer, at: int | None = None) -> Json:
    """A game after one of its events, the last one if none is named or there is no such event."""
    head = head_of(game_id)
    fold = load_fold(head)
    seat = require_sight(head, fold, viewer, actor_of_viewer(game_id, viewer))
    film = see_frames(game_id, viewer)
    last: int = film["head"]["seq"]
    seq = at if at is not None and 1 <= at <= last else last
    then = fold if seq == fold.seq else fold_at(game_id, seq)
    card = see_game(game_id, viewer)
    board, state = board_of(fold.rules.key), seen_state(then, seat)
    names = names_by_seat(card["players"], len(fold.seated))
    return {
        "card": card,
        "board": board,
        "game": game_id,
        "is_over": fold.is_over,
        "head": film["head"],
        "seat": seat,
        "seq": seq,
        "names": names,
        "dice": board.dice(state),
        "players": players_at(card, names, board, state, then, seat),
        "sheets": {str(number): sheet for number, sheet in enumerate(board.sheets(state))},
        "frames": film["frames"],
        "frame": film["frames"][seq - 1],
    }
