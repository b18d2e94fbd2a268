"""What is refused about tournaments and their rounds, with its codes; the kinds of refusal are those of
`games.refusals`.
"""

from games.refusals import Conflict, Forbidden, NotFound


def no_such_table(number: object) -> NotFound:
    """A table that is not in the round."""
    return NotFound("round/no-such-table", "There is no table {table} in this round.", table=number)


def own_table() -> Forbidden:
    """Somebody wants to decide about a table at which they sit."""
    return Forbidden("round/own-table", "Nobody decides about a table at which they sit themselves.")


def own_game() -> Forbidden:
    """Somebody wants to call a tournament off in which a rated game of theirs does not count yet."""
    template = (
        "Calling the tournament off would undo your own rated game. Wait until it counts, or let somebody else who runs"
        " the tournament do it."
    )
    return Forbidden("tournament/own-game", template)


def table_has_result() -> Conflict:
    """A table whose result is known."""
    return Conflict("round/has-result", "This table has a result already; override it if it must not stand.")


def result_stale() -> Conflict:
    """Something else would change now than whoever decides about a table has seen."""
    return Conflict("result/stale", "Something else would change now than when you looked; please look at it again.")


def another_round() -> Conflict:
    """Another round has come since somebody looked at the latest one."""
    return Conflict("round/another", "Another round has followed meanwhile; please look at it before you go on.")


def played_on_the_site() -> Conflict:
    """A table at which a game is being played here."""
    return Conflict("round/on-the-site", "This table is being played on the site.")


def table_already_started() -> Conflict:
    """A table that waits for nobody any more."""
    template = "This table has started already: everybody has come, or it has started without whoever had not."
    return Conflict("round/already-started", template)


def waits_for_all() -> Conflict:
    """A table that cannot start without somebody."""
    template = "Only tables of three or four that are played on the site can start without somebody."
    return Conflict("round/waits-for-all", template)


def too_few_have_come() -> Conflict:
    """A table at which nobody could play with anybody."""
    template = "Fewer than two have sat down at this table; it cannot start without the others yet."
    return Conflict("round/too-few-here", template)


def other_entrants_missing() -> Conflict:
    """A table at which others are missing than those who were named."""
    template = "Somebody has come to this table meanwhile, or has left. Look at it again before you start it."
    return Conflict("round/others-missing", template)


def round_already_played() -> Conflict:
    """Pairings by which somebody has played."""
    return Conflict("round/played", "Somebody has already moved in this round; its pairings stand.")


def pairings_out_of_date() -> Conflict:
    """Pairings that were made before something changed."""
    template = (
        "Something has changed since this round was paired, as when somebody comes or leaves; pair it again first."
    )
    return Conflict("round/out-of-date", template)


def round_too_short() -> Conflict:
    """A round that would end before it was said to."""
    return Conflict("round/shorter", "A round can only be made longer: people count on its end.")


def too_few_entered() -> Conflict:
    """A tournament that would be called off if it began now."""
    return Conflict("tournament/too-few", "At least two must have entered before it can begin.")


def too_few_checked_in() -> Conflict:
    """The same while people say that they are there."""
    return Conflict("tournament/too-few", "At least two must be there before it can begin.")


def tournament_paused() -> Conflict:
    """A tournament that is paused."""
    return Conflict("tournament/paused", "The tournament is paused; let it go on first.")


def not_paused() -> Conflict:
    """A tournament that is not paused."""
    return Conflict("tournament/not-paused", "The tournament is not paused.")


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
