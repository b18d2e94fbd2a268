"""What the pages for logging in ask about the site."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def has_mail() -> bool:
    """Whether the site can send mail."""
    return bool(settings.HAS_MAIL)
