"""Who stands where, and why: points, tie-breaks, the crosstable and its export.

Pure computation over `tournaments.values`: no database, no clock, no texts. Everything follows from a history, whatever
the order in which its results came in.
"""

from tournaments.standings.cells import Cell
from tournaments.standings.crosstable import CrossRow, crosstable
from tournaments.standings.export import as_csv, shown
from tournaments.standings.ranking import lots_that_decide, standings
from tournaments.standings.standing import Break, Part, Standing

__all__ = [
    "Break",
    "Cell",
    "CrossRow",
    "Part",
    "Standing",
    "as_csv",
    "crosstable",
    "lots_that_decide",
    "shown",
    "standings",
]
