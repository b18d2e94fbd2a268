"""The site's own ES modules in a page."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from brikks_site import import_map as modules

register = template.Library()


@register.simple_tag
def import_map() -> SafeString:
    """Under which names the modules are found; goes before the first of them."""
    return format_html('<script type="importmap">{}</script>', mark_safe(modules.import_map()))  # noqa: S308 - our own
