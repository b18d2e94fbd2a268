"""A real file system of little room, which a test can fill; it takes the rights of root to make one."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from tests.machines import leave_out


class SmallDisk:
    """A file system of its own under a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filling = folder / "filling"

    def fill(self) -> None:
        """Leave no room at all."""
        with self._filling.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                _write_until_full(file, size)

    def make_room(self) -> None:
        """Take away what it was filled with."""
        self._filling.unlink()


def _write_until_full(file: FileIO, size: int) -> None:
    with suppress(OSError):
        while True:
            file.write(bytes(size))


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """A disk until the block ends; a test without the rights to make one is left out."""
    folder.mkdir()
    if why := _mount("-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(folder)):
        leave_out(f"no small disk can be made here ({why})")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _mount(*arguments: str) -> str:
    """What mount complains of; nothing if it was done."""
    try:
        done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        return str(error)
    return done.stderr.strip() if done.returncode else ""
