"""`./run --demo`, for a look at every screen: a real start, and what it leaves alone."""

import re
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from brikks_site.bootstrap import BootstrapError
from brikks_site.scripts.run_options import OF_THE_REAL_SITE, for_a_demonstration
from tests.sites import Site, start
from tests.visitors import Visitor

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"), pytest.mark.slow]

PERSON = re.compile(r"^    (\w+) +([a-z2-7]{4}(?:-[a-z2-7]{4}){3})   (.+)$", re.MULTILINE)


def people_of(site: Site) -> dict[str, str]:
    """The passwords that it prints, by username."""
    site.wait_for("Press Ctrl-C")
    return {username: password for username, password, _ in PERSON.findall("".join(site.output))}


def games_of(visitor: Visitor, query: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = visitor.call("GET", f"/games?{query}")["results"]
    return found


def test_it_has_something_to_show_and_finds_it_again(tmp_path: Path) -> None:
    with start(tmp_path / "var", "--demo") as site:
        visitor = Visitor(site.wait_until_ready())
        people = people_of(site)
        assert len(people) == len(set(people.values())) == 7
        visitor.log_in("robin", people["robin"])
        assert games_of(visitor, "turn=1")
        shown = Counter((game["variant"], game["status"]) for game in games_of(visitor, "limit=50"))
        assert {("solo", "finished"), ("standard", "finished"), ("duel", "finished")} <= set(shown)
        assert {("solo", "running"), ("standard", "running"), ("duel", "running")} <= set(shown)
        assert shown["standard", "open"] == 1
        assert visitor.call("GET", "/clubs")["results"][0]["members"] == 6
        assert "owner_link" not in "".join(site.output)
        site.process.send_signal(signal.SIGTERM)
        assert site.end()[0] == 0
    assert {entry.name for entry in (tmp_path / "var").iterdir()} == {"demo"}
    assert (tmp_path / "var" / "demo" / "brikks.sqlite3").exists()
    with start(tmp_path / "var", "--demo") as site:
        again = Visitor(site.wait_until_ready())
        assert people_of(site) == people
        again.log_in("robin", people["robin"])
        assert Counter((game["variant"], game["status"]) for game in games_of(again, "limit=50")) == shown


def test_it_serves_this_machine_alone(tmp_path: Path) -> None:
    with pytest.raises(BootstrapError, match=r"^\./run --demo serves this machine alone\. Leave HOST=0\.0\.0\.0 out"):
        for_a_demonstration({"HOST": "0.0.0.0"}, tmp_path)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_any_name_of_this_machine_will_do(tmp_path: Path, host: str) -> None:
    assert for_a_demonstration({"HOST": host}, tmp_path)["HOST"] == host


def test_it_leaves_the_real_site_alone(tmp_path: Path) -> None:
    named = dict.fromkeys(OF_THE_REAL_SITE, "something")
    environment = for_a_demonstration({**named, "PORT": "8080", "BRIKKS_VAR": "elsewhere"}, tmp_path)
    assert environment == {"PORT": "8080", "HOST": "127.0.0.1", "BRIKKS_VAR": str(tmp_path / "demo")}
