"""What forms of every room share: a value as a service wants it, or its refusal as the form tells it; the choice of a
language. A small file, because `forms` has its sentences translated at once and these later."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from engine.errors import Refused
from games.refusals import translated_refusal


def clean_with(clean: Callable[[Any], str], value: Any) -> str:
    """A value as a service wants it; its refusal as the form tells it."""
    try:
        return clean(value)
    except Refused as refusal:
        raise forms.ValidationError(translated_refusal(refusal), refusal.code) from None


def language_field() -> forms.ChoiceField:
    """A choice among the site's languages."""
    choices = [("", _("As the browser says")), *settings.LANGUAGES]
    return forms.ChoiceField(label=_("Language"), choices=choices, required=False)
