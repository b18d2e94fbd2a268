"""A program that plays a whole game through the interface; docs/api.md explains it. Standard library only.

python3 docs/client.py ADDRESS TOKEN solo               plays alone
python3 docs/client.py ADDRESS TOKEN bot greedy         plays against a bot
python3 docs/client.py ADDRESS TOKEN host               prints a game's id and link, and waits for another program
python3 docs/client.py ADDRESS TOKEN join GAME INVITE   is that other program
"""

import json
import secrets
import sys
import time
import urllib.error
import urllib.request


class Site:
    def __init__(self, address, token):
        self.address = address.rstrip("/") + "/api/v1"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, path, body=None):
        """The answer to a request; what the site has no time for is sent again as it is."""
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.address + path, data, self.headers)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refusal:
                if refusal.code not in (429, 503):
                    raise RuntimeError(refusal.read().decode()) from None
                time.sleep(int(refusal.headers.get("Retry-After", "1")))

    def command(self, path, **body):
        """A command has an id of its own, so that sending it twice does it once."""
        return self.ask(path, {"command_id": secrets.token_hex(16), **body})


def choose(actions):
    """The action that brings the most points; of equal ones the first, and dropping out last."""
    return max(actions, key=lambda each: (each["action"]["kind"] != "drop", each["brings"].get("score", 0)))["action"]


def play(site, game):
    """Act whenever it is our turn, until the game is over."""
    while (position := site.ask(f"/games/{game}/position"))["status"] in ("open", "running"):
        if position["seat"] not in position["awaited"]:
            time.sleep(0.1)
            continue
        actions = site.ask(f"/games/{game}/options")["actions"]
        site.command(f"/games/{game}/actions", action=choose(actions), answers=position["asked"])
    return site.ask(f"/games/{game}")["results"]


def sit_down(site, game, invite):
    """Take a seat: look first by what the dice are fixed, then add to them, and keep both to compare afterwards."""
    deal = site.ask(f"/games/{game}?invite={invite}")["deal"]
    kept = {"commitment": deal["commitment"], "contribution": secrets.token_hex(16)}
    site.command(f"/games/{game}/join", invite=invite, **kept)
    return kept


def compare(record, kept, programs):
    """Whether the dice are those that were fixed before we added to them, and nobody has added but these programs;
    python3 -m engine verify --commitment … --contribution … checks every throw besides."""
    dice = record["dice"]
    added = [each for each in dice.get("contributions", []) if each]
    return dice.get("commitment") == kept["commitment"] and kept["contribution"] in added and len(added) <= programs


def host(site, variant, *others):
    """Create a game, sit down, and start once everybody is there."""
    seats = [{"kind": "person"}, *others]
    made = site.command("/games", variant=variant, levels=[1] * len(seats), seats=seats, visibility="private")
    kept = sit_down(site, made["game"], made["invite"])
    print(made["game"], made["invite"], flush=True)
    while site.ask(f"/games/{made['game']}")["free_seats"]:
        time.sleep(0.2)
    site.command(f"/games/{made['game']}/start")
    return made["game"], kept


def main(address, token, opponent, *more):
    site = Site(address, token)
    if opponent == "join":
        game, kept = more[0], sit_down(site, *more)
    else:
        others = [{"kind": "bot", "bot": name} for name in more] or [{"kind": "person"}]
        game, kept = host(site, "solo") if opponent == "solo" else host(site, "standard", *others)
    results = play(site, game)
    if not compare(site.ask(f"/games/{game}/record"), kept, 2 if opponent in ("host", "join") else 1):
        raise RuntimeError(f"The dice are not those that were fixed before: {kept}")
    return results


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
