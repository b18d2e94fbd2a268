"""Blocks and places in words."""

from django.utils.translation import gettext as _

from engine.brikks.blocks import MINI, Face, Piece
from games.drawings import COLOR_NAMES


def face_id(face: Face) -> str:
    """By what pages know a block of the table, such as `red-3`."""
    return face.color if face is MINI else f"{face.color}-{face.column}"


def name_of(face: Face) -> str:
    """A block by the dice that show it."""
    if face is MINI:
        return _("mini block")
    return _("%(color)s %(number)d") % {"color": COLOR_NAMES[face.color], "number": face.column}


def place_of(piece: Piece) -> dict[str, int]:
    """Where a piece is, as people count: from 1."""
    return {"column": piece.x + 1, "row": piece.y + 1}


def signed(number: int) -> str:
    """A gain or a loss with its sign, as print has it."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
