"""The hash tree, against the definition of RFC 6962 written down again and its published empty root."""

from functools import cache
from hashlib import sha256

import pytest

from engine.merkle import Tree, leaf_hash, node_hash, root_of_path


def leaves(size: int) -> list[bytes]:
    return [f"game-{n}|{n}|{n:064x}".encode() for n in range(size)]


@cache
def defined_root(first: int, end: int) -> bytes:
    """MTH of the leaves from `first` to before `end`, word by word."""
    if end - first == 1:
        return leaf_hash(leaves(end)[first])
    middle = first + split(end - first)
    return node_hash(defined_root(first, middle), defined_root(middle, end))


def defined_path(index: int, first: int, end: int) -> list[bytes]:
    """PATH of one of these leaves, word by word."""
    if end - first == 1:
        return []
    middle = first + split(end - first)
    if index < middle:
        return [*defined_path(index, first, middle), defined_root(middle, end)]
    return [*defined_path(index, middle, end), defined_root(first, middle)]


def split(size: int) -> int:
    """The largest power of two smaller than a size."""
    power = 1
    while power * 2 < size:
        power *= 2
    return power


def test_the_root_of_nothing_is_the_hash_of_nothing() -> None:
    assert Tree([]).root.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_leaves_and_nodes_are_hashed_apart() -> None:
    assert leaf_hash(b"x") == sha256(b"\x00x").digest()
    assert node_hash(b"l" * 32, b"r" * 32) == sha256(b"\x01" + b"l" * 32 + b"r" * 32).digest()


def test_a_tree_of_three_leans_to_the_left() -> None:
    one, two, three = leaves(3)
    expected = node_hash(node_hash(leaf_hash(one), leaf_hash(two)), leaf_hash(three))
    assert Tree([one, two, three]).root == expected


@pytest.mark.parametrize("size", range(1, 201))
def test_root_and_paths_are_those_of_the_definition(size: int) -> None:
    tree = Tree(leaves(size))
    assert tree.size == size
    assert tree.root == defined_root(0, size)
    assert [tree.audit_path(index) for index in range(size)] == [defined_path(index, 0, size) for index in range(size)]


def test_a_path_is_as_long_as_the_tree_is_high() -> None:
    tree = Tree(leaves(1_000))
    assert max(len(tree.audit_path(index)) for index in range(1_000)) == 10
    assert len(tree.audit_path(999)) < 10


@pytest.mark.parametrize(("index", "size"), [(-1, 4), (4, 4), (0, 0)])
def test_there_is_no_path_from_outside_the_tree(index: int, size: int) -> None:
    with pytest.raises(IndexError):
        Tree(leaves(size)).audit_path(index)


@pytest.mark.parametrize("size", range(1, 40))
def test_every_leaf_has_a_path_to_the_root_and_no_other(size: int) -> None:
    tree = Tree(leaves(size))
    top = tree.root
    for index, leaf in enumerate(leaves(size)):
        path = tree.audit_path(index)
        assert root_of_path(leaf, index, size, path) == top
        assert root_of_path(b"other", index, size, path) != top
        assert root_of_path(leaf, index, size, [*path, b"\0" * 32]) is None
        if path:
            assert root_of_path(leaf, index, size, path[:-1]) is None


@pytest.mark.parametrize(("index", "size"), [(-1, 4), (4, 4), (0, 0), (10**30, 10**20)])
def test_a_place_outside_the_tree_has_no_root(index: int, size: int) -> None:
    assert root_of_path(b"x", index, size, []) is None
