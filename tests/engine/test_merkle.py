"""The hash tree, against the definition of RFC 6962 written down again and its published empty root."""

from hashlib import sha256

import pytest

from engine.merkle import audit_path, leaf_hash, node_hash, root, root_of_path


def leaves(size: int) -> list[bytes]:
    return [f"game-{n}|{n}|{n:064x}".encode() for n in range(size)]


def test_the_root_of_nothing_is_the_hash_of_nothing() -> None:
    assert root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_leaves_and_nodes_are_hashed_apart() -> None:
    assert leaf_hash(b"x") == sha256(b"\x00x").digest()
    assert node_hash(b"l" * 32, b"r" * 32) == sha256(b"\x01" + b"l" * 32 + b"r" * 32).digest()


def test_a_tree_of_three_leans_to_the_left() -> None:
    one, two, three = leaves(3)
    expected = node_hash(node_hash(leaf_hash(one), leaf_hash(two)), leaf_hash(three))
    assert root([one, two, three]) == expected


@pytest.mark.parametrize("size", range(1, 40))
def test_every_leaf_has_a_path_to_the_root_and_no_other(size: int) -> None:
    top = root(leaves(size))
    for index, leaf in enumerate(leaves(size)):
        path = audit_path(leaves(size), index)
        assert root_of_path(leaf, index, size, path) == top
        assert root_of_path(b"other", index, size, path) != top
        assert root_of_path(leaf, index, size, [*path, b"\0" * 32]) is None
        if path:
            assert root_of_path(leaf, index, size, path[:-1]) is None


@pytest.mark.parametrize(("index", "size"), [(-1, 4), (4, 4), (0, 0), (10**30, 10**20)])
def test_a_place_outside_the_tree_has_no_root(index: int, size: int) -> None:
    assert root_of_path(b"x", index, size, []) is None
