"""What playing adds to the life of a whole account: its export, its profile, whom it knows, and a guest's games that
become somebody's. `games/apps.py` hands these functions to the rooms that stand lower.
"""

from collections.abc import Collection

from django.db.models import Exists, OuterRef

from engine.protocol import Json
from games.accounts.callers import viewer_of
from games.accounts.data_export import rows_as_json
from games.accounts.models import Account, Actor
from games.play.game_lists import public_games_of
from games.play.models import Attempt, Contribution, GameCard, PlayerGame
from games.play.visibility import sight_of
from games.statuses import ADJUDICATED, FINISHED


def export_games(account: int) -> Json:
    """Every game that knows an account, with the id under which its log does; and what it has had to do with deals."""
    seats = dict(PlayerGame.objects.filter(account=account).values_list("game", "seat"))
    actors = Actor.objects.filter(account=account).order_by("pk").values_list("game", "name")
    return {
        "games": [{"game": game, "actor": name, "seat": seats.get(game)} for game, name in actors],
        "contributions": rows_as_json(Contribution.objects.filter(account=account), "deal", "value"),
        "attempts": rows_as_json(Attempt.objects.filter(account=account).order_by("pk"), "deal", "game"),
    }


def move_guest_game(game: str, guest: int, account: int) -> None:
    """Put an account where a guest was in what is derived of a game."""
    PlayerGame.objects.filter(game=game, account=guest).update(account=account)
    GameCard.objects.filter(game=game, host=guest).update(host=account)


def seated_among(one: int, others: Collection[int]) -> set[int]:
    """Those of some accounts who have a seat in the same game as another one."""
    seats = PlayerGame.objects.filter(account=one, game=OuterRef("game"))
    met = PlayerGame.objects.filter(Exists(seats), account__in=others).values_list("account", flat=True)
    return {number for number in met.distinct() if number is not None}


def count_ended_public_games(account: int) -> int:
    """How many games of an account have ended that everybody may see."""
    return public_games_of(account).filter(status__in=(FINISHED, ADJUDICATED)).count()


def require_game_seen(game_id: str, account: Account) -> None:
    """Refuse somebody who may not see a game."""
    sight_of(game_id, viewer_of(account))
