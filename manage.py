#!/usr/bin/env python3
"""Django's own command line, run with the Python of `.venv`: `.venv/bin/python manage.py help`."""

import os
import sys


def main() -> None:
    """Hand the arguments to Django."""
    # An audit loads neither pages nor queue; whoever names settings gets those.
    name = "audit_settings" if sys.argv[1:2] == ["audit"] else "settings"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", f"brikks_site.{name}")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
