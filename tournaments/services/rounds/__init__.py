"""What organisers do to rounds. Everything goes through the same lock and the same log as what happens by itself, and
leaves a situation from which the next step follows (`tournaments.rounds`)."""

from tournaments.services.rounds.cancelling import cancel
from tournaments.services.rounds.pairings import pair_again, publish_round, unpublish_round
from tournaments.services.rounds.reopening import reopen_last_round
from tournaments.services.rounds.results import enter_paper_result, override_result, take_back_result
from tournaments.services.rounds.starting import start_table
from tournaments.services.rounds.timing import extend_round, pause, resume, start_early

__all__ = [
    "cancel",
    "enter_paper_result",
    "extend_round",
    "override_result",
    "pair_again",
    "pause",
    "publish_round",
    "reopen_last_round",
    "resume",
    "start_early",
    "start_table",
    "take_back_result",
    "unpublish_round",
]
