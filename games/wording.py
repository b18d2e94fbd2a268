"""What is refused, in the language of whoever asks: refusals are English templates with facts until they are told."""

from django.utils.translation import gettext

from engine.errors import Refused


def told(refusal: Refused) -> str:
    """A refusal in the language of this request."""
    return refusal.worded(gettext)
