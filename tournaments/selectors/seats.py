"""How long the tables of tournaments wait for whoever has not come, for the pages of their games."""

from games.extension import TableWait
from tournaments.models import Table
from tournaments.rounds.missing import waiting_tables
from tournaments.rounds.patience import patience
from tournaments.selectors.tournaments import settings_of


def wait_of(game_id: str) -> TableWait | None:
    """How long the table of a game waits; None if that is as long as its round is open, or while nothing happens."""
    table = Table.objects.filter(game=game_id).select_related("round__tournament").first()
    if table is None or table.round.tournament.paused_at is not None:
        return None
    played, settings = table.round, settings_of(table.round.tournament)
    for waiting in waiting_tables(played, settings, [table.number]):
        assert played.waits_until is not None
        assert settings.wait is not None
        return TableWait(played.waits_until, patience(settings.wait), waiting.starts_at)
    return None
