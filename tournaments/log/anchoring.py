"""The logs of tournaments as checkpoints know them: where each ends, and how much of it is vouched for."""

from typing import Final

from games.log.checkpoint_proofs import LogSort
from tournaments.models import Tournament, TournamentEvent, TournamentLeaf

TOURNAMENTS: Final = LogSort("tournament", Tournament, TournamentEvent, TournamentLeaf)
