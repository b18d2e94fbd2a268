"""What uploaded records add to the life of a whole account: its export, and what is forgotten with it. `games/apps.py`
hands these functions to `games.extension`; auditing uploaded records needs none of them.
"""

import re
from typing import Final

from engine.protocol import Json
from games.accounts.data_export import rows_as_json
from games.play.models import PlayerGame
from games.records.export import NOBODY
from games.records.imports import rename_player
from games.records.models import ImportedGame

_GAME_ID: Final = re.compile(r'"id":"(g-[0-9a-f]+)"')


def export_imports(account: int) -> Json:
    """The records that somebody has uploaded."""
    uploaded = ImportedGame.objects.filter(account=account).order_by("imported_at")
    return {"imported_games": rows_as_json(uploaded, "id", "imported_at")}


def forget_imports(account: int) -> None:
    """Delete what somebody has uploaded, and take their name out of records of our own games that were uploaded here
    again."""
    ImportedGame.objects.filter(account=account).delete()
    seats: dict[str, int] = dict(PlayerGame.objects.filter(account=account).values_list("game", "seat"))
    for number in list(ImportedGame.objects.values_list("pk", flat=True)) if seats else ():
        imported = ImportedGame.objects.get(pk=number)
        for game_id in seats.keys() & {*_GAME_ID.findall(imported.document)}:
            rename_player(imported, game_id, seats[game_id], NOBODY)
