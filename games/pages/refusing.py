"""How a page tells what was refused: beside what was tried, so that it can be tried differently.

Of what is not there, or not for whoever asks, there is no page to go back to: that refusal is a page of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, Final

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext as _

from engine.errors import Refused
from games.pages.commands import new_command
from games.refusals import Forbidden, NotFound
from games.wording import told

FINAL: Final = (NotFound, Forbidden)
REUSED: Final = "command/reused"
"""Refused because something else was done under the name of a form."""


@contextmanager
def telling(request: HttpRequest) -> Iterator[None]:
    """Try something; what is refused of it is said on the page that comes next."""
    try:
        yield
    except FINAL:
        raise
    except Refused as refusal:
        messages.error(request, told(refusal))


@contextmanager
def telling_in(form: BaseForm) -> Iterator[None]:
    """The same for a form that is shown again: what is refused is said in it, and it is not valid any more."""
    try:
        yield
    except FINAL:
        raise
    except Refused as refusal:
        tell_in(form, refusal)


def tell_in(form: BaseForm, refusal: Refused, field: str | None = None) -> None:
    """Tell in a form what was refused of it. One that was sent before with something else in it, as after the browser's
    Back, is another form from now on."""
    words = told(refusal)
    if refusal.code == REUSED and "command" in form.fields:
        renewed: Any = copy(form.data)
        renewed["command"] = new_command()
        form.data = renewed
        words = _(
            "This form was sent before, with something else in it. If this is to be done, too, send it once more."
        )
    form.add_error(field, words)
