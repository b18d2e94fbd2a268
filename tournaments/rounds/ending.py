"""The end of a tournament."""

from tournaments.log import kinds
from tournaments.log.drafts import Draft
from tournaments.selectors.tournaments import load_history, settings_of
from tournaments.standings import standings


def finish(draft: Draft) -> None:
    """Write the final table into the log."""
    table = standings(settings_of(draft.tournament), load_history(draft.tournament), explained=())
    draft.add(kinds.FINISHED, {"standings": [[row.entrant, row.place, row.points] for row in table]})
