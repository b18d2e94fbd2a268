"""Who is told that a game was flagged for review, and that it was ruled upon."""

import pytest

from games.accounts.callers import SYSTEM_CALLER
from games.disputes.services import give_ruling, open_dispute
from games.play.creation import create_game
from games.play.deals import freeze_deal, make_deal
from games.play.lifecycle import adjudicate, start_game
from games.play.seats import join_game
from games.play.setup import Setup
from tests.games.clock.watch import Watch
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, people, table
from tests.tournaments.sample_clubs import club, enrol
from tournaments.clubs.models import Club
from tournaments.notices.dispute_notices import notify_of_waiting_disputes
from tournaments.notices.models import Notice
from tournaments.notices.words import notice_in_words

pytestmark = pytest.mark.django_db


def told() -> dict[str, set[str]]:
    """Who was told of what, by kind."""
    rows = Notice.objects.values_list("kind", "account__display_name")
    return {kind: {name for other, name in rows if other == kind} for kind, _ in rows}


def test_players_and_those_who_run_the_club_are_told_but_nobody_of_their_own_doing() -> None:
    account("Eve", is_staff=True)
    founded = club()
    for name in ("Ada", "Bob"):
        enrol(founded, name)
    game = table(club=founded.pk)
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    seq = open_dispute(game, caller("Ada"), command(), 3, "Look!").seq
    assert told() == {"flagged": {"Bob"}, "to-review": {"Olga", "Otto"}}
    words = notice_in_words(Notice.objects.get(account=account("Otto")))
    assert words.sentence == "A game of The Bricklayers was flagged for review. It waits for a ruling."
    assert words.address == f"/desk/{game}/{seq}/"
    give_ruling(game, caller("Otto"), command(), "voided", (), "Because.", seq)
    assert told()["ruled"] == {"Ada", "Bob"}
    words = notice_in_words(Notice.objects.get(account=account("Bob"), kind="ruled"))
    assert (words.sentence, words.address) == (
        "There is a ruling on a game that you play in.",
        f"/games/{game}/replay/#reviews",
    )


def test_nobody_is_told_of_a_game_that_must_not_be_known_of() -> None:
    founded = club()
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game = create_game(Setup("solo", [1], people(1), deal=deal, club=founded.pk), caller("Mia"), command()).game
    join_game(game, caller("Mia"), command(), CONTRIBUTION)
    start_game(game, caller("Mia"), command())
    open_dispute(game, caller("Mia"), command(), 1, "Look!")
    assert told() == {}
    notify_of_waiting_disputes(deal)
    assert told() == {"to-review": {"Olga", "Otto"}}, "now that it is closed"
    notify_of_waiting_disputes(deal)
    assert Notice.objects.count() == 2


def flag_in_a_new_game(founded: Club) -> None:
    """Let Mia play alone in a club, and flag that."""
    game = create_game(Setup("solo", [1], people(1), club=founded.pk), caller("Mia"), command()).game
    join_game(game, caller("Mia"), command(), CONTRIBUTION)
    start_game(game, caller("Mia"), command())
    open_dispute(game, caller("Mia"), command(), 1, "Look!")


@pytest.mark.slow
def test_of_many_flags_within_an_hour_one_mail_tells_and_the_site_tells_of_all(watch: Watch) -> None:
    founded = club()
    for _ in range(3):
        flag_in_a_new_game(founded)
    of_otto = Notice.objects.filter(account=account("Otto"), kind="to-review")
    assert (of_otto.count(), of_otto.filter(mail_due_at__isnull=False).count()) == (3, 1)
    of_otto.filter(mail_due_at__isnull=False).update(mail_due_at=None, tries=1)
    watch.run(50 * 60)
    flag_in_a_new_game(founded)
    assert not of_otto.filter(mail_due_at__isnull=False).exists(), "one has gone out within the hour"
    watch.run(20 * 60)
    flag_in_a_new_game(founded)
    assert of_otto.filter(mail_due_at__isnull=False).count() == 1
