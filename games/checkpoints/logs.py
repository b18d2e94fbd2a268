"""The sorts of logs that checkpoints vouch for: those of games, and those that another app adds.

A checkpoint covers logs of one sort. So what a note over games says is the same whether there are others or not, while
all notes stand in one series: whoever keeps it keeps all of them.
"""

from typing import Final, NamedTuple

from django.db.models import F, Model, QuerySet

from games.models import CheckpointLeaf, Event, Game


class Logs(NamedTuple):
    """Where the logs of one sort are kept."""

    noun: str
    """What owns one of them: the column in which events and leaves name it, and what the audit calls it."""
    owners: type[Model]
    """Rows with the end of a log (`seq`, `head_hash`), and how much of it is covered (`checkpointed_seq`)."""
    events: type[Model]
    leaves: type[Model]
    """Rows like those of `CheckpointLeaf`, in a guarded table."""

    @property
    def column(self) -> str:
        """The column of events and leaves that names the owner."""
        return f"{self.noun}_id"


GAMES: Final = Logs("game", Game, Event, CheckpointLeaf)
_sorts: Final = [GAMES]


def vouch_for(logs: Logs) -> None:
    """Have another app's logs covered by checkpoints as well; to be called in its `ready`."""
    if logs not in _sorts:
        _sorts.append(logs)


def sorts_of_logs() -> tuple[Logs, ...]:
    """All of them, games first."""
    return tuple(_sorts)


def uncovered(logs: Logs) -> QuerySet[Model]:
    """The owners of the logs that have grown since a checkpoint covered them."""
    return logs.owners._default_manager.filter(seq__gt=F("checkpointed_seq"))
