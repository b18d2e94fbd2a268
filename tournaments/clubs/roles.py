"""Who may do what to whom in a club: pure rules over roles, whoever asks.

Owners do everything. Organisers look after scorekeepers and members. Everybody may step down or leave, and nobody can
raise themselves.
"""

from typing import Final

from games.extension import MEMBER, ORGANISER, OWNER, ROLES, SCOREKEEPER

LED_BY_ORGANISERS: Final = frozenset((SCOREKEEPER, MEMBER))
"""Those whom organisers look after."""


def may_give_role(own: str, before: str, after: str, is_self: bool) -> bool:
    """Whether somebody with a role of their own may give another role to a member, perhaps to themselves."""
    if own == OWNER or (is_self and ROLES.index(after) >= ROLES.index(before)):
        return True
    return own == ORGANISER and before in LED_BY_ORGANISERS and after in LED_BY_ORGANISERS


def may_remove_member(own: str, role: str, is_self: bool) -> bool:
    """Whether somebody may end the membership of somebody else, or their own."""
    return is_self or own == OWNER or (own == ORGANISER and role in LED_BY_ORGANISERS)
