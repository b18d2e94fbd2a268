"""The import map of the pages: hashed names for every module, allowed by the policy through its very hash."""

import base64
import hashlib
import json
import re
from posixpath import normpath

import pytest
from django.test import Client

from brikks_site.import_map import import_map, module_names
from tests.games.sample_tables import table
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_every_module_of_ours_has_a_hashed_name_that_answers() -> None:
    names = json.loads(import_map())["imports"]
    assert set(names) == {f"/static/{name}" for name in module_names()}
    assert "/static/games/js/tables/table.js" in names
    for plain, hashed in names.items():
        assert re.fullmatch(rf"{re.escape(plain.removesuffix('.js'))}\.[0-9a-f]{{12}}\.js", hashed)
        assert Client().get(hashed).status_code == 200


@pytest.mark.slow
def test_modules_import_each_other_by_names_that_the_map_knows() -> None:
    names = json.loads(import_map())["imports"]
    imported = 0
    for plain, hashed in names.items():
        source = b"".join(Client().get(hashed)).decode()
        for found in re.findall(r'^(?:import|export)\b[^"]*from "(\.{1,2}/[^"]+)"', source, re.MULTILINE):
            assert normpath(f"{plain.rpartition('/')[0]}/{found}") in names
            imported += 1
    assert imported


def test_the_policy_allows_the_map_of_the_page_and_no_other_inline_script() -> None:
    response = client_of("Ada").get(f"/games/{table()}/")
    policy = response.headers["Content-Security-Policy"]
    [text] = re.findall(r'<script type="importmap">(.*?)</script>', response.content.decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    [scripts] = [part for part in policy.split("; ") if part.startswith("script-src")]
    assert scripts == f"script-src 'self' 'sha256-{digest}'"
    assert "unsafe" not in policy
