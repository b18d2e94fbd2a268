"""Somebody who asks a running site over HTTP as a browser does: with cookies, and a token against forgery."""

import json
import secrets
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

from tests.scripts.processes import PATIENCE_SECONDS

LOGIN = "/accounts/login/"


class Visitor:
    """One visitor of one site."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def cookie(self, name: str) -> str:
        """The value of a cookie, empty if there is none."""
        return next((cookie.value or "" for cookie in self.cookies if cookie.name == name), "")

    def ask(self, method: str, path: str, data: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """The status and body of an answer; redirections are followed."""
        token = self.cookie("csrftoken")
        said = {"X-CSRFToken": token, "Referer": self.address + "/", **headers}
        request = urllib.request.Request(self.address + path, data, said, method=method)
        try:
            with self._opener.open(request, timeout=PATIENCE_SECONDS) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read()

    def get(self, path: str) -> tuple[int, str]:
        """A page."""
        status, body = self.ask("GET", path)
        return status, body.decode()

    def send(self, path: str, **fields: str) -> tuple[int, str]:
        """A form that was filled in."""
        data = urlencode(fields).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        status, body = self.ask("POST", path, data, **headers)
        return status, body.decode()

    def call(self, method: str, path: str, body: object = None) -> Any:
        """What the interface answers; it must not refuse."""
        data = None if body is None else json.dumps(body).encode()
        status, answer = self.ask(method, f"/api/v1{path}", data, **{"Content-Type": "application/json"})
        assert status < 300, answer.decode()
        return json.loads(answer) if answer else None

    def command(self, path: str, **body: object) -> Any:
        """A command under an id of its own."""
        return self.call("POST", path, {"command_id": secrets.token_hex(16), **body})

    def log_in(self, username: str, password: str) -> None:
        """Log in by the form."""
        self.get(LOGIN)
        status, page = self.send(LOGIN, login=username, password=password)
        assert status == 200, page
        assert self.cookie("sessionid"), page
