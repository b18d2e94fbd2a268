"""What those who run a club tell its members."""

from datetime import UTC, datetime
from typing import Any

import pytest

from engine.errors import Malformed
from games.clock.site_time import use_clock
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import account, caller
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import STRANGER, club
from tournaments.clubs.models import Announcement
from tournaments.clubs.services import announcements as limits
from tournaments.clubs.services.announcements import change_announcement, delete_announcement, make_announcement

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 16, 9, tzinfo=UTC)


@pytest.mark.parametrize("name", ["Olga", "Otto"])
def test_those_who_run_a_club_announce_change_and_delete(name: str) -> None:
    made, by = club(), caller(name)
    with use_clock(lambda: MOMENT):
        told = make_announcement(made.pk, by, "  We  play ", "On Mondays,\r\nat seven.")
    stored = Announcement.objects.get()
    assert (stored.title, stored.text, stored.is_pinned) == ("We play", "On Mondays,\nat seven.", False)
    assert (stored.made_at, stored.author) == (MOMENT, account(name))
    change_announcement(made.pk, caller("Olga"), told.pk, {"is_pinned": True, "text": ""})
    stored.refresh_from_db()
    assert (stored.title, stored.text, stored.is_pinned) == ("We play", "", True)
    assert (stored.made_at, stored.author) == (MOMENT, account(name))
    delete_announcement(made.pk, by, told.pk)
    assert not Announcement.objects.exists()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        *(({"title": title}, "announcement/title") for title in ("", "...", "a\0b", "x" * 81, None, 7)),
        *(({"text": text}, "announcement/text") for text in ("x" * 4001, "a\0b", "\ud800", None, 7)),
        *(({"is_pinned": pinned}, "announcement/is-pinned") for pinned in (1, "true", None)),
    ],
)
def test_what_cannot_be_announced_is_refused(said: dict[str, Any], code: str) -> None:
    made, olga = club(), caller("Olga")
    told = make_announcement(made.pk, olga, "We play")
    with refused(Malformed, code):
        make_announcement(made.pk, olga, **{"title": "We play", **said})
    with refused(Malformed, code):
        change_announcement(made.pk, olga, told.pk, said)


@pytest.mark.parametrize("name", ["Sven", "Mia", STRANGER])
def test_nobody_else_does(name: str) -> None:
    made, somebody = club(), caller(name)
    told = make_announcement(made.pk, caller("Olga"), "We play").pk
    sort, code = (NotFound, "club/not-found") if name == STRANGER else (Forbidden, "club/role-too-low")
    with refused(sort, code):
        make_announcement(made.pk, somebody, "We do not")
    with refused(sort, code):
        change_announcement(made.pk, somebody, told, {"title": "We do not"})
    with refused(sort, code):
        delete_announcement(made.pk, somebody, told)


def test_what_another_club_tells_is_its_own() -> None:
    made, other, olga = club(), club("Another"), caller("Olga")
    told = make_announcement(other.pk, olga, "We play").pk
    for number in (told, 0, 10**30):
        with refused(NotFound, "announcement/not-found"):
            change_announcement(made.pk, olga, number, {"title": "We do not"})
        with refused(NotFound, "announcement/not-found"):
            delete_announcement(made.pk, olga, number)


def test_a_club_does_not_announce_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    made, olga = club(), caller("Olga")
    monkeypatch.setattr(limits, "MOST_ANNOUNCEMENTS", 1)
    make_announcement(made.pk, olga, "We play")
    with refused(Conflict, "announcement/too-many"):
        make_announcement(made.pk, olga, "We play again")
