"""What a viewer may see of a game: whether at all, which of its events, and what a seat may do now with what it would
bring.

`sight_of` decides whether a viewer may see a game, and `see_log` what of its log; nothing reads around them. Answers of
others are sealed until everybody has answered, or the game was ended by decision; of such an event a viewer gets that
the seat has answered, and the hash that holds it. Games on a shared deal are seen only by who plays them until the deal
is closed. The seed of a deal is in no log before it is revealed.
"""

from typing import Any, Final, NamedTuple

from engine.errors import Malformed
from engine.log import is_id
from engine.protocol import Json
from engine.sealing import visible
from games.accounts.callers import Caller, Viewer, actor_of
from games.extension import CLUB_MANAGERS, CLUB_SCOREKEEPERS, role_in
from games.log.event_store import StoredEvent, event_as_recorded, events_since
from games.log.fold import Fold
from games.log.models import Game
from games.log.state_cache import fold_at, load_fold
from games.log.unit_of_work import Head, read_head
from games.play.deals import is_secret
from games.play.seats import is_invite
from games.play.setup import PRIVATE, PUBLIC
from games.refusals import NotFound, no_such_game


class SeenLog(NamedTuple):
    """A log, or a page of it, as a viewer may see it."""

    game: str
    fold: Fold
    """Everything, for whoever goes on from here; never to be shown as it is."""
    seat: int | None
    """The viewer's own seat."""
    events: list[Json]

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is sealed for the viewer."""
        return self.fold.is_over or not set(self.fold.rules.sealed(self.fold.state)) - {self.seat}


class Sight(NamedTuple):
    """A game that a viewer may see."""

    head: Head
    fold: Fold
    """Everything; never to be shown as it is."""
    actor: str | None
    """The id under which the log knows the viewer, None if it does not."""
    seat: int | None
    """The viewer's own seat."""
    viewer: Viewer


def sight_of(game_id: Any, viewer: Viewer) -> Sight:
    """A game as it is now; refused as if it did not exist if the viewer may not see it."""
    head = head_of(game_id)
    fold, actor = load_fold(head), actor_of_viewer(game_id, viewer)
    return Sight(head, fold, actor, require_sight(head, fold, viewer, actor), viewer)


def see_log(game_id: str, viewer: Viewer, after: int = 0, limit: int | None = None) -> SeenLog:
    """The log of a game as a viewer may see it, refused as if it did not exist if they may not; or some of its events.

    Of a page no more is read than it shows, unless something later is sealed.
    """
    _, fold, _, seat, _ = sight_of(game_id, viewer)
    sealed = [] if fold.is_over else fold.rules.sealed(fold.state)
    # What is sealed is known from the end of a log backwards.
    most = None if sealed else limit
    events = [event_json(row) for row in events_since(game_id, after, most) if row.seq <= fold.seq]
    if sealed:
        events = visible(fold.rules, fold.state, events, seat)
    return SeenLog(game_id, fold, seat, events[:limit])


def see_position(game_id: str, viewer: Viewer, seq: int | None = None) -> Json:
    """Where a game is, or was after one of its events, as a viewer may see it."""
    _, fold, _, seat, _ = sight_of(game_id, viewer)
    if seq is not None and seq != fold.seq:
        if type(seq) is not int or not 1 <= seq < fold.seq:
            raise no_such_game(f"{game_id} at {seq}")
        fold = fold_at(game_id, seq)
    rules, turn = fold.rules, fold.rules.awaiting(fold.state)
    own = rules.options(fold.state, seat) if seat is not None and seat in fold.awaited else {}
    return {
        "game": game_id,
        "seq": fold.seq,
        "status": fold.status,
        "phase": turn.phase,
        "awaited": fold.awaited,
        "asked": fold.asked,
        "seat": seat,
        "options": own,
        "state": rules.freeze(fold.state if fold.is_over else rules.view(fold.state, seat)),
    }


def head_of(game_id: Any) -> Head:
    """Where a log ends; what cannot be an id is not even asked for, as databases choke on some texts."""
    if not is_id(game_id):
        raise no_such_game(game_id)
    return read_head(game_id)


def event_json(row: StoredEvent) -> Json:
    """An event with everything that a viewer may get of it."""
    return {**event_as_recorded(row), "at": row.at, "actor": row.entry.actor, "hash": row.hash}


def actor_of_viewer(game_id: str, viewer: Viewer) -> str | None:
    """The id under which a game's log knows the viewer, None if it does not."""
    return actor_of(game_id, Caller(viewer.account)) if viewer.account is not None else None


def require_sight(head: Head, fold: Fold, viewer: Viewer, actor: str | None) -> int | None:
    """The viewer's own seat; refused as if there were no such game if they may not see it."""
    seat = fold.seat_of(actor) if actor else None
    if seat is None and not _may_watch(head, fold, viewer, actor):
        raise no_such_game(head.game)
    return seat


def _may_watch(head: Head, fold: Fold, viewer: Viewer, actor: str | None) -> bool:
    """Whether somebody who does not play may see a game; whoever is expected there may from the beginning,
    and whoever came too late to play it."""
    if actor is not None and actor in (*fold.reserved, *fold.missing):
        return True
    if is_secret(fold, head.deal):
        return False
    visibility, role = fold.created["visibility"], role_in(viewer.account, fold.created.get("club"))
    if role in CLUB_MANAGERS or (role in CLUB_SCOREKEEPERS and fold.has_table_dice):
        return True
    if visibility == PUBLIC or viewer.is_auditor or (actor is not None and actor == fold.host):
        return True
    return visibility == PRIVATE and _is_invited(head.game, viewer)


def _is_invited(game_id: str, viewer: Viewer) -> bool:
    return is_invite(viewer.invite) and Game.objects.filter(pk=game_id, invite=viewer.invite).exists()


BY_ACTING: Final = "actions"
BY_ENTERING: Final = "rolls"
"""How an action is sent: as one, or as a roll that dice on the table show."""


def see_choices(game_id: str, viewer: Viewer, seat: int | None = None) -> Json:
    """Every action of a seat, the viewer's own if none is named, as far as the viewer may know of it."""
    _, fold, _, own, _ = sight_of(game_id, viewer)
    chosen = _require_seat_number(fold, own if seat is None else seat)
    # Whoever must act has answered nothing yet, so nothing of their sheet is sealed for anybody.
    view = fold.rules.view(fold.state, own)
    actions = fold.rules.actions(view, chosen) if chosen in fold.awaited else []
    return {
        "game": game_id,
        "seq": fold.seq,
        "seat": chosen,
        "phase": fold.rules.awaiting(fold.state).phase,
        "asked": fold.asked,
        "actions": [_choice_json(fold, view, action) for action in actions],
    }


def _require_seat_number(fold: Fold, seat: int | None) -> int:
    if seat is None:
        raise Malformed("seat/number", "A seat is named by its number.")
    if not 0 <= seat < len(fold.seated):
        raise NotFound("seat/not-found", "There is no seat {seat} in this game.", seat=seat)
    return seat


def _choice_json(fold: Fold, view: object, action: Json) -> Json:
    """An action, how it is sent, and what it would bring; nobody knows that of dice."""
    rules = fold.rules
    if rules.dice is not None and action["kind"] in rules.dice.throws:
        return {"action": action, "send": BY_ENTERING if fold.has_table_dice else BY_ACTING, "brings": {}}
    return {"action": action, "send": BY_ACTING, "brings": rules.preview(view, rules.decode(action))}
