"""`python -m brikks_site.translations update|compile|check`: the work on catalogues, for translators and scripts."""

import sys
from collections.abc import Callable, Sequence
from typing import Final

from brikks_site.bootstrap import say
from brikks_site.translations.catalogues import compile_stale, languages, update
from brikks_site.translations.checks import problems
from brikks_site.translations.extraction import template_catalogue

HELP: Final = """\
update    bring the catalogues in locale/ up to date with the sources
compile   make from them what Django reads
check     say what is wrong with them; the exit status is 1 if anything is"""


def update_all() -> int:
    """Bring every catalogue up to date."""
    template = template_catalogue()
    changed = [language for language in languages() if update(language, template)]
    say(f"Changed: {', '.join(changed)}." if changed else "Every catalogue is up to date.")
    return 0


def compile_all() -> int:
    """Compile what has changed."""
    compile_stale()
    return 0


def check_all() -> int:
    """Say everything that is wrong."""
    wrong = list(problems(template_catalogue()))
    for problem in wrong:
        say(problem)
    return 1 if wrong else 0


COMMANDS: Final[dict[str, Callable[[], int]]] = {"update": update_all, "compile": compile_all, "check": check_all}


def main(arguments: Sequence[str]) -> int:
    """Do what was asked for."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        say(HELP)
        return 0 if list(arguments) in (["-h"], ["--help"]) else 2
    return COMMANDS[arguments[0]]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
