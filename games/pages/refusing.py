"""How a page tells what was refused: beside what was tried, so that it can be tried differently.

Of what is not there, or not for whoever asks, there is no page to go back to: that refusal is a page of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from engine.errors import Refused
from games.refusals import Forbidden, NotFound
from games.wording import told

FINAL: Final = (NotFound, Forbidden)


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
        form.add_error(None, told(refusal))
