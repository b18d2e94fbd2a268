"""Games as far as checkpoints know them: rows with a head, without logs. And what a checkpoint says of them."""

from engine.checkpoint import Note, check_signature, parse_note
from games.keys.signing import known_keys
from games.log.models import Checkpoint, Game

AT = "2026-11-16T09:00:00.000000Z"


def add_games(number: int, first: int = 0) -> list[str]:
    """So many games with five events each; their ids in order."""
    games = [
        Game(
            id=f"g-{at:06}",
            key="brikks",
            rules_version=1,
            invite=f"invite-{at}",
            seq=5,
            head_hash=f"{at:064x}",
            last_at=AT,
            status="open",
        )
        for at in range(first, first + number)
    ]
    Game.objects.bulk_create(games, batch_size=500)
    return [game.pk for game in games]


def note(number: int) -> Note:
    """The note of a checkpoint, which this site has signed."""
    found = parse_note(Checkpoint.objects.get(pk=number).note)
    check_signature(found, known_keys())
    return found


def leaves(number: int) -> list[str]:
    """The texts under a checkpoint's root, in order."""
    return [str(leaf) for leaf in Checkpoint.objects.get(pk=number).leaves.order_by("position")]
