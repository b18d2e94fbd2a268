"""The disputes and rulings of a game as a viewer may see them.

Whoever may see a game sees that it was flagged, by whom and at which event, and what was ruled by whom and why. What
people have said about it is for those who play in the game, those who run its club, and staff.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.accounts.callers import Caller, Viewer
from games.accounts.models import Actor
from games.accounts.name_visibility import known_by_name, private_player_name
from games.disputes.checks import (
    MOST_ANSWERS,
    MOST_FLAGS,
    is_playing,
    may_reverse,
    may_settle,
    no_such_dispute,
    require_reversible,
    require_settleable,
    ruling_data,
)
from games.disputes.rights import (
    has_played_deal,
    is_of_club,
    is_party,
    not_a_party,
    not_an_auditor,
    own_game,
    right_to_rule,
)
from games.extension import CLUB_MANAGERS, role_in
from games.log.disputes import ORGANISER, WAITING, Case, DisputeStatement, Flag, Ruling, read_case
from games.log.models import ErasableText
from games.play.cards import names_at_table
from games.play.visibility import Sight, sight_of
from games.statuses import ABORTED, OPEN


class ShownStatement(NamedTuple):
    """Something that somebody has said."""

    seq: int
    by: str
    made_at: datetime
    words: str | None
    """None if they were erased."""


class ShownRuling(NamedTuple):
    """A ruling, with who gave it and why."""

    seq: int
    how: str
    by: str
    made_at: datetime
    reason: str | None
    """None if it was erased."""
    seats: list[int]
    names: list[str]
    """Who forfeits the game by it."""
    dispute: int | None
    reverses: int | None
    is_in_force: bool
    may_reverse: bool


class ShownFlag(NamedTuple):
    """A dispute, and what came of it."""

    seq: int
    at: int
    by: str
    made_at: datetime
    status: str
    statements: list[ShownStatement] | None
    """What was said, that of whoever opened it first; None for those who may not read it."""
    ruling: ShownRuling | None
    may_answer: bool
    may_rule: bool
    """Whether whoever looks may rule upon it."""


class SeenCase(NamedTuple):
    """What a viewer sees of the disputes and rulings of a game, and what they may do about it."""

    game: str
    seq: int
    """The last event of the log."""
    flags: list[ShownFlag]
    rulings: list[ShownRuling]
    may_flag: bool
    may_rule: bool
    """Whether whoever looks may rule upon the game now: some dispute, or unasked."""
    may_rule_unasked: bool
    has_desk: bool
    """Whether whoever looks may decide here at all, if they are asked."""
    is_own: bool
    """Whether whoever looks plays in the game, or against it on the same dice, and so decides nothing."""
    is_over: bool
    names: list[str]
    """Who sits where."""

    def flag(self, seq: int) -> ShownFlag | None:
        """The dispute that an event has opened."""
        return next((flag for flag in self.flags if flag.seq == seq), None)

    @property
    def in_force(self) -> list[ShownRuling]:
        """The rulings that count, those that only take another one back aside."""
        return [ruling for ruling in self.rulings if ruling.is_in_force and ruling.reverses is None]

    @property
    def waiting(self) -> list[ShownFlag]:
        """The disputes that wait for a ruling."""
        return [flag for flag in self.flags if flag.status == WAITING]


def see_case(game_id: str, viewer: Viewer) -> SeenCase:
    """The disputes and rulings of a game; refused as if it did not exist to whoever may not see it."""
    return case_of_sight(sight_of(game_id, viewer), viewer)


def see_case_as_party(game_id: str, viewer: Viewer) -> SeenCase:
    """The same for those who may flag the game."""
    sight = sight_of(game_id, viewer)
    if not is_party(sight.fold, sight.actor, caller_of_viewer(viewer), sight.head.deal):
        raise not_a_party()
    return case_of_sight(sight, viewer)


def see_dispute(game_id: str, seq: int, viewer: Viewer) -> ShownFlag:
    """One dispute, for those who may see the game."""
    flag = see_case(game_id, viewer).flag(seq)
    if flag is None:
        raise no_such_dispute()
    return flag


def case_of_sight(sight: Sight, viewer: Viewer) -> SeenCase:
    """The disputes and rulings of a game that somebody sees."""
    game, fold, deal, by = sight.head.game, sight.fold, sight.head.deal, caller_of_viewer(viewer)
    case, right = read_case(game), _right(sight, viewer)
    tellers = _CaseWording(sight, case, _may_read(sight, viewer), right)
    has_part = is_party(fold, sight.actor, by, deal)
    of_club = right == ORGANISER and is_of_club(game, fold)
    settles = {flag.seq for flag in case.flags if may_settle(fold, case, sight.actor, right, flag, of_club)}
    flags = [
        tellers.flag(flag, has_part and _may_answer(flag, sight.actor), flag.seq in settles) for flag in case.flags
    ]
    is_unasked = may_settle(fold, case, sight.actor, right, None)
    return SeenCase(
        game=game,
        seq=fold.seq,
        flags=flags,
        rulings=[tellers.ruling(ruling) for ruling in case.rulings],
        may_flag=has_part and fold.status not in (OPEN, ABORTED) and _may_flag(case, sight.actor),
        may_rule=is_unasked or any(flag.may_rule for flag in flags),
        may_rule_unasked=is_unasked,
        has_desk=right is not None,
        is_own=_is_own(sight, viewer),
        is_over=fold.is_over,
        names=tellers.by_seat,
    )


def require_desk(seen: SeenCase) -> None:
    """Refuse whoever may not rule upon a game that they see."""
    if seen.is_own:
        raise own_game()
    if not seen.has_desk:
        raise not_an_auditor()


def check_ruling(game_id: str, viewer: Viewer, how: str, seats: Sequence[int], dispute: int | None) -> None:
    """Refuse a ruling that could not be given now, or not by whoever looks."""
    sight = sight_of(game_id, viewer)
    require_desk(case_of_sight(sight, viewer))
    case = read_case(game_id)
    of_club = is_of_club(game_id, sight.fold)
    require_settleable(sight.fold, case, sight.actor, _right(sight, viewer), dispute, of_club)
    ruling_data(sight.fold, case, how, seats, dispute)


def check_reversal(game_id: str, viewer: Viewer, ruling: int) -> None:
    """Refuse to reverse what is no ruling that counts, or not for whoever looks."""
    sight = sight_of(game_id, viewer)
    require_desk(case_of_sight(sight, viewer))
    require_reversible(read_case(game_id), ruling, _right(sight, viewer))


def _is_own(sight: Sight, viewer: Viewer) -> bool:
    return is_playing(sight.fold, sight.actor) or has_played_deal(sight.fold, sight.head.deal, viewer.account)


def _right(sight: Sight, viewer: Viewer) -> str | None:
    """By what right somebody may rule upon a game; None if they may not."""
    return None if _is_own(sight, viewer) else right_to_rule(sight.fold, caller_of_viewer(viewer))


def caller_of_viewer(viewer: Viewer) -> Caller:
    """Whoever looks, as somebody who may want to do something."""
    return Caller(viewer.account, is_staff=viewer.is_auditor)


def _may_read(sight: Sight, viewer: Viewer) -> bool:
    """Whether somebody may read what was said."""
    is_running_it = role_in(viewer.account, sight.fold.created.get("club")) in CLUB_MANAGERS
    return viewer.is_auditor or is_running_it or is_playing(sight.fold, sight.actor)


def _may_flag(case: Case, actor: str | None) -> bool:
    own = [flag for flag in case.flags if flag.opened.actor == actor]
    return len(own) < MOST_FLAGS and all(flag.status != WAITING for flag in own)


def _may_answer(flag: Flag, actor: str | None) -> bool:
    said = [one for one in flag.statements if one.actor == actor]
    return flag.status == WAITING and len(said) < MOST_ANSWERS


class _CaseWording:
    """Turns what a log says into what people read: names for actors, words for hashes."""

    def __init__(self, sight: Sight, case: Case, may_read: bool, right: str | None) -> None:
        self._may_read, self._right = may_read, right
        game, seated = sight.head.game, sight.fold.seated
        self.by_seat = names_at_table(game, len(seated), sight.viewer)
        has_any = bool(case.flags or case.rulings)
        self._names = _names(sight, self.by_seat) if has_any else {}
        self._words = dict(ErasableText.objects.filter(game=game).values_list("sha256", "text")) if has_any else {}

    def flag(self, flag: Flag, may_answer: bool, may_settle: bool) -> ShownFlag:
        """A dispute."""
        said = [self._said(one) for one in flag.statements] if self._may_read else None
        ruling = self.ruling(flag.ruling) if flag.ruling else None
        opened = flag.opened
        return ShownFlag(
            seq=flag.seq,
            at=flag.at,
            by=self._name(opened.actor),
            made_at=opened.made_at,
            status=flag.status,
            statements=said,
            ruling=ruling,
            may_answer=may_answer,
            may_rule=may_settle and flag.status == WAITING,
        )

    def ruling(self, ruling: Ruling) -> ShownRuling:
        """A ruling."""
        return ShownRuling(
            ruling.seq,
            ruling.how,
            self._name(ruling.actor),
            ruling.made_at,
            self._words.get(ruling.sha256 or ""),
            list(ruling.seats),
            [self.by_seat[seat] for seat in ruling.seats if 0 <= seat < len(self.by_seat)],
            ruling.dispute,
            ruling.reverses,
            ruling.is_in_force,
            ruling.is_in_force and may_reverse(ruling, self._right),
        )

    def _said(self, said: DisputeStatement) -> ShownStatement:
        return ShownStatement(said.seq, self._name(said.actor), said.made_at, self._words.get(said.sha256 or ""))

    def _name(self, actor: str) -> str:
        return self._names.get(actor) or _("Somebody who has left")


def _names(sight: Sight, by_seat: Sequence[str]) -> Mapping[str, str]:
    """What everybody is called whom the log of a game knows."""
    people = list(Actor.objects.filter(game=sight.head.game).select_related("account"))
    known = known_by_name([actor.account for actor in people], sight.viewer)
    named = {one.name: one.account.display_name if one.account_id in known else private_player_name() for one in people}
    at_table = {actor: name for actor, name in zip(sight.fold.seated, by_seat, strict=True) if actor is not None}
    return {**named, **at_table}
