"""A stream ends when what it was opened with does, and says nothing more of the game before that."""

from collections.abc import Callable

import pytest
from django.conf import settings

from games.accounts.devices import TABLES
from games.accounts.models import Account, Token
from games.accounts.tokens import delete_token
from games.live.authorization import _sessions
from games.log.event_store import read_log
from games.log.models import Game
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import Heard, Listener, bearer, cookie, stream_of
from tests.games.sample_tables import account, move, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def delete_own_token() -> None:
    delete_token(account("Bob"), Token.objects.get().pk)


def let_token_expire() -> None:
    Token.objects.update(expires_at="2020-01-01T00:00:00Z")


def narrow_token() -> None:
    Token.objects.update(scopes="play")


def deactivate() -> None:
    Account.objects.filter(username="bob").update(is_active=False)


def log_out() -> None:
    _sessions().all().delete()


def let_session_expire() -> None:
    _sessions().update(expire_date="2020-01-01T00:00:00Z")


def change_password() -> None:
    bob = account("Bob")
    bob.set_password("another-one-2026")
    bob.save()


BY_TOKEN: list[Callable[[], None]] = [delete_own_token, let_token_expire, narrow_token, deactivate]
BY_SESSION: list[Callable[[], None]] = [log_out, let_session_expire, change_password, deactivate]


def check_ended(
    site: Site, headers: dict[str, str], end: Callable[[], None], code: str, game: str | None = None
) -> None:
    """Listen, have the right to it end, and hear that and nothing else; asking again is refused."""
    game = game or table()
    with Listener(site.port, stream_of(game), headers) as listener:
        listener.take(len(read_log(game)))
        end()
        move(game)
        [(last, name, said)] = listener.hear()
        assert (last, name, said["code"]) == ("", "end", code)


@pytest.mark.parametrize("end", BY_TOKEN)
def test_a_program_is_cut_off(site: Site, end: Callable[[], None]) -> None:
    headers = bearer("Bob")
    check_ended(site, headers, end, "stream/no-longer")
    with Listener(site.port, "/api/v1/me/stream", headers) as listener:
        assert listener.status in (401, 403)


@pytest.mark.parametrize("end", BY_SESSION)
def test_a_browser_is_cut_off(site: Site, end: Callable[[], None]) -> None:
    headers = cookie(account("Bob"))
    check_ended(site, headers, end, "stream/no-longer")
    with Listener(site.port, "/api/v1/me/stream", headers) as listener:
        assert listener.status in (401, 403)


def test_a_stream_ends_soon_even_if_nothing_happens_in_the_game(site: Site) -> None:
    game = table()
    with Listener(site.port, stream_of(game), bearer("Bob")) as listener:
        listener.take(len(read_log(game)))
        delete_own_token()
        assert [heard.name for heard in listener.hear()] == ["end"]


def test_who_is_no_auditor_any_more_hears_no_private_game(site: Site) -> None:
    max_ = account("Max", is_staff=True)
    game = table(visibility="hidden")

    def demote() -> None:
        Account.objects.filter(pk=max_.pk).update(is_staff=False)

    check_ended(site, cookie(max_), demote, "stream/no-longer", game)
    with Listener(site.port, stream_of(game), cookie(max_)) as listener:
        assert listener.status == 404


def test_a_link_that_was_changed_ends_the_streams_of_those_who_came_by_it(site: Site) -> None:
    game = table(visibility="private")
    link = f"{stream_of(game)}?invite={Game.objects.get(pk=game).invite}"
    with Listener(site.port, link) as listener:
        listener.take(len(read_log(game)))
        Game.objects.filter(pk=game).update(invite="another")
        [end] = listener.hear()
        assert (end.name, end.said["code"]) == ("end", "game/not-found")


def test_who_gets_the_device_does_not_hear_what_the_one_before_may(site: Site) -> None:
    game = table()
    guest = account("Guest", is_guest=True)
    ada = account("Ada")
    seats = {game: {"guests": [guest.pk], "holder": ada.pk}}
    headers = cookie(ada, **{TABLES: seats})
    key = headers["Cookie"].removeprefix(f"{settings.SESSION_COOKIE_NAME}=")

    def hand_over() -> None:
        store = _sessions().model.get_session_store_class()(key)
        store[TABLES][game]["holder"] = guest.pk
        store.modified = True
        store.save()

    check_ended(site, headers, hand_over, "stream/no-longer", game)
    with Listener(site.port, stream_of(game), headers) as listener:
        assert listener.status == 200


def test_others_go_on_listening(site: Site) -> None:
    game = table()
    with (
        Listener(site.port, stream_of(game), bearer("Bob")) as bob,
        Listener(site.port, stream_of(game), bearer("Cleo")) as cleo,
    ):
        end = len(read_log(game))
        for listener in (bob, cleo):
            listener.take(end)
        delete_token(account("Bob"), Token.objects.get(account=account("Bob")).pk)
        move(game)
        heard: list[Heard] = cleo.take(1)
        assert heard[0].id == str(end + 1)
        assert [one.name for one in bob.hear()] == ["end"]
