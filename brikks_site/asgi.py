"""The application uvicorn serves."""

import os

import django

from brikks_site.failures import one_sentence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")
with one_sentence():
    django.setup(set_prefix=False)

# Only now can models be imported.
from brikks_site.bodies import limited
from brikks_site.handling import Handler
from games.integrity.startup import check_at_start

check_at_start()
application = limited(Handler())
