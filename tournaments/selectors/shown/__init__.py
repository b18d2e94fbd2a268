"""A tournament as pages and the interface show it: what a viewer may see, with names, in the order people expect.

Everything takes a `SeenTournament`, so whether the viewer may see it at all has been asked. Pairings that are not
published are for those who run it; of a round in which everybody gets the same dice nobody sees more than their own
game until it is closed.
"""

from tournaments.selectors.shown.chronicle import Told, chronicle, why_called_off, why_started_without
from tournaments.selectors.shown.paging import page_of
from tournaments.selectors.shown.players import players_of, still_in
from tournaments.selectors.shown.rounds import RoundShown, SeatShown, TableShown, games_of, rounds_of, see_round
from tournaments.selectors.shown.signed import Signed, see_log_proof, signed_end
from tournaments.selectors.shown.standings import crosstable_of, has_begun
from tournaments.selectors.shown.why import Drawn, why

__all__ = [
    "Drawn",
    "RoundShown",
    "SeatShown",
    "Signed",
    "TableShown",
    "Told",
    "chronicle",
    "crosstable_of",
    "games_of",
    "has_begun",
    "page_of",
    "players_of",
    "rounds_of",
    "see_log_proof",
    "see_round",
    "signed_end",
    "still_in",
    "why",
    "why_called_off",
    "why_started_without",
]
