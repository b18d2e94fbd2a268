"""Carrying out what a form asks for: what is refused of it is said beside the field that it is about."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms

from engine.errors import Refused
from games.pages.refusing import FINAL
from games.wording import told


@contextmanager
def told_at(form: forms.Form, field: str) -> Iterator[None]:
    """Try something with what a form says; what is refused of it the form tells beside a field."""
    try:
        yield
    except FINAL:
        raise
    except Refused as refusal:
        form.add_error(field, told(refusal))
