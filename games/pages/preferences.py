"""How somebody wants to play."""

from engine.protocol import Json
from games.models import Account


def preferences_of(account: Account | None, is_rated: bool = False) -> Json:
    """What scripts need to know of it; moves of rated games are always confirmed."""
    if account is None:
        return {"confirm": True, "sound": False, "motion": ""}
    return {
        "confirm": account.confirms_moves or is_rated,
        "sound": account.has_sound,
        "motion": account.motion,
    }
