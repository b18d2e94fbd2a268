"""What all forms of pages share: the name of the command that each carries, how a refusal is shown, and change forms.

Each form carries a name of its own, so that sending it twice does it once. A refusal is told beside what was tried, so
that it can be tried differently; of what is not there, or not for whoever asks, there is no page to go back to, so that
refusal is a page of its own.

A change form changes what somebody has changed in it, and nothing else: a page may have been open for long, in a second
window or behind the browser's Back, and what stands in it as it stood then must not undo what was said elsewhere since.
So the form carries along what it has shown, and what comes back as it was shown counts as it is now. Of what was
changed here and there, the last one counts.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.errors import Refused
from games.refusals import Forbidden, NotFound, translated_refusal


class ChangeForm(forms.Form):
    """A form whose initial values are those of now."""

    is_change = True
    """Whether there is something to change; of something new all counts as it stands in the form."""

    @property
    def hidden_initials(self) -> SafeString:
        """What the form has shown at first, for the page to carry along."""
        if not self.is_change:
            return SafeString()
        fields = [field for field in self.visible_fields() if self._knows_initial(field) or not self.is_bound]
        return format_html_join("", "{}", ((field.as_hidden(only_initial=True),) for field in fields))

    @cached_property
    def untouched(self) -> frozenset[str]:
        """The fields that came back as they were shown."""
        return frozenset(field.name for field in self.visible_fields() if self.is_change and _is_untouched(self, field))

    @cached_property
    def changed_data(self) -> list[str]:
        """Django's list of what is not as it is now, without what nobody has touched."""
        return [name for name in super().changed_data if name not in self.untouched]

    def clean(self) -> dict[str, Any]:
        """Take what nobody has touched as it is now."""
        said = super().clean() or self.cleaned_data
        for name in self.untouched & said.keys():
            said[name] = self.fields[name].clean(self.get_initial_for_field(self.fields[name], name))
        return said

    @property
    def changes(self) -> dict[str, Any]:
        """What is to be changed."""
        return {name: value for name, value in self.cleaned_data.items() if name not in self.untouched}

    def _knows_initial(self, field: forms.BoundField) -> bool:
        return field.html_initial_name in self.data


def _is_untouched(form: ChangeForm, shown: forms.BoundField) -> bool:
    """Whether a field came back as it was shown; not if nobody says what that was, as programs do not."""
    if shown.html_initial_name not in form.data:
        return False
    was_shown = shown.field.hidden_widget().value_from_datadict(form.data, form.files, shown.html_initial_name)
    try:
        return not shown.field.has_changed(shown.field.to_python(was_shown), shown.data)
    except forms.ValidationError:
        return False


_COMMAND_NAME: Final = re.compile(r"[0-9a-f]{32}")


def new_command() -> str:
    """The name of a form that has not been sent yet."""
    return secrets.token_hex(16)


def command_in(said: str, verb: str) -> str:
    """The id of one command of a form; a form without a proper name gets one, and is done each time it is sent."""
    return f"{said if _COMMAND_NAME.fullmatch(said) else new_command()}-{verb}"


def command_of(request: HttpRequest, verb: str) -> str:
    """The same for the form that a request sends."""
    return command_in(request.POST.get("command", ""), verb)


REFUSALS_WITH_OWN_PAGE: Final = (NotFound, Forbidden)
REUSED_COMMAND: Final = "command/reused"
"""Refused because something else was done under the name of a form."""


@contextmanager
def refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """Try something; what is refused of it is said on the page that comes next."""
    try:
        yield
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        messages.error(request, translated_refusal(refusal))


@contextmanager
def refusals_in_form(form: BaseForm) -> Iterator[None]:
    """The same for a form that is shown again: what is refused is said in it, and it is not valid any more."""
    try:
        yield
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        add_refusal(form, refusal)


def add_refusal(form: BaseForm, refusal: Refused, field: str | None = None) -> None:
    """Tell in a form what was refused of it. One that was sent before with something else in it, as after the browser's
    Back, is another form from now on."""
    words = translated_refusal(refusal)
    if refusal.code == REUSED_COMMAND and "command" in form.fields:
        renewed: Any = copy(form.data)
        renewed["command"] = new_command()
        form.data = renewed
        words = _(
            "This form was sent before, with something else in it. If this is to be done, too, send it once more."
        )
    form.add_error(field, words)
