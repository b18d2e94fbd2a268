"""What can be flagged, said and ruled as a log stands: who sits there, what was flagged, what was ruled before.

Pure, over what the log says. Services ask before they write, the audit when it goes through what was written.
"""

from collections.abc import Sequence
from typing import Any, Final

from engine.errors import Malformed
from engine.protocol import Json
from games.log.disputes import DISMISSED, FORFEITED, ORGANISER, STAFF, VERDICTS, VOIDED, WAITING, Case, Flag, Ruling
from games.log.entries import SYSTEM
from games.log.fold import Fold
from games.refusals import Conflict, Forbidden, NotFound
from games.statuses import ABORTED, OPEN, RUNNING

MOST_FLAGS: Final = 5
"""How often one person may flag one game: what was flagged stands in its log for good."""
MOST_ANSWERS: Final = 5
"""How often one person may say something about one dispute."""


def is_playing(fold: Fold, actor: str | None) -> bool:
    """Whether somebody has a seat in a game, taken or kept for them, or had one until the table began without them."""
    return actor is not None and actor != SYSTEM and actor in (*fold.seated, *fold.reserved, *fold.missing)


def require_played(fold: Fold) -> None:
    """Refuse to look into a game that was never played."""
    if fold.status in (OPEN, ABORTED):
        raise Conflict("dispute/not-played", "This game has not begun; there is nothing to look into.")


def check_flag(fold: Fold, case: Case, actor: str | None, at: Any) -> None:
    """Refuse to flag what is not there, and too much."""
    require_played(fold)
    if type(at) is not int or not 1 <= at <= fold.seq:
        raise Malformed("dispute/event", "A dispute names the event of the game that it is about.")
    own = [flag for flag in case.flags if flag.opened.actor == actor]
    if any(flag.status == WAITING for flag in own):
        raise Conflict("dispute/waiting", "What you have flagged in this game is still being looked into.")
    if len(own) >= MOST_FLAGS:
        raise Conflict("dispute/too-many", "You have flagged this game {most} times already.", most=MOST_FLAGS)


def check_answer(case: Case, actor: str | None, dispute: Any) -> None:
    """Refuse to say something about what is not there or is settled, and too much."""
    said = [one for one in require_waiting(case, dispute).statements if one.actor == actor]
    if len(said) >= MOST_ANSWERS:
        template = "You have said something about this {most} times already."
        raise Conflict("dispute/too-many-answers", template, most=MOST_ANSWERS)


def require_waiting(case: Case, dispute: Any) -> Flag:
    """A dispute of a game, refused unless it waits for a ruling."""
    flag = case.flag(dispute)
    if flag is None:
        raise no_such_dispute()
    if flag.status != WAITING:
        raise Conflict("dispute/settled", "There is a ruling on this already.")
    return flag


def no_such_dispute() -> NotFound:
    """A dispute that nobody has opened."""
    return NotFound("dispute/not-found", "There is no such dispute in this game.")


def ruling_data(fold: Fold, case: Case, how: Any, seats: Any, dispute: Any) -> Json:
    """What a ruling says beside its reason and by what right it is given; refused if it cannot be given."""
    if how not in VERDICTS:
        raise Malformed("ruling/how", "A ruling is one of these: {verdicts}.", verdicts=", ".join(VERDICTS))
    named = _seats(fold, how, seats)
    require_played(fold)
    settled = {} if dispute is None else {"dispute": require_waiting(case, dispute).seq}
    if how != DISMISSED and fold.status == RUNNING:
        raise still_running()
    if not settled:
        _refuse_ruling_without_change(case, how, named)
    return {**settled, **({"seats": named} if how == FORFEITED else {})}


def _seats(fold: Fold, how: str, seats: Any) -> list[int]:
    """The seats that forfeit a game, and none for any other ruling."""
    is_list = isinstance(seats, list | tuple) and all(type(seat) is int for seat in seats)
    if not is_list or any(seat not in range(len(fold.seated)) for seat in seats) or bool(seats) != (how == FORFEITED):
        raise Malformed("ruling/seats", "Name the seats that forfeit the game, and none if it is not forfeited.")
    return sorted(set(seats))


