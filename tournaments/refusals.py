"""What is refused about clubs, with its codes; the kinds of refusal are those of `games.refusals`."""

from games.refusals import Conflict, Forbidden, NotFound


def no_such_club(club_id: object) -> NotFound:
    """A club that does not exist, or that the asker may not know of."""
    return NotFound("club/not-found", "There is no club “{club}”.", club=club_id)


def no_such_link() -> NotFound:
    """A link that opens nothing; it is not said whether there is such a club."""
    return NotFound("club/no-such-link", "This link leads to no club, or is no longer valid.")


def no_such_member(username: object) -> NotFound:
    """Somebody who is not in the club."""
    return NotFound("club/no-such-member", "“{name}” is no member of this club.", name=username)


def not_registered() -> Forbidden:
    """A guest, or nobody: clubs are for people who can come back."""
    return Forbidden("club/guest", "Only people with an account can be in a club; guests sign up first.")


def not_a_member() -> Forbidden:
    """Somebody who sees a club but does not belong to it."""
    return Forbidden("club/not-member", "Only members of this club can do that.")


def not_your_role() -> Forbidden:
    """A member whose role does not reach that far."""
    return Forbidden("club/role-too-low", "Your role in this club does not allow that.")


def last_owner() -> Conflict:
    """The only owner wants to be one no more."""
    return Conflict("club/last-owner", "A club has at least one owner; make somebody else one first.")


def name_taken(name: str) -> Conflict:
    """Another club has this name."""
    return Conflict("club/name-taken", "There is already a club called “{name}”.", name=name)


def not_vouched_for() -> Forbidden:
    """A club of whose owners none is on the staff of the site wants to let a member in."""
    template = "Only clubs with somebody of the site's staff among their owners can do that; please ask the staff."
    return Forbidden("club/not-vouched-for", template)
