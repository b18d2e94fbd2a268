#!/usr/bin/env python3
"""Django's own command line, run with the Python of `.venv`: `.venv/bin/python manage.py help`."""

import gc
import os
import sys


def main() -> None:
    """Hand the arguments to Django."""
    # An audit loads neither pages nor queue; whoever names settings gets those.
    name = "audit_settings" if sys.argv[1:2] == ["audit"] else "settings"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", f"brikks_site.{name}")
    # Loading makes many objects and no garbage, and at the end all of them go with the process. Looking for circles
    # among them after every few hundred, and once more at the end, is a quarter of what a short command takes.
    gc.set_threshold(50_000)
    from django.core.management import execute_from_command_line

    from brikks_site.ops.failures import one_sentence

    try:
        with one_sentence():
            execute_from_command_line(sys.argv)
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