def _refuse_ruling_without_change(case: Case, how: str, seats: Sequence[int]) -> None:
    """A ruling that settles no dispute must change something."""
    if how == DISMISSED:
        raise Malformed("ruling/no-dispute", "Name the dispute that is dismissed.")
    forfeited = {seat for ruling in case.verdicts if ruling.how == FORFEITED for seat in ruling.seats}
    is_voided = any(ruling.how == VOIDED for ruling in case.verdicts)
    if is_voided if how == VOIDED else forfeited >= set(seats):
        raise Conflict("ruling/no-change", "That was ruled already.")


def still_running() -> Conflict:
    """A game that is not over has no result that could be changed."""
    return Conflict("ruling/running", "This game still goes on; it can be voided or forfeited once it is over.")


def may_settle(
    fold: Fold, case: Case, actor: str | None, right: str | None, flag: Flag | None, is_of_club: bool = True
) -> bool:
    """Whether somebody with a right may rule upon a dispute, or upon none.

    Those who run a club only in what is of the club, where somebody else asks for it who plays in the game, and not
    once those who run the site have ruled there.
    """
    if right == ORGANISER:
        is_asked = flag is not None and flag.opened.actor != actor and is_playing(fold, flag.opened.actor)
        return is_asked and is_of_club and not case.is_with_staff
    return right == STAFF


def require_settleable(
    fold: Fold, case: Case, actor: str | None, right: str | None, dispute: Any, is_of_club: bool = True
) -> None:
    """Refuse those who run a club where nobody has asked them, or it is not theirs to decide."""
    if may_settle(fold, case, actor, right, case.flag(dispute), is_of_club):
        return
    if right == ORGANISER and case.is_with_staff:
        raise with_staff()
    if right == ORGANISER and not is_of_club:
        raise not_of_club()
    raise not_asked()


def with_staff() -> Forbidden:
    """Somebody who runs a club wants to rule where staff have."""
    template = "Those who run the site have ruled upon this game; what comes after that they decide as well."
    return Forbidden("ruling/with-staff", template)


def not_of_club() -> Forbidden:
    """Somebody who runs a club wants to rule upon a game of people who are not of the club."""
    template = "Not everybody in this game is a member of the club; those who run the site decide about it."
    return Forbidden("ruling/not-of-club", template)


def not_asked() -> Forbidden:
    """Somebody who runs a club wants to rule where nobody who plays has asked for it."""
    template = "Those who run a club rule only upon what somebody else who plays in the game has flagged."
    return Forbidden("ruling/not-asked", template)


def require_reversible(case: Case, seq: Any, right: str | None) -> Ruling:
    """A ruling that somebody with a right can reverse, refused if it does not count, or if they cannot."""
    ruling = case.ruling(seq)
    if ruling is None:
        raise no_such_ruling()
    if not may_reverse(ruling, right):
        raise ruling_of_staff()
    if not ruling.is_in_force:
        raise Conflict("ruling/reversed", "This ruling counts no more already.")
    if case.is_settled_twice_without(ruling.seq):
        template = "An earlier ruling would count again, but its dispute was ruled upon anew; reverse that one first."
        raise Conflict("ruling/settled-again", template)
    return ruling


def may_reverse(ruling: Ruling, right: str | None) -> bool:
    """Whether somebody with a right may reverse a ruling, if it counts: that of staff only staff."""
    return right == STAFF or (right == ORGANISER and ruling.right == ORGANISER)


def ruling_of_staff() -> Forbidden:
    """Somebody wants to reverse what is not theirs to reverse."""
    return Forbidden("ruling/of-staff", "What those who run the site have ruled, only they reverse.")


def no_such_ruling() -> NotFound:
    """A ruling that nobody has given."""
    return NotFound("ruling/not-found", "There is no such ruling in this game.")
