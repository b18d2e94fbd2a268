"""The three ways in which something that stands higher joins in: a slot that one function fills, a hook to which any
number are connected, and a registry of values. These are the kinds; the points themselves are listed in
`games.extension` and `tournaments.extension`.

They are filled while Django starts, in `ready` of an app, and only read from then on.
"""

from collections.abc import Callable, Iterator
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Slot(Generic[P, R]):
    """A question that one function answers; a default does until another is put in its place."""

    def __init__(self, default: Callable[P, R]) -> None:
        self.function = default

    def fill(self, function: Callable[P, R]) -> None:
        """Let this function answer from now on."""
        self.function = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)


class Hook(Generic[P, R]):
    """A moment at which all functions are called that are connected to it, in the order in which they were."""

    def __init__(self) -> None:
        self.functions: list[Callable[P, R]] = []

    def connect(self, *functions: Callable[P, R]) -> None:
        """Have these functions called as well."""
        self.functions += functions

    def call_all(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """What each of them says; one that fails is not caught, and none after it is called."""
        return [function(*args, **kwargs) for function in self.functions]

    def __iter__(self) -> Iterator[Callable[P, R]]:
        return iter(tuple(self.functions))


class Registry(Generic[T]):
    """Values that are added to those games has itself, each once, in the order in which they were added."""

    def __init__(self) -> None:
        self.values: list[T] = []

    def add(self, *values: T) -> None:
        """Have these values known as well."""
        self.values += [value for value in dict.fromkeys(values) if value not in self.values]

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(self.values))
