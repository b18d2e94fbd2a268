"""Addresses as pictures for the camera of a phone."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(text: str) -> SafeString:
    """A QR code as an SVG that stands in a page; what it says is nowhere in the markup."""
    drawn = segno.make(text, micro=False).svg_inline(scale=4, border=3, light="#fff", omitsize=True)
    return mark_safe(drawn)  # noqa: S308 - made of squares only
