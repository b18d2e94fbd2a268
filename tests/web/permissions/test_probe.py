"""Nothing that must stay secret is told: not by any address, any refusal, any page, to anybody who may not know it."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

import pytest
from django.db.models import Model

from games.accounts.models import Account
from games.log.models import Event, Game
from games.play.deals import close_deal, reveal_deal
from games.play.models import Deal
from games.play.moves import make_move
from tests.databases import same_everywhere
from tests.games.sample_tables import caller, choose, command, fold_of, play_out
from tests.sizes import size
from tests.web.api.roles import ROLES
from tests.web.permissions.asking import INTERFACE, Request, speakers
from tests.web.permissions.kept import secrets_of, seed_texts
from tests.web.permissions.probing import answer_to, changes, looks, staff_looks
from tests.web.permissions.spying import Answer, Secret, found_in
from tests.web.permissions.world import World
from tournaments.clubs.models import Club

pytestmark = pytest.mark.slow

Told = tuple[str, Secret, str]
"""Who is told what, and where."""
SPEAKING: Final = size(5, len(ROLES))
"""How many roles say each thing that would change something, and open each page; all of them ask the interface."""
STRANGERS: Final = ("anonymous", "stranger")
"""Who opens every page whoever else does: what they are not told, others whom it does not concern are not either."""
OF_EVERYBODY: Final = ("/position", "/me")
"""How addresses end that tell everybody something else, so that all are to ask."""


def told(world: World, requests: Iterable[Request], secrets: list[Secret], *roles: str) -> Iterator[Told]:
    """What is told to these roles, or to all."""
    for request in requests:
        for role in roles or ROLES:
            answer = answer_to(request, request.send(world.clients[role]))
            for secret in found_in(secrets, answer):
                yield role, secret, f"{request.method} {request.path}"


def told_by(world: World, number: int, request: Request, secrets: list[Secret]) -> Iterator[Told]:
    """What is told by the request of this number: by most pages to strangers and some in turn, else to everybody."""
    if request.path.startswith((f"/{INTERFACE}", "/accounts/2fa/")):
        return told(world, [request], secrets)
    in_turn = speakers(number, SPEAKING - len(STRANGERS))
    return told(world, [request], secrets, *dict.fromkeys((*STRANGERS, *in_turn)))


def leaks(found: Iterable[Told]) -> list[str]:
    """What is told to somebody who may not know it."""
    return [f"{role} is told {secret.name}: {where}" for role, secret, where in found if role not in secret.known_to]


def test_whatever_is_looked_at_tells_nothing_before_its_time(world: World) -> None:
    secrets = secrets_of(world)
    found = [one for number, request in enumerate(looks(world)) for one in told_by(world, number, request, secrets)]
    assert not leaks(found), "\n".join(leaks(found))
    seen = {secret.name for _, secret, _ in found}
    unseen = {secret.name for secret in secrets if secret.known_to - {"staff"}} - seen
    assert not unseen, "Those who may know these were not told either: they would not have been found."


@same_everywhere
def test_the_pages_for_staff_tell_nothing_that_staff_may_not_know(world: World) -> None:
    found = list(told(world, staff_looks(), secrets_of(world), "staff"))
    assert not leaks(found), "\n".join(leaks(found))
    assert "the address of Bob" in {secret.name for _, secret, _ in found}


def test_whatever_is_said_no_refusal_tells_anything(world: World) -> None:
    secrets = secrets_of(world)
    said = enumerate(changes(world))
    found = leaks(
        one for number, request in said for one in told(world, [request], secrets, *speakers(number, SPEAKING))
    )
    assert not found, "\n".join(found)


def test_not_even_programs_on_this_machine_are_told_anything(world: World) -> None:
    secrets = secrets_of(world)
    for path in ("/metrics", "/readyz", "/healthz"):
        response = world.clients["anonymous"].get(path, headers={"Host": "localhost"})
        assert response.status_code == 200
        assert found_in(secrets, answer_to(Request("GET", path, ""), response)) == []


HIDDEN_COLUMNS: list[tuple[type[Model], str]] = [
    (Event, "body"),
    (Event, "kind"),
    (Game, "invite"),
    (Account, "password"),
    (Deal, "sealed_seed"),
    (Club, "invite"),
]


def test_what_staff_are_not_shown_they_cannot_find_out_by_filtering(world: World) -> None:
    staff = world.clients["staff"]
    assert staff.get("/admin/games/game/?status__exact=running").status_code == 200
    for model, column in HIDDEN_COLUMNS:
        folder = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for query in ("=a", "__contains=a", "__startswith=a", "__gt=a", "__regex=a", "__isnull=0"):
            assert staff.get(f"{folder}?{column}{query}").status_code == 400, (folder, column, query)


def test_it_would_find_what_is_told(world: World) -> None:
    for secret in secrets_of(world):
        for text in secret.texts:
            assert found_in([secret], Answer(f'<p title="{text}">', "")) == [secret]
            assert found_in([secret], Answer(f"You said {text}.", text)) == []
        for part in secret.parts:
            said = json.dumps({"x": [{**part, "more": 1}]})
            assert found_in([secret], Answer(said, secret.game)) == [secret]
            assert found_in([secret], Answer(said, "another game")) == []


def test_after_the_end_everybody_is_told(world: World) -> None:
    deals = {name: fold_of(world.games[name]).dice["deal"] for name in ("running", "run")}
    secrets = [Secret(name, frozenset(), seed_texts(deal)[:1]) for name, deal in deals.items()]
    asked = [request for request in looks(world) if request.path.endswith("/log")]
    assert list(told(world, asked, secrets)) == []
    play_out(world.games["running"])
    while not (fold := fold_of(world.games["run"])).is_over:
        make_move(world.games["run"], caller("Ada"), command(), choose(fold, 0), fold.asked)
    close_deal(deals["run"])
    reveal_deal(deals["run"])
    found = {(role, secret.name) for role, secret, _ in told(world, asked, secrets, "anonymous", "stranger")}
    assert found == {(role, name) for role in ("anonymous", "stranger") for name in deals}
