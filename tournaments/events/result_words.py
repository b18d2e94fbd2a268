"""The result of a table as one line of words: in the log, in notices, and where another one counts."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.protocol import Json
from tournaments.events.selectors.player_names import PlayerName

Names = Mapping[str, PlayerName]


def result_words(result: Json | None, players: Names) -> str:
    """A result as events hold it, without a full stop; None and no seats for none."""
    if result is None or result["seats"] is None:
        return _("no result")
    if result["void"]:
        return _("it counts for nobody")
    seats = result["seats"]
    if len(seats) == 1:
        return _alone(seats[0], players)
    if all(seat["forfeited"] for seat in seats):
        return _("everybody has forfeited")
    return _of_two(seats, players) if len(seats) == 2 else ", ".join(_in_order(seats, players))


def _name(seat: Json, players: Names) -> str:
    entrant = seat["entrant"]
    return players[entrant].name if entrant in players else _("Somebody who has left")


def _alone(seat: Json, players: Names) -> str:
    facts = {"name": _name(seat, players), "points": seat["score"]}
    if seat["forfeited"] or seat["score"] is None:
        return _("%(name)s has forfeited") % facts
    return ngettext("%(name)s has %(points)s point", "%(name)s has %(points)s points", seat["score"]) % facts


def _of_two(seats: list[Json], players: Names) -> str:
    first, second = sorted(seats, key=lambda seat: (seat["forfeited"], seat["place"]))
    scores = [first["score"], second["score"]]
    facts = {"name": _name(first, players), "other": _name(second, players)}
    if second["forfeited"] and scores == [None, None]:
        words = _("%(name)s has won by walkover")
    elif second["forfeited"]:
        words = _("%(name)s has won, %(other)s has forfeited")
    elif first["place"] == second["place"]:
        words = _("%(name)s and %(other)s have tied")
    else:
        words = _("%(name)s has won against %(other)s")
    shown = [str(score) for score in scores if score is not None]
    return words % facts + (f" ({' : '.join(shown)})" if len(shown) == 2 else "")


def _in_order(seats: list[Json], players: Names) -> list[str]:
    """Everybody by their places, those who have forfeited at the end."""
    ordered = sorted(seats, key=lambda seat: (seat["forfeited"], seat["place"]))
    return [_placed(seat, players) for seat in ordered]


def _placed(seat: Json, players: Names) -> str:
    if seat["forfeited"]:
        return _("%(name)s has forfeited") % {"name": _name(seat, players)}
    points = "" if seat["score"] is None else f" ({seat['score']})"
    return f"{seat['place']}. {_name(seat, players)}{points}"
