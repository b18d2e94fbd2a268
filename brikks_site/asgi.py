"""The application uvicorn serves."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")
django.setup(set_prefix=False)

# Only now can models be imported.
from brikks_site.bodies import limited  # noqa: E402
from brikks_site.handling import Handler  # noqa: E402
from games.startup import check_at_start  # noqa: E402

check_at_start()
application = limited(Handler())
