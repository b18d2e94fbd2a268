"""Who is under 16 or keeps to themselves is named to exactly those who may read the name, wherever names stand: lists,
pages, records, tables to take away, embeds, and what a watcher's page fetches. That no other address tells it is asked
in `test_probe`."""

from collections.abc import Iterator

import pytest

from games.accounts.models import Account
from tests.databases import same_everywhere
from tests.games.sample_tables import account, caller
from tests.tournaments.ratings.leaderboards.rows import player, put
from tests.web.markup import FOR_A_PART
from tests.web.permissions.asking import is_part
from tests.web.permissions.competing import entrant
from tests.web.permissions.groups import roles_in
from tests.web.permissions.world import World
from tournaments.clubs.models import Announcement
from tournaments.clubs.services.admission import join_club
from tournaments.clubs.services.members import leave_club
from tournaments.clubs.services.persons import add_person, claim_person, make_claim_link
from tournaments.events.models import Tournament

NAME = "Ada Untold"
KNOW_HER = ("player", "opponent", "member", "organiser", "staff")
STRANGERS = ("anonymous", "guest", "stranger", "other-organiser")
NEUTRAL = ("A private player", '"private"', "null")
"""What stands there for those who may not read it: words on pages, a kind or nothing for programs."""


@pytest.fixture(params=["is_minor", "is_private"], autouse=True)
def why(request: pytest.FixtureRequest, world: World) -> None:
    """Why her name is kept: she has said either, and not the other."""
    said = {name: name == request.param for name in ("is_minor", "is_private")}
    Account.objects.filter(username="ada").update(**said)


def told_to(world: World, path: str) -> set[str]:
    """Those who read her name under an address; whoever gets no answer, or one without anybody, is named as well."""
    headers = FOR_A_PART if is_part(path) else {}
    found = set()
    for role in (*KNOW_HER, *STRANGERS):
        answer = world.clients[role].get(path, headers=headers)
        said = f"{answer.content.decode()}\n{answer.headers}"
        if NAME in said:
            found.add(role)
        elif answer.status_code != 200 or not any(word in said for word in NEUTRAL):
            found.add(f"{role} gets {answer.status_code} without anybody")
    return found


def addresses(world: World) -> Iterator[str]:
    """Where everybody reads who has played, played on and entered."""
    for game in (world.games["finished"], world.games["running"]):
        yield from (f"/games/{game}/", f"/games/{game}/replay/", f"/games/{game}/frames/?after=0")
        yield from (f"/api/v1/games/{game}", f"/api/v1/games/{game}/record", f"/api/v1/games/{game}/disputes")
    yield from ("/games/?show=running", "/games/?show=finished", "/api/v1/games?status=running", "/lobby/")
    swiss = f"tournaments/{world.tournaments['swiss']}"
    ada = entrant(world.tournaments["swiss"], "Ada")
    for what in ("", "live/", "rounds/1/", f"rounds/1/why/{ada}/", "crosstable/", "standings.csv", "crosstable.csv"):
        yield f"/{swiss}/{what}"
    for what in ("entrants", "rounds/1", "standings", "crosstable"):
        yield f"/api/v1/{swiss}/{what}"
    yield f"/{swiss}/log/"
    yield from ("/leaderboards/?variant=standard", "/api/v1/leaderboards/standard")
    deal = world.tournaments["played"]
    yield f"/tournaments/{deal}/"


def may_read(path: str) -> set[str]:
    """Who is to read her name there: frames say "you" to herself."""
    return set(KNOW_HER) - ({"player"} if "/frames/" in path else set())


@same_everywhere
@pytest.mark.slow
def test_exactly_those_read_the_name_who_may(world: World) -> None:
    put({player("Ada"): 1600, player("Bob"): 1500})
    Tournament.objects.filter(pk=world.tournaments["played"]).update(is_public=True)
    wrong = {path: readers for path in addresses(world) if (readers := told_to(world, path)) != may_read(path)}
    assert not wrong, "\n".join(f"{path}: {sorted(readers)}" for path, readers in wrong.items())


def test_what_other_sites_show_names_her_to_nobody(world: World) -> None:
    put({player("Ada"): 1600})
    swiss = world.tournaments["swiss"]
    for path in ("leaderboards/standard/", "leaderboards/standard.json", f"tournaments/{swiss}/standings.json"):
        assert told_to(world, f"/embed/{path}") == set(), path


def test_a_profile_is_there_for_those_who_may_read_the_name(world: World) -> None:
    for path in ("/players/ada/", "/players/ada/ratings.csv", "/api/v1/players/ada", "/api/v1/players/ada/ratings"):
        found = {role: world.clients[role].get(path).status_code for role in (*KNOW_HER, *STRANGERS)}
        assert found == {role: 200 if role in KNOW_HER else 404 for role in found}, path


def test_an_announcement_of_hers_has_no_author_for_strangers(world: World) -> None:
    club, ada = world.clubs["public"], world.cast.roles["player"].account
    Announcement.objects.create(club=club, author=ada, title="Tonight", text="At eight.", made_at=club.created_at)
    for path in (f"/clubs/{club.pk}/", f"/clubs/{club.pk}/announcements/", f"/api/v1/clubs/{club.pk}/announcements"):
        for role in STRANGERS:
            answer = world.clients[role].get(path).content.decode()
            assert "Tonight" in answer
            assert NAME not in answer, (role, path)


def test_an_author_who_has_left_the_club_is_named_to_those_only_who_know_her_from_elsewhere(world: World) -> None:
    club, ada = world.clubs["public"], world.cast.roles["player"].account
    Announcement.objects.create(club=club, author=ada, title="Tonight", text="At eight.", made_at=club.created_at)
    join_club(club.pk, caller("Dan"), club.invite)
    for path in (f"/clubs/{club.pk}/", f"/clubs/{club.pk}/announcements/", f"/api/v1/clubs/{club.pk}/announcements"):
        answers = {role: world.clients[role].get(path).content.decode() for role in ("stranger", "opponent")}
        assert all("Tonight" in answer for answer in answers.values())
        assert {role for role, answer in answers.items() if NAME in answer} == {"opponent"}, path


def test_whoever_has_claimed_a_name_and_left_the_club_is_named_to_it_no_longer(world: World) -> None:
    club, olga = world.clubs["asking"], caller("Olga")
    piet = add_person(club.pk, olga, "Piet").pk
    account("Zoe", display_name=NAME)
    Account.objects.filter(username="zoe").update(
        **Account.objects.values("is_minor", "is_private").get(username="ada")
    )
    claim_person(club.pk, caller("Zoe"), make_claim_link(club.pk, olga, piet))
    pages = (f"/clubs/{club.pk}/persons/", f"/clubs/{club.pk}/persons/{piet}/", f"/api/v1/clubs/{club.pk}/persons")

    def told() -> list[tuple[bool, bool]]:
        answers = [world.clients["owner"].get(path).content.decode() for path in pages]
        return [(NAME in answer, "zoe" in answer) for answer in answers]

    assert all(name for name, _ in told())
    leave_club(club.pk, caller("Zoe"))
    assert told() == [(False, False)] * 3


def test_the_roles_are_those_of_the_matrix() -> None:
    assert set(KNOW_HER) <= roles_in("club staff")
    assert not set(STRANGERS) & roles_in("club staff")
