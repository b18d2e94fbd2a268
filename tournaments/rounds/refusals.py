"""What is refused about rounds, with its codes."""

from games.refusals import Conflict, Forbidden, NotFound


def no_such_table(number: object) -> NotFound:
    """A table that is not in the round."""
    return NotFound("round/no-such-table", "There is no table {table} in this round.", table=number)


def own_table() -> Forbidden:
    """Somebody wants to decide about a table at which they sit."""
    return Forbidden("round/own-table", "Nobody decides about a table at which they sit themselves.")


def has_result() -> Conflict:
    """A table whose result is known."""
    return Conflict("round/has-result", "This table has a result already; override it if it must not stand.")


def on_the_site() -> Conflict:
    """A table at which a game is being played here."""
    return Conflict("round/on-the-site", "This table is being played on the site.")


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
