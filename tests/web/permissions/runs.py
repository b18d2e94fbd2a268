"""Who may look at runs: at somebody's whoever sees the profile, at those on the same dice whoever sees the tournament,
once its round is closed. Whoever may look may play the dice again.

`played` is a round that is closed, of a tournament of the club alone; `duplicate` one that is being played.
"""

from typing import Final

from tests.web.permissions.rows import row

DEAL: Final = "deals/<str:deal_id>"

RUNS: Final = [
    row("api/v1/players/<str:handle>/solo", GET="readers"),
    row("api/v1/players/<str:handle>/solo", "pia", GET="club read staff"),
    row(f"api/v1/{DEAL}/field", "played", GET="club read staff"),
    row(f"api/v1/{DEAL}/field", "duplicate", GET=""),
    row(f"api/v1/{DEAL}/again", "played", POST="club play staff"),
    row(f"api/v1/{DEAL}/again", "duplicate", POST=""),
]
OF_RUNS: Final = [
    row("solo/", GET="all"),
    row(f"{DEAL}/", "played", GET="club staff"),
    row(f"{DEAL}/", "duplicate", GET=""),
    row(f"{DEAL}/again/", "played", POST="club staff"),
    row(f"{DEAL}/again/", "duplicate", POST=""),
]
