"""`python -m brikks_site.event_catalogue`: write `docs/events.md` anew."""

import os

import django

from brikks_site.bootstrap import say

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")
    django.setup()
    from brikks_site.event_catalogue.page import PAGE, write_page

    write_page()
    say(f"Written: {PAGE}")
