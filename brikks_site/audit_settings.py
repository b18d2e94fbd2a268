"""The settings of `manage.py audit`: the database and the logs, without pages, interface and queue.

An audit needs none of them, and loading them takes longer than checking a hundred thousand events.
"""

from brikks_site.essentials import *  # noqa: F403 - the names that it lists

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "games.apps.AuditedConfig",
    "tournaments.apps.AuditedConfig",
]
