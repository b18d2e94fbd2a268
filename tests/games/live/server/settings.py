"""The site as it is, on the database of one test and in the same corner of Redis, so that each hears the other."""

from brikks_site.config.base import REDIS_PREFIX as OWN_PREFIX
from brikks_site.settings import MIDDLEWARE as SITE_MIDDLEWARE
from tests.games.chaos.settings import *  # noqa: F403

ROOT_URLCONF = "brikks_site.urls"
MIDDLEWARE = SITE_MIDDLEWARE
REDIS_PREFIX = OWN_PREFIX.removesuffix(":").rpartition(":")[0] + ":"
