"""Runs a tool of PostgreSQL on the site's database: `python -m brikks_site.scripts.postgresql_tools pg_dump …`.

Everybody on a machine can read its command lines, and DATABASE_URL holds a password. So the tool is told the database
by its environment, which only its owner can read.
"""

import os
import sys
from collections.abc import Mapping, Sequence

from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Conninfo


def environment_for(url: str, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment in which the tools of PostgreSQL find the database of an address."""
    names = {option.keyword.decode(): option.envvar.decode() for option in Conninfo.get_defaults() if option.envvar}
    said = {names[name]: str(value) for name, value in conninfo_to_dict(url).items() if name in names}
    return {**{name: value for name, value in environment.items() if name != "DATABASE_URL"}, **said}


def main(command: Sequence[str]) -> None:
    """Become the tool."""
    os.execvpe(command[0], list(command), environment_for(os.environ["DATABASE_URL"], os.environ))  # noqa: S606


if __name__ == "__main__":
    main(sys.argv[1:])
