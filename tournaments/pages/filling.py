"""Carrying out what a form asks for: what is refused of it is said beside the field that it is about."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms

from engine.errors import Refused
from games.forms import REFUSALS_WITH_OWN_PAGE
from games.refusals import translated_refusal


@contextmanager
def told_at(form: forms.Form, field: str) -> Iterator[None]:
    """Try something with what a form says; what is refused of it the form tells beside a field."""
    try:
        yield
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        form.add_error(field, translated_refusal(refusal))
