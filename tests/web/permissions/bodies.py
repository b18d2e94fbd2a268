"""A valid body for every method that takes one: with it, only who may not is refused, or the state of things is."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from engine.protocol import Json
from games.clock.site_time import now, write_time
from tests.games.sample_tables import CONTRIBUTION, choose, command, fold_of
from tests.tournaments.events.rounds.world import settings
from tests.web.permissions.disputing import ruling_on
from tests.web.permissions.rows import Row
from tests.web.permissions.world import PASSWORD, World
from tournaments.events.models import Entrant, Place, Tournament
from tournaments.events.selectors.rounds import dice_to_add_to

CONSOLE: Final = "tournaments/<str:tournament_id>/console/"
Make = Callable[[World, Row], Any]


def _competition(world: World, row: Row) -> Json:
    """What a command to a tournament says."""
    tournament, verb = world.tournaments[row.words[0]], row.pattern.rpartition("/")[2]
    if verb == "contribute":
        return _to_dice(tournament)
    entrants = list(Entrant.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    one, other = entrants[:2] or ("e-1", "e-2")
    why, until = {"reason": "It is late."}, {"closes_at": write_time(now() + timedelta(days=1))}
    if verb == "preview-result":
        return {"table": 1, "seats": _result(tournament)}
    known: dict[str, Json] = {
        "enter": {"invite": world.invite_to(row.words[0]) if row.is_by_link else None},
        "enter-other": {"bot": "random"},
        "remove": {"entrant": one, **why},
        **{verb: {"entrant": one} for verb in ("return", "check-in-other")},
        "forbid-pair": {"a": one, "b": other},
        "allow-pair": {"a": one, "b": other},
        "cancel": why,
        "extend": until,
        "reopen": {**until, **why},
        "start-table": {"table": 1, "without": [one], **why},
        "paper-result": {"table": 1, "seats": _result(tournament)},
        "override-result": {"table": 1, "seats": _result(tournament), **why},
        "take-back-result": {"table": 1, **why},
    }
    return _command(**known.get(verb, {}))


def _to_dice(tournament: str) -> Json:
    """What is added to the dice of a round, if there are any."""
    dice = dice_to_add_to(Tournament.objects.get(pk=tournament))
    return {"contribution": CONTRIBUTION, "commitment": dice.commitment if dice else "0" * 64}


def _console(world: World, row: Row) -> Json:
    """What a form in the console of a tournament says."""
    tournament = world.tournaments[row.words[0]]
    entrants = list(Entrant.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    one, other = entrants[:2] or ("e-1", "e-2")
    until = (now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    said = {"who": "bot:random", "entrant": one, "one": one, "other": other}
    return {**said, "closes_at": until, "reason": "It is late."}


def _result(tournament: str) -> list[Json]:
    """Points for everybody at the first table."""
    seated = Place.objects.filter(round__tournament=tournament, table__number=1).order_by("seat")
    return [{"entrant": entrant, "score": 50} for entrant in seated.values_list("entrant", flat=True)]


def body_of(world: World, row: Row, method: str) -> Any:
    """What is sent; nothing where nothing is taken."""
    if method == "POST" and row.pattern.startswith("api/v1/tournaments/"):
        return _competition(world, row)
    if method == "POST" and row.pattern.startswith(CONSOLE) and row.pattern.count("/") == 4:
        return _console(world, row)
    make = BODIES.get(f"{method} {row.pattern.removeprefix('api/v1/').replace('games/<str:game_id>', 'game')}")
    return {} if make is None else make(world, row)


def _command(**said: Any) -> Json:
    return {"command_id": command(), **said}


def _join(world: World, row: Row) -> Json:
    invite = world.invite(row.words[0]) if row.is_by_link else None
    return _command(**_to_game(world, row), invite=invite)


def _to_game(world: World, row: Row) -> Json:
    """What is added to the dice of a game, if the site rolls them."""
    commitment = fold_of(world.games[row.words[0]]).dice.get("commitment")
    return {"contribution": CONTRIBUTION if commitment else "", "commitment": commitment}


def _action(world: World, row: Row) -> Json:
    """Whatever the seat may do now, or giving up where it may do nothing."""
    fold = fold_of(world.games[row.words[0]])
    acts = row.seat in fold.awaited and not fold.has_table_dice
    action = choose(fold, row.seat) if acts else {"kind": "drop", "seat": row.seat, "reason": "resign"}
    return _command(action=action, answers=fold.asked)


def _roll(world: World, row: Row) -> Json:
    roll = {"kind": "roll", "seat": 0, "color": "red", "number": 1}
    return _command(roll=roll, answers=fold_of(world.games[row.words[0]]).asked)


def _act_form(world: World, row: Row) -> Json:
    said = _action(world, row)
    return {"action": json.dumps(said["action"]), "answers": said["answers"]}


def _roll_form(world: World, row: Row) -> Json:
    said = _roll(world, row)
    return {"roll": json.dumps(said["roll"]), "answers": said["answers"]}


def _ruling(world: World, row: Row) -> Json:
    return {**ruling_on(row.words[0], world.games[row.words[0]]), "reason": "It is late."}


def _ruling_form(world: World, row: Row) -> Json:
    return {**_ruling(world, row), "expected": fold_of(world.games[row.words[0]]).seq}


def _reversal_form(world: World, row: Row) -> Json:
    return {"reason": "It is late.", "expected": fold_of(world.games[row.words[0]]).seq}


def _club_link(world: World, row: Row) -> Json:
    return {"invite": world.cast.club.invite if row.is_by_link else "no-such-secret"}


def _claim(world: World, row: Row) -> Json:
    return {"claim": world.claim if row.is_by_link else "no-such-secret"}


def _sitting_down(world: World, row: Row) -> Json:
    return {"display_name": "Gwen", "invite": world.invite(row.words[0]) if row.is_by_link else ""}


def _drafted(world: World, row: Row) -> Json:
    """Somebody in the draft of a season."""
    [first, *_] = world.league.seasons.get(number=2).assignments.order_by("pk")
    return {"assignment": first.pk, "division": 1}


def _soon() -> str:
    return (now() + timedelta(days=30)).date().isoformat()


SETUP: Final = {
    "variant": "standard",
    "levels": [1, 1],
    "seats": [{"kind": "person"}, {"kind": "bot", "bot": "random"}],
}
CREDENTIALS: Final = {"login": "nia", "password": PASSWORD}
BODIES: Final[dict[str, Make]] = {
    "POST game/join": _join,
    "POST deals/<str:deal_id>/again": lambda world, row: _command(),
    "POST game/leave": lambda world, row: _command(seat=row.seat),
    "POST game/start": lambda world, row: _command(),
    "POST game/abort": lambda world, row: _command(),
    "POST game/actions": _action,
    "POST game/rolls": _roll,
    "POST game/adjudication": lambda world, row: _command(how="as-stands", reason="It is late."),
    "POST game/disputes": lambda world, row: _command(at=1, statement="Look!"),
    "POST game/disputes/<int:dispute>/answer": lambda world, row: _command(statement="Look!"),
    "POST game/rulings": lambda world, row: _command(**_ruling(world, row)),
    "POST game/flag/": lambda world, row: {"statement": "Look!", "at": 1},
    "POST game/disputes/<int:dispute>/answer/": lambda world, row: {"statement": "Look!"},
    "POST desk/<str:game_id>/rule/": _ruling_form,
    "POST desk/<str:game_id>/reverse/<int:ruling>/": _reversal_form,
    "POST game/guests-here": lambda world, row: _command(display_name="Gwen", seat=1, **_to_game(world, row)),
    "POST game/hand-over": lambda world, row: {"seat": 1},
    "POST games": lambda world, row: _command(**SETUP),
    "POST records": lambda world, row: world.document,
    "POST verify": lambda world, row: world.document,
    "PATCH me": lambda world, row: {"language": "de"},
    "DELETE me": lambda world, row: {"password": PASSWORD},
    "POST me/tokens": lambda world, row: {"name": "a new one", "scopes": ["read"]},
    "POST guests": lambda world, row: {"display_name": "Gwen"},
    "POST players/<str:handle>/reports": lambda world, row: {"text": "She sings."},
    "POST clubs": lambda world, row: {"name": "The Early Bricklayers"},
    "PATCH clubs/<str:club_id>": lambda world, row: {"description": "We meet at night."},
    "PUT clubs/<str:club_id>/members/<str:handle>": lambda world, row: {"role": "member"},
    "POST clubs/<str:club_id>/join": _club_link,
    "POST clubs/<str:club_id>/requests": _club_link,
    "POST clubs/<str:club_id>/announcements": lambda world, row: {"title": "We sleep by day"},
    "PATCH clubs/<str:club_id>/announcements/<int:number>": lambda world, row: {"is_pinned": True},
    "POST clubs/<str:club_id>/persons": lambda world, row: {"name": "Anna"},
    "PATCH clubs/<str:club_id>/persons/<int:number>": lambda world, row: {"name": "Peter"},
    "POST clubs/<str:club_id>/claim": _claim,
    "POST clubs/<str:club_id>/tournaments": lambda world, row: _command(name="Another", settings=settings()),
    "PATCH tournaments/<str:tournament_id>": lambda world, row: _command(name="Bricks for some"),
    "POST clubs/<str:club_id>/leagues": lambda world, row: {"name": "Another League", "rules": {}},
    "PATCH leagues/<str:league_id>": lambda world, row: {"name": "The League of Stones"},
    "PATCH leagues/<str:league_id>/seasons/<int:number>": lambda world, row: {"starts_on": _soon()},
    "POST leagues/<str:league_id>/seasons/<int:number>/players": lambda world, row: {"division": 1, "bot": "random"},
    "PATCH leagues/<str:league_id>/seasons/<int:number>/players/<int:player>": lambda world, row: {"division": 1},
    "POST tournaments/<str:tournament_id>/dice/": lambda world, row: _to_dice(world.tournaments[row.words[0]]),
    "POST leagues/<str:league_id>/seasons/<int:number>/move/": _drafted,
    "POST leagues/<str:league_id>/seasons/<int:number>/dates/": lambda world, row: {"starts_on": _soon()},
    "POST leagues/<str:league_id>/seasons/<int:number>/remove/": _drafted,
    "POST settings/": lambda world, row: {"display_name": "Gwen"},
    "POST settings/unblock/": lambda world, row: {"handle": "eve"},
    "POST settings/tokens/": lambda world, row: {"name": "a new one", "scopes": "read"},
    "POST settings/data/erase/": lambda world, row: {"password": PASSWORD, "is_sure": "on"},
    "POST players/<str:handle>/report/": lambda world, row: {"text": "She sings."},
    "POST learn/<int:step>/": lambda world, row: {"landing": "red-3:4:0"},
    "POST language/": lambda world, row: {"language": "de"},
    "POST play/": lambda world, row: {"variant": "standard", "who_0": "me", "who_1": "bot-random"},
    "POST join/<str:invite>/": lambda world, row: {"display_name": "Gwen"},
    "POST game/join/": _sitting_down,
    "POST game/leave/": lambda world, row: {"seat": row.seat},
    "POST game/act/": _act_form,
    "POST game/roll/": _roll_form,
    "POST game/hand-over/": lambda world, row: {"seat": 1},
    "POST game/here/": lambda world, row: {"display_name": "Gwen", "seat": 1},
    "POST clubs/": lambda world, row: {"name": "The Early Bricklayers"},
    "POST clubs/<str:club_id>/settings/": lambda world, row: {"name": "The Early Bricklayers", "time_zone": "UTC"},
    "POST clubs/<str:club_id>/announcements/": lambda world, row: {"title": "We sleep by day"},
    "POST clubs/<str:club_id>/announcements/<int:number>/": lambda world, row: {"title": "We sleep by day"},
    "POST clubs/<str:club_id>/persons/": lambda world, row: {"name": "Anna"},
    "POST clubs/<str:club_id>/persons/<int:number>/": lambda world, row: {"name": "Peter"},
    "POST clubs/<str:club_id>/members/<str:handle>/role/": lambda world, row: {"role": "member"},
    "POST accounts/login/": lambda world, row: CREDENTIALS,
}
"""What is made for each method and address; those of games are shortened."""
