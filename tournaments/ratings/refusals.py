"""What is refused about ratings, with its codes."""

from games.refusals import NotFound


def no_such_pool(variant: object) -> NotFound:
    """Ratings of a kind of games that there is not."""
    return NotFound("rating/no-such-pool", "There are no ratings for “{variant}”.", variant=variant)
