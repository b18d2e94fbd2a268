"""A small site with something of everything: games of every kind, a rated tournament, one with the same dice for all,
a league, a club with its people, disputes and rulings, tokens, links and complaints."""

from datetime import UTC, datetime

from games.accounts.erasure import erase_account
from games.accounts.moderation import block
from games.accounts.passwords import make_link
from games.accounts.reports import report_account
from games.accounts.tokens import make_token
from games.clock.site_time import now
from games.disputes.services import answer_dispute, open_dispute
from games.integrity.checkpoints import make_checkpoints
from games.integrity.models import CheckpointDelivery
from games.play.models import PlayerGame
from tests.games.clock.watch import Watch
from tests.games.integrity.audit.world import World, make_world
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, play_out, table
from tests.tournaments.desk import world as desk
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    duplicate,
    pass_time,
    play_as,
    settings,
    sit_down,
)
from tests.tournaments.leagues.seasons import drafted, league
from tests.tournaments.sample_clubs import STRANGER
from tournaments.clubs.models import Club
from tournaments.clubs.services.admission import ask_to_join
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.persons import add_person
from tournaments.events.models import Entrant
from tournaments.events.services.deals import contribute_to_round
from tournaments.events.services.entrants import remove_entrant
from tournaments.notices.models import MailWish

WORDS = "I have seen it with my own eyes."


def make_site(watch: Watch) -> World:
    """Play and enter everything, count it, and sign it."""
    world = make_world()
    for variant, seats in (("standard", 2), ("solo", 1), ("duel", 2)):
        play_out(table(variant, seats, rated=True))
    contest = desk.played(watch, desk.duels(rounds=2), 1, "Ada", "Bob", "Cleo", "Dan")
    _quarrel(desk.games_in(contest, 1))
    _share_dice(watch)
    _fill_club(Club.objects.get())
    play_out(table(rated=True))
    _let_in()
    erase_account(account("Cleo"))
    make_checkpoints()
    return world


def _quarrel(games: list[str]) -> None:
    """Flag games, answer, and rule upon one of them."""
    names = PlayerGame.objects.filter(game=games[0]).order_by("seat").values_list("account__display_name", flat=True)
    one, other = map(str, names)
    opened = open_dispute(games[0], caller(one), command(), 3, WORDS).seq
    answer_dispute(games[0], caller(other), command(), opened, "It was otherwise.")
    desk.void(games[1])


def _share_dice(watch: Watch) -> None:
    same = announced(duplicate(rounds=2, is_rated=True), "Ada", "Bob", "Cleo")
    contribute_to_round(same, caller("Ada"), CONTRIBUTION)
    pass_time(watch, FIRST)
    sit_down(same, "Ada", "Bob", "Cleo")
    for name in ("Ada", "Bob", "Cleo"):
        play_as(same, name)
    pass_time(watch, HOUR)
    desk.follow()
    removed = Entrant.objects.get(tournament=same, account=account("Cleo")).pk
    remove_entrant(same, caller("Olga"), command(), removed, "She has fallen asleep.")


def _fill_club(club: Club) -> None:
    """People without an account, somebody who asks, an announcement, a league."""
    person = add_person(club.pk, caller("Olga"), "Paul")
    announced(settings(), "Eve", "Finn", robots=1, persons=[person.pk])
    make_announcement(club.pk, caller("Olga"), "On Friday", "We play at eight.", True)
    Club.objects.filter(pk=club.pk).update(admission="approval", is_public=True)
    ask_to_join(club.pk, caller(STRANGER))
    drafted(league(club), ["olga", "otto"], ["sven", "mia"])
    other = create_club(caller("Olga"), "The Tilers")
    drafted(league(other), ["olga"])
    league(other)


def _let_in() -> None:
    """Ways into accounts, and whom people keep away."""
    ada, bob = account("Ada"), account("Bob")
    make_token(ada, "a program", ["read", "play"], datetime(2999, 1, 1, tzinfo=UTC))
    make_link("password", bob, ada)
    block(ada, bob)
    report_account(ada, bob, WORDS)
    MailWish.objects.create(account=ada, wants_mail=False)
    CheckpointDelivery.objects.create(checkpoint_id=1, due_at=now())
