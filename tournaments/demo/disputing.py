"""A dispute of the sample content, so that the desk has something to show."""

from typing import Final

from games.disputes.services import answer_dispute, open_dispute
from games.play.models import GameCard
from tournaments.demo.people import player

AT: Final = 12
COMPLAINT: Final = "I was sure that I had kept the roll, and then it was thrown again. Please look at this."
ANSWER: Final = "Sascha was to decide, and asked for the reroll. We talked about it at the table."


def dispute_game() -> None:
    """Let one of two who have played a rated game ask for a look at it, and the other one answer, once."""
    rated = GameCard.objects.filter(variant="standard", is_rated=True, game__players__account__username="juno")
    game = rated.values_list("pk", flat=True).first()
    assert game is not None
    opened = open_dispute(game, player("juno"), "demo-flag", AT, COMPLAINT)
    answer_dispute(game, player("sascha"), "demo-answer", opened.seq, ANSWER)
