"""The settings of a version of the site that is still to come."""

from brikks_site.settings import *  # noqa: F403

MIGRATION_MODULES = {"brikks_site": "tests.games.integrity.backups.migrations"}
