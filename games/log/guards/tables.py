"""The tables that are guarded, and what a new row of each must continue."""

from typing import Final, NamedTuple

from django.db.models import Model

from games.extension import other_logs


class GuardedTable(NamedTuple):
    """A table to which rows are only ever added."""

    name: str
    key: str
    """The column with the number of a row, from 1."""
    uniques: tuple[tuple[str, ...], ...]
    """The columns by which a row may collide with an older one, in whose place it could be put."""
    continues: str
    """What must hold of a row called NEW, in SQL that both databases understand; anything else is refused."""


def event_table(name: str, of: str) -> GuardedTable:
    """The table of hash-chained events, one chain for each value of the column `of`."""
    return GuardedTable(
        name,
        "id",
        (("id",), (of, "seq"), (of, "command_id")),
        f"""NEW.seq = 1 + coalesce((SELECT max(seq) FROM {name} WHERE {of} = NEW.{of}), 0)
       AND NEW.prev_hash = coalesce(
           (SELECT hash FROM {name} WHERE {of} = NEW.{of} AND seq = NEW.seq - 1),
           '0000000000000000000000000000000000000000000000000000000000000000')""",  # noqa: S608
    )


def leaf_table(name: str) -> GuardedTable:
    """The table of the heads under checkpoints, numbered under each and only ever added to the last."""
    return GuardedTable(
        name,
        "id",
        (("id",), ("checkpoint_id", "position")),
        f"""NEW.checkpoint_id = (SELECT max(number) FROM games_checkpoint)
       AND NEW.position = 1 + coalesce(
           (SELECT position FROM {name} WHERE checkpoint_id = NEW.checkpoint_id
            ORDER BY position DESC LIMIT 1), -1)
       AND NEW.position < (SELECT size FROM games_checkpoint WHERE number = NEW.checkpoint_id)""",  # noqa: S608
    )


EVENTS: Final = event_table("games_event", "game_id")
CHECKPOINTS: Final = GuardedTable(
    "games_checkpoint",
    "number",
    (("number",),),
    "NEW.number = 1 + coalesce((SELECT max(number) FROM games_checkpoint), 0)",
)
LEAVES: Final = leaf_table("games_checkpointleaf")
OWN_TABLES: Final = (EVENTS, CHECKPOINTS, LEAVES)


def event_chains() -> dict[str, str]:
    """The tables of hash-chained events, and by which column each tells its chains apart."""
    return {
        table.name: table.uniques[1][0]
        for table in guarded_tables()
        if table.uniques[1:] and table.uniques[1][1] == "seq"
    }


def guarded_tables() -> tuple[GuardedTable, ...]:
    """Every table that is guarded, those of other logs last."""
    others = ((event_table(_table(logs.events), logs.column), leaf_table(_table(logs.leaves))) for logs in other_logs)
    return tuple(dict.fromkeys((*OWN_TABLES, *(table for both in others for table in both))))


def _table(model: type[Model]) -> str:
    return model._meta.db_table
