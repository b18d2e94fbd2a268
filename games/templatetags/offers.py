"""Dice that a page offers with a form by which a game is made."""

from django import template

from games.play.deals import make_offer

register = template.Library()


@register.inclusion_tag("games/play/dice/offered.html")
def offered_dice() -> dict[str, str]:
    """New dice, and the field for what the browser adds to them; each form has dice of its own."""
    offer = make_offer()
    return {"offer": offer.text, "commitment": offer.commitment}
