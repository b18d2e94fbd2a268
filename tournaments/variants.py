"""The names of the kinds of games that tournaments and ratings tell apart; a module of their own, because
tournaments ask for them, and know nothing of ratings.
"""

from typing import Final

STANDARD: Final = "standard"
DUEL: Final = "duel"
DUPLICATE: Final = "duplicate"
SOLO: Final = "solo"
