"""Head to head: who learns of which games."""

import pytest

from games.accounts.models import Account
from games.play.models import Deal
from tests.games.sample_tables import account
from tests.tournaments.profiles.results import count_in, day, ended_game
from tournaments.ratings.head_to_head import HeadToHeadScore, most_met_opponents, score_against

pytestmark = pytest.mark.django_db


def met(name: str, looking: str | None = None) -> dict[str, HeadToHeadScore]:
    """Whom somebody has met, as somebody sees it, by name in their order."""
    viewer = None if looking is None else account(looking)
    return {meeting.opponent.display_name: meeting.score for meeting in most_met_opponents(account(name), viewer)}


def test_games_are_counted_by_places_and_whom_one_met_most_comes_first() -> None:
    ended_game(day(1), {"Ada": 1, "Bob": 2, "Cleo": 3})
    ended_game(day(2), {"Bob": 1, "Ada": 1})
    ended_game(day(3), {"Ada": 2, "Bob": 1})
    assert met("Ada") == {"Bob": HeadToHeadScore(3, 1, 1, 1, day(3)), "Cleo": HeadToHeadScore(1, 1, 0, 0, day(1))}
    assert [*met("Ada")] == ["Bob", "Cleo"]
    assert met("Cleo")["Ada"] == HeadToHeadScore(1, 0, 0, 1, day(1))


def test_games_that_are_private_voided_or_called_off_do_not_count_for_others() -> None:
    ended_game(day(1), {"Ada": 1, "Bob": 2}, visibility="private")
    ended_game(day(1), {"Ada": 1, "Cleo": 2}, status="voided")
    ended_game(day(1), {"Ada": 1, "Cleo": 2}, status="aborted")
    assert met("Ada") == met("Ada", "Bob") == {}
    assert [*met("Ada", "Ada")] == ["Bob"]
    one, other = account("Ada"), account("Bob")
    assert [score_against(one, other, viewer).tables.games for viewer in (one, other, account("Cleo"), None)] == [
        1,
        1,
        0,
        0,
    ]


@pytest.mark.parametrize("kept", [{"is_private": True}, {"is_minor": True}])
def test_guests_are_left_out_and_private_players_named_only_to_who_knows(kept: dict[str, bool]) -> None:
    account("Gil", is_guest=True)
    account("Pia", **kept)
    ended_game(day(1), {"Ada": 1, "Gil": 2, "Pia": 3})
    assert met("Ada") == met("Ada", "Bob") == {}
    assert [*met("Ada", "Pia")] == [*met("Ada", "Ada")] == ["Pia"]
    ended_game(day(1), {"Cleo": 1, "Pia": 2}, visibility="private")
    assert [*met("Ada", "Cleo")] == ["Pia"]


def test_somebody_who_was_erased_is_not_named() -> None:
    ended_game(day(1), {"Ada": 1, "Bob": 2, "Cleo": 3})
    Account.objects.get(username="bob").delete()
    assert [*met("Ada")] == ["Cleo"]


def test_rounds_on_the_same_dice_are_compared_too() -> None:
    for number, visibility in ((1, "public"), (2, "private")):
        deal = Deal.objects.create(
            id=f"d-{number}", sealed_seed="", commitment="", is_shared=True, closed_at=day(number)
        )
        for name in ("Ada", "Bob"):
            shown = visibility if name == "Bob" else "public"
            ended_game(day(0), {name: 1}, variant="solo", deal_id=deal.pk, tournament="t-1", visibility=shown)
    count_in("duplicate", [(day(1), "d-1", {"Ada": 1, "Bob": 2}), (day(2), "d-2", {"Ada": 2, "Bob": 2, "Cleo": 1})])
    ada, bob = account("Ada"), account("Bob")
    assert score_against(ada, bob, ada).same_dice == HeadToHeadScore(2, 1, 1, 0, day(2))
    assert score_against(bob, ada, ada).same_dice == HeadToHeadScore(2, 0, 1, 1, day(2))
    assert score_against(ada, bob, None).same_dice == HeadToHeadScore(1, 1, 0, 0, day(1))
    assert score_against(ada, account("Dan"), None).same_dice == HeadToHeadScore()


def test_an_open_shared_deal_counts_for_nobody() -> None:
    deal = Deal.objects.create(id="d-1", sealed_seed="", commitment="", is_shared=True)
    ended_game(day(1), {"Ada": 1, "Bob": 2}, deal_id=deal.pk)
    assert met("Ada") == met("Ada", "Ada") == {}
    assert score_against(account("Ada"), account("Bob"), account("Ada")).tables == HeadToHeadScore()
