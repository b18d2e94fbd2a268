"""The sentences that scripts say; they have none of their own."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def table_texts() -> dict[str, str]:
    """For the page on which a game is played; what stands in brackets after a percent sign is filled in."""
    return {
        "reconnecting": _("Reconnecting…"),
        "offline": _("The connection is gone. Your move is kept, and sent when it is back."),
        "yourTurn": _("● Your turn · %(title)s"),
        "aim": _("Choose a place first: tap the sheet, or press Space there."),
        "chosen": _("%(block)s: %(words)s"),
        "staged": _("Ready: %(words)s. Press Enter or Confirm."),
        "noPlace": _("This block has no place here."),
        "noBlock": _("None of these blocks fits."),
        "tenSeconds": _("Ten seconds left."),
        "timeUp": _("Time is up."),
        "board": _("The sheet: arrow keys aim, Space stages, Enter confirms, Escape goes back."),
        "failed": _("That did not work. Please try again."),
        "ended": _("Nothing more is told here. Load the page again to go on."),
    }


def replay_texts() -> dict[str, str]:
    """For the page on which a game is gone through again."""
    return {
        "place": _("Event %(seq)s of %(last)s"),
        "round": _("Round %(round)s"),
        "play": _("Play"),
        "pause": _("Pause"),
        "reconnecting": _("Reconnecting…"),
        "failed": _("That did not work. Please try again."),
    }


def tick_names(marked: Collection[str | None], is_live: bool) -> list[tuple[str, str]]:
    """What the marks of a film mean: those by which events are marked, and all of them while more may come."""
    names = {"reroll": _("reroll"), "rows": _("several rows at once"), "bomb": _("bomb"), "drop": _("somebody is out")}
    return [(tick, name) for tick, name in names.items() if is_live or tick in marked]


def watching_words(number: int) -> str:
    """How many watch a game; nothing if nobody does."""
    return ngettext("%(number)d watching", "%(number)d watching", number) % {"number": number} if number else ""
