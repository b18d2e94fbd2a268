"""/api/schema and /api/docs: everything is documented, and nothing is fetched from elsewhere."""

import json
import re

import pytest
import yaml
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.validation import validate_schema
from rest_framework.views import APIView

from games.api.schema import ALWAYS_POSSIBLE, POSSIBLE_WITH_BODY
from tests.databases import same_everywhere
from tests.web.api.calls import refusal
from tests.web.api.documented import schema
from tests.web.markup import page_of


def views(patterns: list[URLPattern | URLResolver], prefix: str = "/") -> dict[str, type[APIView]]:
    """The views of the interface by their address."""
    found: dict[str, type[APIView]] = {}
    for pattern in patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found |= views(pattern.url_patterns, address)
        elif hasattr(pattern.callback, "cls") and address.startswith("/api/"):
            found[re.sub(r"<\w+:(\w+)>", r"{\1}", address)] = pattern.callback.cls
    return found


def test_every_address_and_method_is_documented() -> None:
    documented = {path: set(methods) for path, methods in schema()["paths"].items()}
    for address, view in views(get_resolver().url_patterns).items():
        methods = {name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
        assert documented[address] == methods, address


@same_everywhere
def test_the_document_is_valid() -> None:
    validate_schema(schema())


def test_every_operation_says_what_it_is_for_and_what_it_may_refuse() -> None:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            statuses = set(operation["responses"])
            assert set(ALWAYS_POSSIBLE) <= statuses, (method, path)
            assert "requestBody" not in operation or set(POSSIBLE_WITH_BODY) <= statuses
            assert operation["description"] or operation["summary"], (method, path)
            assert any(status[0] == "2" for status in statuses), (method, path)


def test_ids_of_operations_are_unique() -> None:
    ids = [operation["operationId"] for methods in schema()["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids))


@same_everywhere
@pytest.mark.slow
def test_the_document_comes_as_json_and_as_yaml() -> None:
    as_json = Client().get("/api/schema")
    assert as_json.headers["Content-Type"] == "application/json"
    for as_yaml in (
        Client().get("/api/schema", {"format": "yaml"}),
        Client().get("/api/schema", headers={"Accept": "application/yaml"}),
    ):
        assert as_yaml.headers["Content-Type"] == "application/yaml; charset=utf-8"
        assert yaml.safe_load(as_yaml.content) == json.loads(as_json.content)


@pytest.mark.parametrize("query", ["?version=%0d%0aX:1", "?lang=xx", "?format=%00"])
def test_whatever_else_is_asked_changes_nothing(query: str) -> None:
    assert Client().get(f"/api/schema{query}").content == Client().get("/api/schema").content


@pytest.mark.parametrize("address", ["/api/schema", "/api/docs"])
def test_there_is_nothing_to_change(address: str) -> None:
    for method in ("post", "put", "delete", "options"):
        response = getattr(Client(enforce_csrf_checks=True), method)(address)
        assert refusal(response) == (405, "request/method")
        assert response.headers["Allow"] == "GET, HEAD"
    assert Client().head(address).status_code == 200


@pytest.mark.django_db
def test_the_page_asks_no_other_host_and_runs_nothing_inline() -> None:
    response = Client().get("/api/docs")
    page = page_of(response)
    assert not re.search(r"""(https?:)?//[\w.-]+\.\w""", response.content.decode())
    assert all(script["src"].startswith("/static/") for script in page.all("script"))
    assert not page.all("style")
    assert not page.values("style")
    for address in page.values("href") + page.values("src"):
        assert Client().get(address).status_code == 200, address


def test_the_policy_of_the_page_is_loosened_for_its_icons_alone() -> None:
    usual = Client().get("/rules/").headers["Content-Security-Policy"].split("; ")
    docs = Client().get("/api/docs").headers["Content-Security-Policy"].split("; ")
    assert set(docs) - set(usual) == {"img-src 'self' data:"}
    assert set(usual) - set(docs) == {"img-src 'self'"}
