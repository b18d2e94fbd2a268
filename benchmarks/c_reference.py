"""The C reference `landings.c`: compiled into a folder that goes away, loaded, and spoken to in its own layout."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import CDLL, POINTER, Structure, byref, c_double, c_int, c_uint64
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from engine.brikks.blocks import FACE_LIST
from engine.brikks.board import Bitboard, Shape, cells_of
from engine.brikks.figures import COLUMNS, ROWS

SOURCE: Final = Path(__file__).with_name("landings.c")
STRIDE: Final = 11


class NoCompiler(Exception):
    """There is no C compiler, or none that knows `__int128`."""


class Words(Structure):
    """128 bits as two words."""

    _fields_ = (("low", c_uint64), ("high", c_uint64))


class CFace(Structure):
    """A face as `landings.c` wants it."""

    _fields_ = (("offsets", c_uint64 * 4), ("anchors", Words), ("inside", Words))


class Reference:
    """The compiled functions, with boards ready for them."""

    def __init__(self, library: CDLL, boards: Sequence[Bitboard]) -> None:
        faces = [_face(face.shape) for face in FACE_LIST]
        self._boards = (Words * len(boards))(*(_words(row_major(board)) for board in boards))
        self._faces = (CFace * len(faces))(*faces)
        self._find: Any = library.find_landings
        self._find.restype = None
        self._time: Any = library.time_landings
        self._time.restype = c_double
        for function in (self._find, self._time):
            function.argtypes = [POINTER(Words), c_int, POINTER(CFace), c_int, POINTER(Words)]

    def landings(self) -> list[int]:
        """The landings of every face on every board, row-major."""
        found = (Words * (len(self._boards) * len(self._faces)))()
        self._find(self._boards, len(self._boards), self._faces, len(self._faces), found)
        return [_number(words) for words in found]

    def seconds(self) -> tuple[float, int]:
        """How long it takes to find them, by the clock of the C side, and the exclusive or of them all."""
        mixed = Words()
        seconds: float = self._time(self._boards, len(self._boards), self._faces, len(self._faces), byref(mixed))
        return seconds, _number(mixed)


@contextmanager
def compiled(boards: Sequence[Bitboard]) -> Iterator[Reference]:
    """The reference, compiled for as long as it is needed."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise NoCompiler("there is no C compiler `cc`")
    with TemporaryDirectory(prefix="brikks-bench-") as folder:
        library = Path(folder) / "landings.so"
        command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise NoCompiler(f"`cc` could not compile {SOURCE.name}: {done.stderr.strip()}")
        yield Reference(CDLL(str(library)), boards)


def row_major(board: Bitboard) -> int:
    """A board of the engine in the layout of the reference."""
    return sum(1 << STRIDE * y + x for x, y in cells_of(board))


def _face(shape: Shape) -> CFace:
    offsets = [STRIDE * y + x for x, y in shape.cells]
    return CFace((c_uint64 * 4)(*offsets), _corners(shape, ROWS), _corners(shape, ROWS - shape.height + 1))


def _corners(shape: Shape, rows: int) -> Words:
    return _words(sum(1 << STRIDE * y + x for y in range(rows) for x in range(COLUMNS - shape.width + 1)))


def _words(number: int) -> Words:
    return Words(number & (1 << 64) - 1, number >> 64)


def _number(words: Words) -> int:
    low, high = words.low, words.high
    return int(high) << 64 | int(low)
