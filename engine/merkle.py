"""The hash tree of a checkpoint, as RFC 6962 defines it: one root for many leaves, a short path for each."""

from collections.abc import Iterable, Sequence
from hashlib import sha256


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of one leaf."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """All hashes over some leaves in order, from which the root and every path can be read."""

    def __init__(self, leaves: Iterable[bytes]) -> None:
        level = [leaf_hash(leaf) for leaf in leaves]
        self._levels = [level]
        while len(level) > 1:
            level = _level_above(level)
            self._levels.append(level)

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return len(self._levels[0])

    @property
    def root(self) -> bytes:
        """The hash over all leaves."""
        return self._levels[-1][0] if self.size else sha256().digest()

    def audit_path(self, index: int) -> list[bytes]:
        """The hashes, bottom up, that lead from one leaf to the root."""
        if not 0 <= index < self.size:
            raise IndexError(f"there is no leaf {index} among {self.size}")
        path = []
        for level in self._levels[:-1]:
            sibling = index ^ 1
            if sibling < len(level):
                path.append(level[sibling])
            index //= 2
        return path


def _level_above(level: list[bytes]) -> list[bytes]:
    """The hashes of each two nodes; the last one of an odd number goes up as it is, which is how RFC 6962 splits."""
    above = [node_hash(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
    return [*above, level[-1]] if len(level) % 2 else above


def root_of_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root to which a path leads, None if a tree of that size has no such path."""
    if not 0 <= index < size:
        return None
    node, last = leaf_hash(leaf), size - 1
    for sibling in path:
        if last == 0:
            return None
        if index % 2 or index == last:
            node = node_hash(sibling, node)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            node = node_hash(node, sibling)
        index, last = index // 2, last // 2
    return node if last == 0 else None
