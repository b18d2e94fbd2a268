"""The site's settings for the processes that these tests start: the database and the broker are those of one test."""

import os
from pathlib import Path

from brikks_site.config.queues import broker_options
from brikks_site.settings import *  # noqa: F403
from brikks_site.settings import DATABASES, REDIS_PREFIX, REDIS_URL
from tests.databases import IS_EMBEDDED

DATABASES["default"]["NAME"] = os.environ["CHAOS_DATABASE"]
if IS_EMBEDDED:
    DATABASES["default"]["OPTIONS"]["timeout"] = float(os.environ["CHAOS_PATIENCE"])

CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(REDIS_URL, REDIS_PREFIX, Path(os.environ["CHAOS_BROKER"]))
CELERY_IMPORTS = ["tests.games.chaos.stopping"]

ROOT_URLCONF = "tests.games.chaos.api"
# The least that allauth insists on.
MIDDLEWARE = ["allauth.account.middleware.AccountMiddleware"]
