"""People are told once what concerns them, from the check-in to the end: on the site, and by mail if they like."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage

from games.accounts.mail_outbox import MOST_TRIES
from games.accounts.models import Account
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import FIRST, HOUR, announced, game_of, pass_time, settings, sit_down
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.events.round_notices import notify_of_round_end
from tournaments.events.rounds.runner import due_tournaments
from tournaments.events.services.entrants import check_in
from tournaments.events.services.schedule import cancel
from tournaments.events.situation import latest_round
from tournaments.notices.mail import send_due_mails
from tournaments.notices.models import Notice
from tournaments.notices.services import set_mail_wish
from tournaments.notices.words import notice_in_words

pytestmark = pytest.mark.django_db


def confirm(name: str, language: str = "") -> Account:
    """Somebody with a confirmed address."""
    somebody = account(name)
    Account.objects.filter(pk=somebody.pk).update(language=language)
    EmailAddress.objects.create(user=somebody, email=f"{name.lower()}@mail.example", verified=True, primary=True)
    return somebody


def begun(watch: Watch, *people: str) -> str:
    """A tournament whose first round has just opened."""
    tournament = announced(settings(remind=600), *people)
    pass_time(watch, FIRST)
    return tournament


def kinds_for(name: str) -> list[str]:
    return list(Notice.objects.filter(account=account(name)).order_by("made_at").values_list("kind", flat=True))


def test_everybody_who_plays_is_told_once_that_the_round_is_open_and_before_it_ends(watch: Watch) -> None:
    tournament = begun(watch, "Ada", "Bob")
    assert kinds_for("Ada") == kinds_for("Bob") == ["round-open"]
    pass_time(watch, HOUR - 500)
    assert kinds_for("Ada") == ["round-open", "round-ends"]
    assert not due_tournaments(watch.at)
    latest = latest_round(Tournament.objects.get(pk=tournament))
    assert latest is not None
    notify_of_round_end(latest, list(latest.places.values_list("entrant", flat=True)))
    assert kinds_for("Ada") == ["round-open", "round-ends"], "nobody is told the same twice"


def test_who_is_in_is_told_that_it_is_called_off(watch: Watch) -> None:
    tournament = begun(watch, "Ada", "Bob")
    cancel(tournament, caller("Olga"), command(), "The room is flooded.")
    assert set(kinds_for("Ada")) == {"round-open", "called-off"}


def test_who_is_to_check_in_is_asked_and_told_if_too_few_did(watch: Watch) -> None:
    tournament = announced(settings(check_in=HOUR), "Ada", "Bob")
    pass_time(watch, FIRST - HOUR)
    assert kinds_for("Ada") == kinds_for("Bob") == ["check-in"]
    sentence = notice_in_words(Notice.objects.filter(account=account("Ada")).get()).sentence
    assert sentence.startswith("Bricks for all begins at ")
    check_in(tournament, caller("Ada"), command())
    pass_time(watch, HOUR)
    assert kinds_for("Ada") == ["check-in", "called-off"]


def test_mails_go_to_confirmed_addresses_in_the_language_of_the_reader(
    watch: Watch, mailoutbox: list[EmailMessage]
) -> None:
    confirm("Ada", "de")
    begun(watch, "Ada", "Bob")
    send_due_mails()
    send_due_mails()
    [mail] = mailoutbox
    assert mail.to == ["ada@mail.example"]
    assert "Bricks for all" in mail.subject
    assert not Notice.objects.filter(mail_due_at__isnull=False).exists()


@pytest.mark.parametrize(("own", "told"), [("", "(CET)"), ("Asia/Tokyo", "(JST)")])
def test_a_mail_names_the_clocks_by_which_it_tells_times(
    own: str, told: str, watch: Watch, mailoutbox: list[EmailMessage]
) -> None:
    Account.objects.filter(pk=confirm("Ada").pk).update(time_zone=own)
    tournament = begun(watch, "Ada", "Bob")
    Club.objects.filter(tournaments=tournament).update(time_zone="Europe/Berlin")
    send_due_mails()
    [mail] = mailoutbox
    assert told in mail.body


def test_who_wants_no_mails_is_told_on_the_site_only(watch: Watch, mailoutbox: list[EmailMessage]) -> None:
    set_mail_wish(confirm("Ada").pk, wants_mail=False)
    begun(watch, "Ada", "Bob")
    send_due_mails()
    assert mailoutbox == []
    assert kinds_for("Ada") == ["round-open"]


def test_a_mail_server_that_is_away_delays_mails_and_is_not_asked_for_ever(
    watch: Watch, settings_of_site: None, mailoutbox: list[EmailMessage]
) -> None:
    confirm("Ada")
    begun(watch, "Ada", "Bob")
    tries = 0
    while (due := Notice.objects.get(account=account("Ada")).mail_due_at) is not None:
        assert tries < MOST_TRIES
        watch.set(max(timedelta(0), due - watch.at).total_seconds() + 1)
        send_due_mails()
        tries += 1
    assert tries == MOST_TRIES
    assert mailoutbox == []


def test_a_refused_address_keeps_no_other_notice_waiting(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    confirm("Ada")
    confirm("Bob")
    begun(watch, "Ada", "Bob")
    taken: list[str] = []

    def take(message: EmailMessage) -> None:
        if message.to == ["ada@mail.example"]:
            raise SMTPRecipientsRefused({"ada@mail.example": (550, b"no such user")})
        taken.extend(message.to)

    monkeypatch.setattr("django.core.mail.EmailMessage.send", take)
    Notice.objects.filter(account=account("Ada")).update(mail_due_at=watch.at - timedelta(seconds=60))
    send_due_mails()
    assert taken == ["bob@mail.example"]
    put_off = Notice.objects.get(mail_due_at__isnull=False)
    assert (put_off.account, put_off.tries) == (account("Ada"), 1)


@pytest.fixture
def settings_of_site(settings: object) -> Iterator[None]:
    """A mail server of which only the address is there; the port is held, so that nobody else answers at it."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
        settings.EMAIL_HOST, settings.EMAIL_PORT = nobody.getsockname()  # type: ignore[attr-defined]
        settings.EMAIL_TIMEOUT = 5  # type: ignore[attr-defined]
        yield


def test_people_are_told_until_when_their_table_waits_and_that_it_has_started(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=600), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    opened = Notice.objects.get(account=account("Ada"))
    assert "from then on your table may start without you" in notice_in_words(opened).sentence
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, 600)
    assert (kinds_for("Ada"), kinds_for("Cleo")) == (["round-open", "table-started"], ["round-open", "left-out"])
    started = notice_in_words(Notice.objects.get(account=account("Ada"), kind="table-started"))
    assert started.address == f"/games/{game_of(tournament, 'Ada')}/"
    left = notice_in_words(Notice.objects.get(account=account("Cleo"), kind="left-out"))
    assert "has started without you" in left.sentence
    assert left.address == f"/tournaments/{tournament}/"


def test_who_plays_a_duel_is_told_nothing_of_waiting(watch: Watch) -> None:
    begun(watch, "Ada", "Bob")
    assert "may start without you" not in notice_in_words(Notice.objects.get(account=account("Ada"))).sentence
