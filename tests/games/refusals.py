"""Refusals: of which sort, under which code, and that they have changed nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps

from engine.errors import Refused


def everything() -> dict[str, list[Any]]:
    """All rows that the app has stored."""
    models = apps.get_app_config("games").get_models()
    return {model.__name__: sorted(model._default_manager.values_list(), key=repr) for model in models}


@contextmanager
def refused(sort: type[Refused], code: str) -> Iterator[None]:
    """What is done in the block is refused like this, in words, and leaves every table as it was."""
    before = everything()
    with pytest.raises(Refused) as caught:
        yield
    assert (type(caught.value), caught.value.code) == (sort, code)
    assert caught.value.sentence
    assert everything() == before
