"""What is refused about clubs and their people, with its codes; the kinds of refusal are those of `games.refusals`."""

from games.refusals import Conflict, Forbidden, NotFound


def no_such_club(club_id: object) -> NotFound:
    """A club that does not exist, or that the asker may not know of."""
    return NotFound("club/not-found", "There is no club “{club}”.", club=club_id)


def no_such_link() -> NotFound:
    """A link that opens nothing; it is not said whether there is such a club."""
    return NotFound("club/no-such-link", "This link leads to no club, or is no longer valid.")


def by_link_only() -> Forbidden:
    """Somebody without the link wants to join a club that takes nobody else."""
    return Forbidden("club/by-link", "People join this club by its link; ask somebody who runs it.")


def by_approval() -> Conflict:
    """Somebody wants to join a club that looks at everybody first."""
    return Conflict("club/by-approval", "Those who run this club decide who joins: ask to join it.")


def takes_no_requests() -> Conflict:
    """Somebody asks to join a club that one joins in another way."""
    return Conflict("club/no-requests", "Nobody has to ask to join this club, or can.")


def no_such_request() -> Conflict:
    """A request about which somebody else was faster."""
    template = "This request is no longer there: it was withdrawn, or somebody has decided about it."
    return Conflict("club/no-such-request", template)


def no_such_announcement() -> NotFound:
    """An announcement that was not made, or was deleted."""
    return NotFound("announcement/not-found", "There is no such announcement.")


def no_such_person() -> NotFound:
    """Somebody whom the club does not know, or not any more."""
    return NotFound("person/not-found", "There is no such person in this club.")


def person_known(name: str) -> Conflict:
    """Two people without an account would be called the same."""
    return Conflict("person/name-taken", "There is already somebody called “{name}” in this club.", name=name)


def no_such_claim() -> NotFound:
    """A link by which nobody can claim anything, or not any more."""
    return NotFound("person/no-such-link", "This link leads nowhere, or is no longer valid.")


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
