"""A process that asks often: `python -m tests.web.api.often TIMES`, as soon as somebody tells it to begin.

It answers with how often it was let through.
"""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")
    django.setup()

    from django.test import Client

    client = Client()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    statuses = [client.get("/api/v1/bots", headers={"Host": "localhost"}).status_code for _ in range(int(sys.argv[1]))]
    assert set(statuses) <= {200, 429}, statuses
    sys.stdout.write(f"{statuses.count(200)}\n")
