"""Notices in words, in the language of whoever reads them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.canonical import parse_json
from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import viewer_of
from games.clock.site_time import read_time
from tournaments.models import Club, Entrant, Notice, Round, Tournament, TournamentEvent
from tournaments.models.tournaments import CLOSED
from tournaments.naming import name_of
from tournaments.notices.telling import (
    CALLED_OFF,
    CHECK_IN,
    FLAGGED,
    LEFT_OUT,
    RESULT_ENTERED,
    ROUND_ENDS,
    ROUND_OPEN,
    RULED,
    TABLE_STARTED,
    TO_REVIEW,
)
from tournaments.result_words import result_words
from tournaments.selectors.players import PlayerName, names_in

SENTENCES: Final = {
    CHECK_IN: gettext_noop("%(tournament)s begins at %(time)s. Please say before that you are there."),
    ROUND_OPEN: gettext_noop("Round %(round)s of %(tournament)s is open until %(time)s. Your game is waiting for you."),
    ROUND_ENDS: gettext_noop("Round %(round)s of %(tournament)s ends at %(time)s, and you have not finished."),
    TABLE_STARTED: gettext_noop(
        "Your table in round %(round)s of %(tournament)s has started without whoever had not come. Your seat is kept."
    ),
    LEFT_OUT: gettext_noop(
        "Your table in round %(round)s of %(tournament)s has started without you, because you had not come in time."
    ),
    RESULT_ENTERED: gettext_noop(
        "An organiser has decided about the result of your table in round %(round)s of %(tournament)s. "
        "Before: %(was)s. Now: %(became)s."
    ),
    CALLED_OFF: gettext_noop("%(tournament)s has been called off."),
    FLAGGED: gettext_noop("A game that you play in was flagged for review. You can say what you think about it."),
    TO_REVIEW: gettext_noop("A game of %(club)s was flagged for review. It waits for a ruling."),
    RULED: gettext_noop("There is a ruling on a game that you play in."),
}
OPEN_AND_WAITING: Final = gettext_noop(
    "Round %(round)s of %(tournament)s is open until %(time)s. Please take your seat before %(until)s: "
    "from then on your table may start without you."
)
"""What is said of a round that is open to those whose table does not wait for them to the end."""
LEFT_OUT_BY_DECISION: Final = gettext_noop(
    "An organiser has started your table in round %(round)s of %(tournament)s without you, because you had not come."
)
"""What is said to somebody without whom a table has not started by itself."""
OF_ROUNDS: Final = (ROUND_OPEN, ROUND_ENDS, TABLE_STARTED)
CLOSED_SINCE: Final = gettext_noop("Round %(round)s of %(tournament)s is closed.")
"""What is said of a round in place of that once it is over."""
SUBJECTS: Final = {
    CHECK_IN: gettext_noop("%(tournament)s begins soon: are you there?"),
    ROUND_OPEN: gettext_noop("Round %(round)s of %(tournament)s is open"),
    ROUND_ENDS: gettext_noop("Round %(round)s of %(tournament)s ends soon"),
    TABLE_STARTED: gettext_noop("Your table in round %(round)s of %(tournament)s has started"),
    LEFT_OUT: gettext_noop("Round %(round)s of %(tournament)s: your table has started without you"),
    RESULT_ENTERED: gettext_noop("Round %(round)s of %(tournament)s: the result of your table"),
    CALLED_OFF: gettext_noop("%(tournament)s has been called off"),
    FLAGGED: gettext_noop("A game of yours was flagged for review"),
    TO_REVIEW: gettext_noop("A game of %(club)s waits for a ruling"),
    RULED: gettext_noop("There is a ruling on a game of yours"),
}


class Worded(NamedTuple):
    """A notice in words."""

    sentence: str
    subject: str
    address: str
    """The page that it is about."""
    is_past: bool = False
    """Whether it was about a round that is closed by now."""


class Mail(NamedTuple):
    """What is written in a mail."""

    subject: str
    text: str


def worded(notice: Notice) -> Worded:
    """A notice in words."""
    return all_worded([notice])[0]


def all_worded(notices: Sequence[Notice]) -> list[Worded]:
    """Some notices as a page shows them."""
    told = [parse_json(notice.data) for notice in notices]
    names = _names(told)
    closed = _closed_rounds({data["tournament"] for data in told if "round" in data})
    results = _results(notices, told)
    return [
        _worded(notice.kind, data, names, closed, results.get(notice.pk, {}))
        for notice, data in zip(notices, told, strict=True)
    ]


def _results(notices: Sequence[Notice], told: Sequence[Json]) -> dict[int, dict[str, str]]:
    """By the notices that name an event about a result, what it became and was, in words for whoever reads them."""
    wanted = {
        notice.pk: (notice.account, data["tournament"], data["seq"])
        for notice, data in zip(notices, told, strict=True)
        if notice.kind == RESULT_ENTERED
    }
    bodies = _bodies({(tournament, seq) for _account, tournament, seq in wanted.values()})
    # Everybody who has entered is named at once, so that bots have the numbers that they have everywhere.
    names = {
        (account, tournament): names_in(
            Entrant.objects.filter(tournament=tournament).order_by("number"), viewer_of(account)
        )
        for account, tournament in {(account, tournament) for account, tournament, _seq in wanted.values()}
    }
    return {
        notice: _in_words(data, names[account, tournament])
        for notice, (account, tournament, seq) in wanted.items()
        if (data := bodies.get((tournament, seq))) is not None
    }


def _bodies(wanted: Collection[tuple[str, int]]) -> dict[tuple[str, int], Json]:
    """What some events of tournaments say."""
    if not wanted:
        return {}
    tournaments, numbers = zip(*wanted, strict=True)
    events = TournamentEvent.objects.filter(tournament__in=tournaments, seq__in=numbers)
    rows = events.values_list("tournament", "seq", "body")
    return {(one, at): read_body(body)["data"] for one, at, body in rows if (one, at) in wanted}


def _in_words(data: Json, players: Mapping[str, PlayerName]) -> dict[str, str]:
    return {"became": result_words(data, players), "was": result_words(data["was"], players)}


def _names(told: Sequence[Json]) -> dict[str, str]:
    """What the tournaments and clubs are called that some notices are about."""
    tournaments, clubs = ({data[word] for data in told if word in data} for word in ("tournament", "club"))
    names = {one.pk: name_of(one) for one in _tournaments(tournaments)} if tournaments else {}
    return {**names, **dict(Club.objects.filter(pk__in=clubs).values_list("pk", "name") if clubs else ())}


def _tournaments(wanted: Collection[str]) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk__in=wanted).select_related("division")


def _closed_rounds(tournaments: Collection[str]) -> set[tuple[str, int]]:
    """The rounds of some tournaments that are closed, by tournament and number."""
    found = Round.objects.filter(tournament__in=tournaments, status=CLOSED) if tournaments else Round.objects.none()
    return set(found.values_list("tournament", "number"))


def _worded(
    kind: str,
    data: Json,
    names: Mapping[str, str],
    closed: Collection[tuple[str, int]],
    result: Mapping[str, str],
) -> Worded:
    facts = {
        "became": "–",
        "was": "–",
        **result,
        "tournament": names.get(data.get("tournament", ""), ""),
        "club": names.get(data.get("club", ""), ""),
        "round": data.get("round", ""),
        "time": _time(data.get("closes_at")),
        "until": _time(data.get("waits_until")),
    }
    is_past = kind in OF_ROUNDS and (data["tournament"], data["round"]) in closed
    sentence = _(CLOSED_SINCE) if is_past else _(_said(kind, data))
    return Worded(sentence % facts, _(SUBJECTS[kind]) % facts, _address(kind, data), is_past)


def _said(kind: str, data: Json) -> str:
    """The sentence of a notice, not yet in words of a language."""
    if data.get("is_decided"):
        return LEFT_OUT_BY_DECISION
    return OPEN_AND_WAITING if "waits_until" in data else SENTENCES[kind]


def _address(kind: str, data: Json) -> str:
    """The page that a notice is about."""
    if kind == TO_REVIEW:
        return reverse("desk-dispute", args=[data["game"], data["seq"]])
    if kind in (FLAGGED, RULED):
        return f"{reverse('game-replay', args=[data['game']])}#reviews"
    if kind == RESULT_ENTERED:
        return reverse("tournament-round", args=[data["tournament"], data["round"]])
    if kind == TABLE_STARTED:
        return reverse("game", args=[data["game"]])
    return reverse("tournament", args=[data["tournament"]])


def mail_of(notice: Notice) -> Mail:
    """A notice as a mail, with a link if the site knows under which address people reach it."""
    words = worded(notice)
    parts = [words.sentence]
    if settings.PUBLIC_URL:
        parts.append(f"{settings.PUBLIC_URL.rstrip('/')}{words.address}")
    parts.append(_("You get this because you take part. Under “Notices” on the site you can turn such mails off."))
    return Mail(words.subject, "\n\n".join(parts) + "\n")


def zone_of(notice: Notice) -> str:
    """The time zone of the club that a notice is about; empty if it is about none."""
    tournament = parse_json(notice.data).get("tournament")
    found = Tournament.objects.filter(pk=tournament).values_list("club__time_zone", flat=True) if tournament else ()
    return next(iter(found), "")


def _time(closes_at: str | None) -> str:
    """A moment with the zone by whose clocks it is told: a mail is read anywhere."""
    if not closes_at:
        return ""
    at = timezone.localtime(read_time(closes_at))
    return f"{date(at, 'SHORT_DATETIME_FORMAT')}\N{NO-BREAK SPACE}({at.tzname()})"
