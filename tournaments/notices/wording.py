"""Notices in words, in the language of whoever reads them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.canonical import parse_json
from engine.protocol import Json
from games.clocks.clock import read_time
from tournaments.models import Notice, Tournament
from tournaments.notices.telling import CALLED_OFF, CHECK_IN, ROUND_ENDS, ROUND_OPEN

SENTENCES: Final = {
    CHECK_IN: gettext_noop("%(tournament)s begins at %(time)s. Please say before that you are there."),
    ROUND_OPEN: gettext_noop("Round %(round)s of %(tournament)s is open until %(time)s. Your game is waiting for you."),
    ROUND_ENDS: gettext_noop("Round %(round)s of %(tournament)s ends at %(time)s, and you have not finished."),
    CALLED_OFF: gettext_noop("%(tournament)s has been called off."),
}
SUBJECTS: Final = {
    CHECK_IN: gettext_noop("%(tournament)s begins soon: are you there?"),
    ROUND_OPEN: gettext_noop("Round %(round)s of %(tournament)s is open"),
    ROUND_ENDS: gettext_noop("Round %(round)s of %(tournament)s ends soon"),
    CALLED_OFF: gettext_noop("%(tournament)s has been called off"),
}


class Worded(NamedTuple):
    """A notice in words."""

    sentence: str
    subject: str
    address: str
    """The page that it is about."""


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
    tournaments = Tournament.objects.filter(pk__in={data["tournament"] for data in told})
    names = dict(tournaments.values_list("pk", "name"))
    return [_worded(notice.kind, data, names) for notice, data in zip(notices, told, strict=True)]


def _worded(kind: str, data: Json, names: Mapping[str, str]) -> Worded:
    tournament = data["tournament"]
    facts = {
        "tournament": names.get(tournament, ""),
        "round": data.get("round", ""),
        "time": _time(data.get("closes_at")),
    }
    address = reverse("tournament", args=[tournament])
    return Worded(_(SENTENCES[kind]) % facts, _(SUBJECTS[kind]) % facts, address)


def mail_of(notice: Notice) -> Mail:
    """A notice as a mail, with a link if the site knows under which address people reach it."""
    words = worded(notice)
    parts = [words.sentence]
    if settings.PUBLIC_URL:
        parts.append(f"{settings.PUBLIC_URL.rstrip('/')}{words.address}")
    parts.append(_("You get this because you take part. Under “Notices” on the site you can turn such mails off."))
    return Mail(words.subject, "\n\n".join(parts) + "\n")


def _time(closes_at: str | None) -> str:
    return date(timezone.localtime(read_time(closes_at)), "SHORT_DATETIME_FORMAT") if closes_at else ""
