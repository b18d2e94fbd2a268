"""The logs of tournaments as checkpoints know them: where each ends, and how much of it is vouched for."""

from typing import Final

from games.checkpoints.logs import Logs
from tournaments.models import Tournament, TournamentEvent, TournamentLeaf

TOURNAMENTS: Final = Logs("tournament", Tournament, TournamentEvent, TournamentLeaf)
