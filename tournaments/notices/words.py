"""The words of every kind of notice, on the page and as a mail, in the language of whoever reads them.

To add a kind: its name in `services`, sentence and subject here, and whoever tells it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.canonical import parse_json
from engine.protocol import Json
from games.clock.site_time import read_time
from tournaments.clubs.models import Club
from tournaments.extension import ResultNotice, closed_rounds, noted_results, noted_tournament_names
from tournaments.notices.models import Notice
from tournaments.notices.services import (
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


class NoticeWords(NamedTuple):
    """A notice in words."""

    sentence: str
    subject: str
    address: str
    """The page that it is about."""
    is_past: bool = False
    """Whether it was about a round that is closed by now."""


class MailText(NamedTuple):
    """What is written in a mail."""

    subject: str
    text: str


def notice_in_words(notice: Notice) -> NoticeWords:
    """A notice in words."""
    return notices_in_words([notice])[0]


def notices_in_words(notices: Sequence[Notice]) -> list[NoticeWords]:
    """Some notices as a page shows them."""
    told = [parse_json(notice.data) for notice in notices]
    names = {**noted_tournament_names(_told("tournament", told)), **_club_names(_told("club", told))}
    closed = closed_rounds({data["tournament"] for data in told if "round" in data})
    results = noted_results(_results(notices, told))
    return [
        _in_language(notice.kind, data, names, closed, results.get(notice.pk, {}))
        for notice, data in zip(notices, told, strict=True)
    ]


def _told(word: str, told: Sequence[Json]) -> set[str]:
    """The tournaments or clubs that some notices are about."""
    return {data[word] for data in told if word in data}


def _club_names(clubs: Collection[str]) -> dict[str, str]:
    return dict(Club.objects.filter(pk__in=clubs).values_list("pk", "name")) if clubs else {}


def _results(notices: Sequence[Notice], told: Sequence[Json]) -> dict[int, ResultNotice]:
    """Those of some notices that are about a result which somebody has entered."""
    return {
        notice.pk: ResultNotice(notice.account, data["tournament"], data["seq"])
        for notice, data in zip(notices, told, strict=True)
        if notice.kind == RESULT_ENTERED
    }


def _in_language(
    kind: str,
    data: Json,
    names: Mapping[str, str],
    closed: Collection[tuple[str, int]],
    result: Mapping[str, str],
) -> NoticeWords:
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
    sentence = _(CLOSED_SINCE) if is_past else _(_sentence(kind, data))
    return NoticeWords(sentence % facts, _(SUBJECTS[kind]) % facts, _address(kind, data), is_past)


def _sentence(kind: str, data: Json) -> str:
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


def notice_as_mail(notice: Notice) -> MailText:
    """A notice as a mail, with a link if the site knows under which address people reach it."""
    words = notice_in_words(notice)
    parts = [words.sentence]
    if settings.PUBLIC_URL:
        parts.append(f"{settings.PUBLIC_URL.rstrip('/')}{words.address}")
    parts.append(_("You get this because you take part. Under “Notices” on the site you can turn such mails off."))
    return MailText(words.subject, "\n\n".join(parts) + "\n")


def _time(closes_at: str | None) -> str:
    """A moment with the zone by whose clocks it is told: a mail is read anywhere."""
    if not closes_at:
        return ""
    at = timezone.localtime(read_time(closes_at))
    return f"{date(at, 'SHORT_DATETIME_FORMAT')}\N{NO-BREAK SPACE}({at.tzname()})"
