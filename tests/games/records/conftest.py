"""Times are told here as clocks tell them."""

from tests.games.clocks.conftest import watch

__all__ = ["watch"]
