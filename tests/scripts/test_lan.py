"""`./run --lan`, for phones in the club room."""

import http.client
import socket
import sys
from pathlib import Path

import pytest

from brikks_site.bootstrap import BootstrapError
from brikks_site.management.commands.prepare import qr_code
from brikks_site.scripts.run_options import for_the_network, own_addresses, own_names
from tests.sites import start_again

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"), pytest.mark.slow]


def is_in_a_network() -> bool:
    try:
        own_addresses()
    except BootstrapError:
        return False
    return True


in_a_network = pytest.mark.skipif(not is_in_a_network(), reason="this machine is in no network")


@in_a_network
def test_it_answers_under_the_address_that_it_prints(tmp_path: Path) -> None:
    with start_again(tmp_path / "var", "--lan", BRIKKS_ALLOWED_HOSTS="") as site:
        address = site.wait_until_ready()
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        assert host == own_addresses()[0]
        site.wait_for("Nobody owns this site yet. Whoever opens this link first will: " + address)
        connection = http.client.HTTPConnection(host, int(port), timeout=60)
        connection.request("GET", "/accounts/login/")
        answer = connection.getresponse()
        assert answer.status == 200
        assert "Secure" not in answer.headers["Set-Cookie"]
        answer.read()
        connection.request("GET", "/metrics")
        assert connection.getresponse().status == 404
        connection.close()
    assert qr_code(address).rstrip() in "".join(site.output)


@in_a_network
def test_it_listens_everywhere_and_knows_its_own_names() -> None:
    environment = for_the_network({"PORT": "8000", "BRIKKS_ALLOWED_HOSTS": "club.example"})
    assert environment["HOST"] == "0.0.0.0"
    names = environment["BRIKKS_ALLOWED_HOSTS"].split(",")
    assert names == ["club.example", *own_addresses(), *own_names()]


@in_a_network
def test_a_host_that_was_named_stays() -> None:
    assert for_the_network({"HOST": "192.168.7.4"})["HOST"] == "192.168.7.4"


def test_an_address_over_https_is_a_contradiction() -> None:
    with pytest.raises(BootstrapError, match="plain HTTP"):
        for_the_network({"BRIKKS_PUBLIC_URL": "https://club.example"})


def test_a_machine_in_no_network_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brikks_site.scripts.run_options._on_the_way_out", lambda: iter(["127.0.0.1"]))
    monkeypatch.setattr("brikks_site.scripts.run_options._by_name", lambda: iter(["127.0.1.1"]))
    with pytest.raises(BootstrapError, match="in no network"):
        own_addresses()


@pytest.mark.parametrize(("host", "names"), [("Club-PC.home", ["club-pc", "club-pc.local"]), ("my_pc", []), ("", [])])
def test_only_names_that_a_browser_can_ask_for_count(
    monkeypatch: pytest.MonkeyPatch, host: str, names: list[str]
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert own_names() == names
