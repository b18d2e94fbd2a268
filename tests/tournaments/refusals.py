"""Refusals about clubs: of which sort, under which code, and that no table of either app has changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps

from engine.errors import Refused
from tests.games import refusals as refusing


def everything() -> dict[str, list[Any]]:
    """All rows that the app has stored."""
    models = apps.get_app_config("tournaments").get_models()
    return {model.__name__: sorted(model._default_manager.values_list(), key=repr) for model in models}


@contextmanager
def refused(sort: type[Refused], code: str) -> Iterator[None]:
    """What is done in the block is refused like this and leaves every table as it was."""
    before = everything()
    with refusing.refused(sort, code):
        yield
    assert everything() == before
