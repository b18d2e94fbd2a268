"""/healthz, which tells a supervisor whether this process can work."""

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_it_is_ok_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_it_is_unavailable_without_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("unable to open database file")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["status"] != "ok"
