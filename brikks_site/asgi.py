"""The application uvicorn serves."""

import os

import django

from brikks_site.ops.failures import one_sentence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")
with one_sentence():
    django.setup(set_prefix=False)

# Only now can models be imported.
from brikks_site.http.bodies import limited
from brikks_site.http.handler import Handler
from games.integrity.startup import check_at_start

check_at_start()
application = limited(Handler())
