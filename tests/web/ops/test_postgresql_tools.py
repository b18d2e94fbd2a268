"""The tools of PostgreSQL get the database by their environment, never by a command line that everybody can read."""

from brikks_site.scripts.postgresql_tools import environment_for
from tests.games.chaos.supervised import ROOT

URL = "postgres://brikks:p%40ss@db.example:6543/club?sslmode=require&application_name=backup"


def test_everything_in_an_address_has_its_variable() -> None:
    given = {"PATH": "/bin", "DATABASE_URL": URL}
    assert environment_for(URL, given) == {
        "PATH": "/bin",
        "PGUSER": "brikks",
        "PGPASSWORD": "p@ss",
        "PGHOST": "db.example",
        "PGPORT": "6543",
        "PGDATABASE": "club",
        "PGSSLMODE": "require",
        "PGAPPNAME": "backup",
    }


def test_no_script_puts_the_address_on_a_command_line() -> None:
    scripts = [path for path in (ROOT / "deploy").iterdir() if path.is_file()]
    assert scripts
    assert [path.name for path in scripts if '"$DATABASE_URL"' in path.read_text()] == []
