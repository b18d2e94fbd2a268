"""Taking back what was done in between, inside a test: the next one who asks meets what the first has met."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is stored inside is not stored afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
