"""Tables that those who run a tournament can start without whoever has not come."""

from tournaments.models import Table
from tournaments.rounds.attendance import Attendance, look_at
from tournaments.rounds.refusals import no_such_table
from tournaments.selectors.tournaments import SeenTournament


def who_would_be_left_out(seen: SeenTournament, number: int, table: int) -> Attendance:
    """Who has come to a table and who has not; refused unless it can start now without somebody."""
    tables = Table.objects.select_related("round__tournament")
    found = tables.filter(round__tournament=seen.tournament, round__number=number, number=table).first()
    if found is None:
        raise no_such_table(table)
    return look_at(seen.tournament, found)
