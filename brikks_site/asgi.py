"""The application uvicorn serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")
application = get_asgi_application()

# Only now can models be imported.
from games.startup import check_at_start  # noqa: E402

check_at_start()
