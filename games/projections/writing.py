"""The rows in which lists find what a log gives."""

from games.models import Actor, GameCard, PlayerGame, SeatResult
from games.projections.deriving import Accounts, Derived


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
