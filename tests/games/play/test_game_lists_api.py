"""GET /games: what is public, what is one's own, where one must act, what belongs to a club; page by page."""

import pytest

from games.play.lifecycle import abort_game
from games.play.models import GameCard
from tests.games.sample_tables import account, caller, command, fold_of, open_table, play_out, table
from tests.web.api.calls import get, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db


def ids(cast: Cast, role: str, **parameters: str | int) -> list[str]:
    return [game["id"] for game in get(cast.client(role), "/games", **parameters).json()["results"]]


def test_everybody_sees_what_is_public_the_newest_first(cast: Cast) -> None:
    assert ids(cast, "anonymous") == ids(cast, "stranger") == [cast.open, cast.running]


def test_a_game_in_a_list_says_who_sits_where(cast: Cast) -> None:
    [shown] = [game for game in get(cast.client("anonymous"), "/games").json()["results"] if game["id"] == cast.open]
    assert shown["players"] == [{"seat": 1, "level": 1, "kind": "guest", "name": "Gus", "handle": None}]
    assert (shown["status"], shown["free_seats"], shown["rated"]) == ("open", 1, False)


def test_a_private_player_has_no_name_for_strangers_and_is_linked_for_nobody(cast: Cast) -> None:
    bob = account("Bob")
    bob.is_private = True
    bob.save()
    for role, told in (("anonymous", (None, None, "private")), ("player", ("Bob", None, "person"))):
        [shown] = [game for game in get(cast.client(role), "/games").json()["results"] if game["id"] == cast.running]
        assert [(player["name"], player["handle"], player["kind"]) for player in shown["players"]] == [
            ("Ada", "ada", "person"),
            told,
        ]


def test_ones_own_games_are_there_whether_or_not_they_are_public(cast: Cast) -> None:
    assert set(ids(cast, "opponent", mine=1)) == {cast.running, cast.private, cast.at_table}
    assert ids(cast, "guest", mine=1) == [cast.open]
    assert ids(cast, "stranger", mine=1) == []


def test_the_games_in_which_one_must_act(cast: Cast) -> None:
    [awaited] = fold_of(cast.running).awaited
    assert awaited == 1
    assert set(ids(cast, "opponent", turn=1)) == {cast.running, cast.private, cast.at_table}
    assert ids(cast, "player", turn=1) == []


@pytest.mark.parametrize("which", ["mine", "turn"])
def test_nobody_in_particular_has_no_games(cast: Cast, which: str) -> None:
    assert refusal(get(cast.client("anonymous"), "/games", **{which: 1})) == (401, "request/who")


def test_a_program_sees_the_games_of_its_account(cast: Cast) -> None:
    assert cast.private in ids(cast, "token-read", mine=1)


def test_the_games_of_a_club_are_those_that_one_may_see(cast: Cast) -> None:
    club = str(cast.club.pk)
    assert set(ids(cast, "organiser", club=club)) == {cast.private, cast.at_table}
    assert ids(cast, "scorekeeper", club=club) == [cast.at_table]
    assert ids(cast, "other-organiser", club=club) == ids(cast, "anonymous", club=club) == []


@pytest.mark.parametrize("club", ["c-nowhere", "\0", "ü", ""])
def test_a_club_that_is_none_has_no_games(cast: Cast, club: str) -> None:
    assert ids(cast, "stranger", club=club) == []


def test_lists_are_narrowed_down(cast: Cast) -> None:
    finished = table("solo", 1)
    play_out(finished)
    rated = table(rated=True)
    called_off = open_table()
    abort_game(called_off, caller("Ada"), command())
    assert ids(cast, "anonymous", status="finished") == [finished]
    assert ids(cast, "anonymous", variant="solo") == [finished]
    assert ids(cast, "anonymous", rated="true") == [rated]
    assert ids(cast, "anonymous", free="true") == [cast.open]
    assert cast.open not in ids(cast, "anonymous", free="false")
    assert ids(cast, "anonymous", key="stones") == []
    assert ids(cast, "anonymous", key="brikks", status="running", rated="false") == [cast.running]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"status": "asleep"}, "request/fields"),
        ({"variant": "x" * 21}, "request/fields"),
        ({"variant": "\0"}, "request/fields"),
        ({"limit": 0}, "request/number"),
        ({"limit": 101}, "request/number"),
        ({"limit": "1e1"}, "request/number"),
        ({"mine": 2}, "request/number"),
        ({"cursor": "abc"}, "page/cursor"),
        ({"cursor": "ü"}, "page/cursor"),
        ({"cursor": "MjAyNg"}, "page/cursor"),
    ],
)
def test_what_cannot_be_asked_is_refused(cast: Cast, parameters: dict[str, str | int], code: str) -> None:
    assert refusal(get(cast.client("stranger"), "/games", **parameters)) == (400, code)


def test_pages_leave_nothing_out_while_games_are_added(cast: Cast) -> None:
    before = [open_table() for _ in range(4)] + [cast.open, cast.running]
    seen: list[str] = []
    cursor = None
    while True:
        page = get(cast.client("anonymous"), "/games", limit=2, **({"cursor": cursor} if cursor else {})).json()
        seen += [game["id"] for game in page["results"]]
        open_table()
        if (cursor := page["next"]) is None:
            break
    assert sorted(seen) == sorted(before)


def test_games_of_the_same_moment_are_on_one_page_each(cast: Cast) -> None:
    GameCard.objects.update(created_at=account("Ada").date_joined)
    first = get(cast.client("anonymous"), "/games", limit=1).json()
    second = get(cast.client("anonymous"), "/games", limit=1, cursor=first["next"]).json()
    assert {first["results"][0]["id"], second["results"][0]["id"]} == {cast.open, cast.running}
    assert second["next"] is None
