"""People at their browsers: they ask where a game is, act when it is their turn, and insist until they are answered.

A command that got no answer is sent again under the same name. What was acknowledged is remembered, to be compared with
the log.
"""

import http.client
import json
import threading
import time
import uuid
from typing import NamedTuple

from engine.protocol import Json
from engine.registry import AnyGame, find
from games.log.models import Event
from games.statuses import RUNNING
from tests.games.sample_tables import PEOPLE

PAUSE = 0.05
"""How long people wait before they look or try again."""
PATIENCE = 5.0
"""How long they wait for an answer."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    said: Json


class Acknowledged(NamedTuple):
    """A move that the site has said it has stored."""

    game: str
    command_id: str
    seq: int
    hash: str


class Client:
    """Somebody at a browser."""

    def __init__(self, port: int, name: str, patience: float = PATIENCE) -> None:
        self._port = port
        self._headers = {"Host": "localhost", "X-Player": name}
        self._patience = patience

    def ask(self, method: str, path: str, body: Json | None = None) -> Answer | None:
        """One request; None if there was no whole answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=self._patience)
        try:
            connection.request(method, path, json.dumps(body) if body else None, self._headers)
            response = connection.getresponse()
            return Answer(response.status, json.loads(response.read()))
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def insist(self, method: str, path: str, body: Json | None = None) -> Answer:
        """The same until it is answered by something else than that the site is busy."""
        give_up = time.monotonic() + 60
        while (answer := self.ask(method, path, body)) is None or answer.status >= 500:
            assert time.monotonic() < give_up, f"{path} was not answered: {answer}"
            time.sleep(PAUSE)
        return answer

    def position(self, game: str) -> Json:
        """Where a game is."""
        return self.insist("GET", f"/position?game={game}").said

    def answer(self, position: Json) -> Json | None:
        """The command with which to answer a position, None if it is not this player's turn."""
        seat = position["seat"]
        if position["status"] != RUNNING or seat not in position["awaited"]:
            return None
        rules: AnyGame = find("brikks", 1)
        action = rules.bots["random"](rules.thaw(position["state"]), seat, uuid.uuid4().hex)
        named = {"game": position["game"], "command_id": f"c-{uuid.uuid4().hex}"}
        return {**named, "action": action, "answers": position["asked"]}


class Party:
    """Some people who play, each in a thread, all games that they are given; and what they were told."""

    def __init__(self, port: int, names: tuple[str, ...] = PEOPLE) -> None:
        self.acknowledged: list[Acknowledged] = []
        self.refused: set[str] = set()
        self.failed: list[BaseException] = []
        self._games: dict[str, list[str]] = {name: [] for name in names}
        self._is_closed = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(Client(port, name), name)) for name in names]

    def __enter__(self) -> "Party":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._is_closed.set()
        for thread in self._threads:
            thread.join()

    def sit_down(self, game: str, people: int) -> None:
        """The first so many of them play another game."""
        for name in PEOPLE[:people]:
            self._games[name].append(game)

    @property
    def is_done(self) -> bool:
        """Whether every game that they play is over."""
        return not any(self._games.values())

    def _play(self, client: Client, name: str) -> None:
        try:
            while not self._is_closed.is_set():
                for game in list(self._games[name]):
                    self._look_at(client, game, name)
                time.sleep(PAUSE)
        except BaseException as failure:
            self.failed.append(failure)
            raise

    def _look_at(self, client: Client, game: str, name: str) -> None:
        """Act in a game if it is time to, and turn away from it when it is over."""
        position = client.position(game)
        if position["status"] != RUNNING:
            self._games[name].remove(game)
        elif command := client.answer(position):
            status, said = client.insist("POST", "/act", command)
            if status == 200:
                self.acknowledged.append(Acknowledged(game, command["command_id"], said["seq"], said["hash"]))
            else:
                self.refused.add(said["code"])

    def missing(self) -> list[Acknowledged]:
        """What was acknowledged and is not in the log exactly once as it was told."""
        # Before the log is read: more is told meanwhile.
        told_by_now = list(self.acknowledged)
        stored: dict[tuple[str, str | None], list[tuple[int, str]]] = {}
        for game, command_id, seq, link in Event.objects.values_list("game", "command_id", "seq", "hash"):
            stored.setdefault((game, command_id), []).append((seq, link))
        return [told for told in told_by_now if stored.get(told[:2]) != [told[2:]]]
