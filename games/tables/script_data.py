"""What pages with sheets hand to their scripts: the board, addresses, how somebody wants to play, and the sentences
that scripts say, which have none of their own.
"""

from collections.abc import Collection, Mapping

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.protocol import Json
from games.accounts.models import Account
from games.accounts.visitors import account_of, invite_query
from games.clock.site_time import now
from games.presenters.protocol import AnyPresenter


def board_script_data(
    board: AnyPresenter,
    *,
    game: str,
    seat: int | None,
    seq: int,
    sheets: Json,
    urls: Mapping[str, str],
    preferences: Json,
    texts: Mapping[str, str],
) -> Json:
    """What stays the same while a page is open; of a lesson, too, which is of no game."""
    return {
        "key": board.key,
        "game": game,
        "seat": seat,
        "seq": seq,
        "sheets": sheets,
        **board.setting(),
        "urls": urls,
        "now": now().isoformat(),
        "preferences": preferences,
        "texts": texts,
    }


def preferences_of(account: Account | None, is_rated: bool = False) -> Json:
    """What scripts need to know of it; moves of rated games are always confirmed."""
    if account is None:
        return {"confirm": True, "sound": False, "motion": ""}
    return {
        "confirm": account.confirms_moves or is_rated,
        "sound": account.has_sound,
        "motion": account.motion,
    }


def table_texts() -> dict[str, str]:
    """For the page on which a game is played; what stands in brackets after a percent sign is filled in."""
    return {
        "reconnecting": _("Reconnecting…"),
        "offline": _("The connection is gone. Your move is kept, and sent when it is back."),
        "yourTurn": _("● Your turn · %(title)s"),
        "aim": _("Choose a place first: tap the sheet, or press Space there."),
        "chosen": _("%(block)s: %(words)s"),
        "staged": _("Ready: %(words)s. Press Enter or Confirm."),
        "noPlace": _("This block has no place here."),
        "noBlock": _("None of these blocks fits."),
        "tenSeconds": _("Ten seconds left."),
        "timeUp": _("Time is up."),
        "board": _("The sheet: arrow keys aim, Space stages, Enter confirms, Escape goes back."),
        "failed": _("That did not work. Please try again."),
        "ended": _("Nothing more is told here. Load the page again to go on."),
    }


def replay_texts() -> dict[str, str]:
    """For the page on which a game is gone through again."""
    return {
        "place": _("Event %(seq)s of %(last)s"),
        "round": _("Round %(round)s"),
        "play": _("Play"),
        "pause": _("Pause"),
        "reconnecting": _("Reconnecting…"),
        "failed": _("That did not work. Please try again."),
    }


def mark_names(marked: Collection[str | None], is_live: bool) -> list[tuple[str, str]]:
    """What the marks of a film mean: those by which events are marked, and all of them while more may come."""
    names = {"reroll": _("reroll"), "rows": _("several rows at once"), "bomb": _("bomb"), "drop": _("somebody is out")}
    return [(tick, name) for tick, name in names.items() if is_live or tick in marked]


def spectators_in_words(number: int) -> str:
    """How many watch a game; nothing if nobody does."""
    return ngettext("%(number)d watching", "%(number)d watching", number) % {"number": number} if number else ""


def game_script_data(request: HttpRequest, table: Json, texts: dict[str, str]) -> Json:
    """What scripts need that stays the same while the page is open."""
    return board_script_data(
        table["board"],
        game=table["game"],
        seat=table["seat"],
        seq=table["head"]["seq"],
        sheets=table["sheets"],
        urls=_game_urls(request, table["game"]),
        preferences=preferences_of(account_of(request), table["card"]["rated"]),
        texts=texts,
    )


def _game_urls(request: HttpRequest, game_id: str) -> dict[str, str]:
    names = {
        "game": "game",
        "frames": "game-frames",
        "turn": "game-turn",
        "stream": "api-game-stream",
        "actions": "api-game-actions",
        "rolls": "api-game-rolls",
        "handOver": "api-game-hand-over",
    }
    return {key: reverse(name, args=[game_id]) + invite_query(request) for key, name in names.items()}
