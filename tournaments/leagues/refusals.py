"""What is refused about leagues, with its codes."""

from engine.errors import Illegal, Malformed
from games.refusals import Conflict, NotFound


def no_such_league(league_id: object) -> NotFound:
    """A league that does not exist, or that the asker may not know of."""
    return NotFound("league/not-found", "There is no league “{league}”.", league=league_id)


def no_such_season(number: object) -> NotFound:
    """A season that the league does not have, or that the asker may not know of."""
    return NotFound("league/no-such-season", "This league has no season {number}.", number=number)


def no_such_division(division: object) -> Malformed:
    """A division that the league does not have."""
    return Malformed("league/no-such-division", "This league has no division {division}.", division=division)


def no_such_assignment() -> NotFound:
    """Somebody who is not in the draft any more."""
    return NotFound("league/no-such-assignment", "Whoever this was is not in this season any more.")


def not_one_player() -> Malformed:
    """It is not clear who is to play."""
    return Malformed("league/player", "Say who is to play: a member, a person of the club, or a bot.")


def no_such_bot(bot: object) -> Malformed:
    """A bot that does not exist."""
    return Malformed("league/no-such-bot", "There is no bot “{bot}” that plays this.", bot=bot)


def already_there(name: str) -> Conflict:
    """Somebody who is in the draft already."""
    return Conflict("league/already-there", "“{name}” is in this season already.", name=name)


def division_full(most: int) -> Illegal:
    """A division that takes nobody more."""
    return Illegal("league/division-full", "A division has at most {most} players.", most=most)


def not_a_draft() -> Conflict:
    """A season that was published already."""
    return Conflict("league/not-a-draft", "This season is published already.")


def has_a_draft() -> Conflict:
    """There is a season in the making already."""
    return Conflict("league/draft-exists", "The next season of this league is being drafted already.")


def season_not_over() -> Conflict:
    """A season of which not all divisions are finished."""
    return Conflict("league/season-not-over", "Not all divisions of this season are finished yet.")


def division_too_small(division: int, least: int) -> Illegal:
    """A division that cannot be played."""
    template = "Division {division} needs at least {least} players."
    return Illegal("league/division-too-small", template, division=division, least=least)


def too_late() -> Illegal:
    """A season whose first round would already be open."""
    return Illegal("league/too-late", "The first round of this season would begin in the past; choose a later day.")
