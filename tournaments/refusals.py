"""What is refused about clubs and tournaments, with its codes; the kinds of refusal are those of `games.refusals`."""

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


def no_such_tournament(tournament_id: object) -> NotFound:
    """A tournament that does not exist, or that the asker may not know of."""
    return NotFound("tournament/not-found", "There is no tournament “{tournament}”.", tournament=tournament_id)


def no_such_round(number: object) -> NotFound:
    """A round that is not there, or not published yet."""
    return NotFound("tournament/no-such-round", "There is no round {number} in this tournament.", number=number)


def no_such_entrant(entrant: object) -> NotFound:
    """Somebody who does not take part."""
    return NotFound("tournament/no-such-entrant", "“{entrant}” does not take part in this tournament.", entrant=entrant)


def not_registered_to_play() -> Forbidden:
    """A guest, or nobody: tournaments are for people who can come back."""
    return Forbidden(
        "tournament/guest", "Only people with an account can take part in tournaments; guests sign up first."
    )


def not_running_it() -> Forbidden:
    """Somebody who sees a tournament but does not run it."""
    return Forbidden("tournament/not-organiser", "Only those who run the club can do that.")


def wrong_moment() -> Conflict:
    """A tournament that is not as far as that yet, or further already."""
    return Conflict("tournament/wrong-moment", "That cannot be done at this point of the tournament.")


def not_taking_part() -> Conflict:
    """Somebody wants to do what only those do who take part."""
    return Conflict("tournament/not-entered", "You do not take part in this tournament.")


def entry_closed() -> Conflict:
    """Nobody can enter any more, or nobody yet."""
    return Conflict("tournament/entry-closed", "Nobody can enter this tournament now.")


def tournament_full() -> Conflict:
    """All places are taken."""
    return Conflict("tournament/full", "All places in this tournament are taken.")


def members_only() -> Forbidden:
    """A stranger wants to enter a tournament of a club's own."""
    return Forbidden("tournament/members-only", "This tournament is for members of the club.")


def entry_by_link_only() -> Forbidden:
    """Somebody without the link wants to enter a tournament that takes nobody else."""
    return Forbidden("tournament/by-link", "People enter this tournament by its link; ask somebody who runs it.")


def put_out() -> Forbidden:
    """Somebody whom an organiser has taken out wants to come back by themselves."""
    return Forbidden("tournament/removed", "You were taken out of this tournament; ask somebody who runs it.")


def address_not_confirmed() -> Forbidden:
    """Somebody whose mail address is not confirmed wants to play with the dice that everybody gets."""
    template = "Everybody gets the same dice here, so everybody is one person: confirm your mail address first."
    return Forbidden("tournament/not-verified", template)


def no_such_player(handle: object) -> NotFound:
    """Somebody who has no account here."""
    return NotFound("tournament/no-such-player", "There is nobody called “{handle}” here.", handle=handle)


def no_such_pool(variant: object) -> NotFound:
    """Ratings of a kind of games that there is not."""
    return NotFound("rating/no-such-pool", "There are no ratings for “{variant}”.", variant=variant)
