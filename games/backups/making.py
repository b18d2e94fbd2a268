"""Making a backup, while games are played."""

from pathlib import Path
from typing import Final

from games.backups.contents import Contents, contents_of
from games.backups.files import database_file, open_to_read, write_copy
from games.refusals import Conflict

_ENDINGS: Final = ("", "-wal", "-shm", "-queue", "-queue-door")
"""Of the files that belong to a database."""


def back_up(path: Path, overwrite: bool = False) -> Contents | None:
    """Copy the database in use to a file, once the copy is known to be sound; what it holds."""
    source = database_file()
    _require_free(path, source, overwrite)
    with open_to_read(source) as database:
        write_copy(database, path)
    with open_to_read(path) as copy:
        return contents_of(copy)


def _require_free(path: Path, source: Path, overwrite: bool) -> None:
    """Refuse a name that is taken, and always that of the database itself."""
    if path.resolve() in {source.with_name(source.name + ending).resolve() for ending in _ENDINGS}:
        raise Conflict("backup/itself", "{path} is the database itself.", path=str(path))
    if path.exists() and not overwrite:
        raise Conflict("backup/exists", "{path} is there already; --force replaces it.", path=str(path))
