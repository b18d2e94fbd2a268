"""The hash tree of a checkpoint, as RFC 6962 defines it: one root for many leaves, a short path for each."""

from collections.abc import Sequence
from hashlib import sha256


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of one leaf."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over all leaves in order."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    middle = _split(len(leaves))
    return node_hash(root(leaves[:middle]), root(leaves[middle:]))


def audit_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes, bottom up, that lead from one leaf to the root."""
    if len(leaves) == 1:
        return []
    middle = _split(len(leaves))
    if index < middle:
        return [*audit_path(leaves[:middle], index), root(leaves[middle:])]
    return [*audit_path(leaves[middle:], index - middle), root(leaves[:middle])]


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


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return int(1 << (size - 1).bit_length() - 1)
