"""What a table goes back to when a result is taken back that an organiser has entered: what was played, what was noted
before, or nothing."""

from collections.abc import Iterator
from typing import Final

from engine.log import read_body
from engine.protocol import Json
from games.play.official_result import official_result_of
from games.statuses import ABORTED
from tournaments.log import kinds
from tournaments.models import Table, TournamentEvent
from tournaments.models.tournaments import CLOSED
from tournaments.rounds.outcomes import PAPER
from tournaments.rounds.results import entry_of_game, entry_without_game

_RESULTS: Final = (kinds.RECORDED, kinds.TAKEN_BACK)
_BEGINNINGS: Final = (kinds.ROUND_PAIRED, kinds.ROUND_UNPUBLISHED, kinds.ROUND_REOPENED)
"""After which nothing counts any more that was noted before."""


def earlier_result(table: Table) -> Json | None:
    """The result of a table without what an organiser has entered; None if it has none then.

    A game that was played to its end decides. Else it is what was noted last, which after an override may be a result
    on paper. In a round that is closed there is a result in any case, as if nothing had been entered.
    """
    if table.game_id is not None and official_result_of(table.game_id).seats:
        return entry_of_game(table)[1]
    noted = _noted_before(table)
    if noted is not None or table.round.status != CLOSED:
        return noted
    return (entry_without_game(table) if table.game_id is None else entry_of_game(table))[1]


def is_called_off(table: Table) -> bool:
    """Whether the game of a table was called off: it is not played on when a result is taken back."""
    return table.game_id is not None and official_result_of(table.game_id).status == ABORTED


def _noted_before(table: Table) -> Json | None:
    """What the log says last of a table, apart from what is taken back."""
    for kind, said in _told_of(table):
        if kind not in _RESULTS:
            return None
        if table.is_overridden or said["seats"] is None or said["source"] != PAPER:
            return _bare(said) if said["seats"] is not None else None
    return None


def _told_of(table: Table) -> Iterator[tuple[str, Json]]:
    """What the log says of the results of a table and of its beginning, the latest first."""
    number = table.round.number
    found = TournamentEvent.objects.filter(tournament=table.round.tournament_id, kind__in=(*_RESULTS, *_BEGINNINGS))
    for kind, body in found.order_by("-seq").values_list("kind", "body").iterator():
        said = read_body(body)["data"]
        is_here = said.get("table") == table.number if kind in _RESULTS else _begins(kind, said, table.number)
        if said["round"] == number and is_here:
            yield kind, said


def _begins(kind: str, said: Json, table: int) -> bool:
    return kind != kinds.ROUND_REOPENED or said["is_anew"] or table in said["again"]


def _bare(said: Json) -> Json:
    """A result without why it was entered and what was there before."""
    return {name: value for name, value in said.items() if name not in ("reason", "was")}
