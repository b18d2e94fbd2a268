"""What is refused about rounds, with its codes."""

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


def has_result() -> Conflict:
    """A table whose result is known."""
    return Conflict("round/has-result", "This table has a result already; override it if it must not stand.")


def result_stale() -> Conflict:
    """Something else would change now than whoever decides about a table has seen."""
    return Conflict("result/stale", "Something else would change now than when you looked; please look at it again.")


def another_round() -> Conflict:
    """Another round has come since somebody looked at the latest one."""
    return Conflict("round/another", "Another round has followed meanwhile; please look at it before you go on.")


def on_the_site() -> Conflict:
    """A table at which a game is being played here."""
    return Conflict("round/on-the-site", "This table is being played on the site.")


def already_started() -> Conflict:
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


def others_missing() -> Conflict:
    """A table at which others are missing than those who were named."""
    template = "Somebody has come to this table meanwhile, or has left. Look at it again before you start it."
    return Conflict("round/others-missing", template)


def already_played() -> Conflict:
    """Pairings by which somebody has played."""
    return Conflict("round/played", "Somebody has already moved in this round; its pairings stand.")


def out_of_date() -> Conflict:
    """Pairings that were made before something changed."""
    template = (
        "Something has changed since this round was paired, as when somebody comes or leaves; pair it again first."
    )
    return Conflict("round/out-of-date", template)


def too_short() -> Conflict:
    """A round that would end before it was said to."""
    return Conflict("round/shorter", "A round can only be made longer: people count on its end.")


def too_few() -> Conflict:
    """A tournament that would be called off if it began now."""
    return Conflict("tournament/too-few", "At least two must have entered before it can begin.")


def too_few_there() -> Conflict:
    """The same while people say that they are there."""
    return Conflict("tournament/too-few", "At least two must be there before it can begin.")


def paused() -> Conflict:
    """A tournament that is paused."""
    return Conflict("tournament/paused", "The tournament is paused; let it go on first.")


def not_paused() -> Conflict:
    """A tournament that is not paused."""
    return Conflict("tournament/not-paused", "The tournament is not paused.")
