"""The rows in which lists find what a log gives."""

from collections.abc import Sequence

from games.models import Actor, Dispute, GameCard, PlayerGame, SeatResult
from games.projections.deriving import Accounts, Derived, Disputed


def accounts_in(game: str) -> Accounts:
    """The account behind each actor of a game."""
    return dict(Actor.objects.filter(game=game).values_list("name", "account"))


def write(game: str, derived: Derived) -> None:
    """Put these rows in the place of whatever is there."""
    SeatResult.objects.filter(game=game).delete()
    PlayerGame.objects.filter(game=game).delete()
    GameCard(game_id=game, **derived.card._asdict()).save()
    SeatResult.objects.bulk_create(SeatResult(game_id=game, **result._asdict()) for result in derived.results)
    PlayerGame.objects.bulk_create(PlayerGame(game_id=game, **player._asdict()) for player in derived.players)
    _write_disputes(game, derived.disputes)


def _write_disputes(game: str, disputes: Sequence[Disputed]) -> None:
    """Written over those that are there, so that a place in the queue stays the same."""
    Dispute.objects.filter(game=game).exclude(seq__in=[dispute.seq for dispute in disputes]).delete()
    if disputes:
        Dispute.objects.bulk_create(
            (Dispute(game_id=game, **dispute._asdict()) for dispute in disputes),
            update_conflicts=True,
            unique_fields=["game", "seq"],
            update_fields=[name for name in Disputed._fields if name != "seq"],
        )
