"""The tables that are guarded, and what a new row of each must continue."""

from typing import Final, NamedTuple


class Table(NamedTuple):
    """A table to which rows are only ever added."""

    name: str
    key: str
    """The column with the number of a row, from 1."""
    uniques: tuple[tuple[str, ...], ...]
    """The columns by which a row may collide with an older one, in whose place it could be put."""
    continues: str
    """What must hold of a row called NEW, in SQL that both databases understand; anything else is refused."""


EVENTS: Final = Table(
    "games_event",
    "id",
    (("id",), ("game_id", "seq"), ("game_id", "command_id")),
    """NEW.seq = 1 + coalesce((SELECT max(seq) FROM games_event WHERE game_id = NEW.game_id), 0)
       AND NEW.prev_hash = coalesce(
           (SELECT hash FROM games_event WHERE game_id = NEW.game_id AND seq = NEW.seq - 1),
           '0000000000000000000000000000000000000000000000000000000000000000')""",
)
CHECKPOINTS: Final = Table(
    "games_checkpoint",
    "number",
    (("number",),),
    "NEW.number = 1 + coalesce((SELECT max(number) FROM games_checkpoint), 0)",
)
LEAVES: Final = Table(
    "games_checkpointleaf",
    "id",
    (("id",), ("checkpoint_id", "position")),
    """NEW.checkpoint_id = (SELECT max(number) FROM games_checkpoint)
       AND NEW.position = 1 + coalesce(
           (SELECT position FROM games_checkpointleaf WHERE checkpoint_id = NEW.checkpoint_id
            ORDER BY position DESC LIMIT 1), -1)
       AND NEW.position < (SELECT size FROM games_checkpoint WHERE number = NEW.checkpoint_id)""",
)
TABLES: Final = (EVENTS, CHECKPOINTS, LEAVES)
