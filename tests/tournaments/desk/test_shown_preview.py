"""A preview as pages and the interface show it: with names, as far as the viewer may know them."""

import pytest
from django.template.loader import render_to_string

from games.accounts.models import Account
from tests.tournaments.desk.world import games_in
from tests.tournaments.sample_clubs import viewer
from tests.web.markup import Page
from tournaments.desk import shown_preview as showing
from tournaments.desk.preview import RatingChange
from tournaments.desk.ruling_preview import foresee_ruling
from tournaments.desk.serializers import PreviewShape, RatingForeseen, RunForeseen, StandingForeseen, preview_as_json
from tournaments.desk.shown_preview import ON_A_PAGE, ShownPreview, shown_preview
from tournaments.ratings.models import RatedPlayer
from tournaments.ratings.values import Skill


def shown(tournament: str, name: str = "Aura", number: int = 2, how: str = "voided") -> ShownPreview:
    """What somebody sees who looks at what it would change to void a game."""
    preview = foresee_ruling(games_in(tournament, number)[0], how)
    return shown_preview(preview, viewer(name, is_staff=name == "Aura"))


def page(preview: ShownPreview) -> Page:
    return Page(render_to_string("tournaments/desk/_preview.html", {"preview": preview}))


def test_every_change_is_on_the_page_with_its_name_before_and_after(swiss: str) -> None:
    preview = shown(swiss)
    html = page(preview)
    assert len(html.all("caption")) == len(html.all("table")) == 3
    assert html.headings == [2, 3, 3, 3]
    for line in preview.ratings:
        assert line.name.name is not None
        assert line.name.name in html.text
        assert str(line.change.after.shown) in html.text
    for standing in preview.standings:
        assert standing.name.name in html.text
    assert "Until now it counts as it was played; then it counts for nobody." in html.text
    assert "Rounds that were paired already stay as they are" in html.text


def test_those_come_first_whose_place_or_points_would_change(swiss: str) -> None:
    changes = [line.change for line in shown(swiss).standings]
    is_small = [(one.before.place, one.before.points) == (one.after.place, one.after.points) for one in changes]
    assert is_small == sorted(is_small)
    sizes = [abs(line.change.after.mu - line.change.before.mu) for line in shown(swiss).ratings]
    assert sizes == sorted(sizes, reverse=True)


def test_solo_runs_are_shown_with_their_titles(shared: str) -> None:
    preview = shown(shared, number=1)
    [run] = preview.runs
    html = page(preview)
    assert "Solo table" in html.text
    assert run.change.titles[0] in html.text


def test_nothing_is_said_to_change_where_nothing_does(swiss: str) -> None:
    preview = shown(swiss, how="dismissed")
    html = page(preview)
    assert "Nothing changes: no result, no standings and no rating." in html.text
    assert html.all("table") == []
    assert preview_as_json(preview)["changes_nothing"] is True


@pytest.mark.slow
def test_a_page_has_so_many_lines_and_says_how_many_more_there_are(swiss: str) -> None:
    preview = shown(swiss)
    [line, *_] = preview.ratings
    many = tuple(
        RatingChange(line.change.pool, line.change.player, Skill(), Skill(20.0 + at)) for at in range(ON_A_PAGE + 50)
    )
    crowded = preview._replace(preview=preview.preview._replace(ratings=many), ratings=[line] * (ON_A_PAGE + 50))
    assert "and 50 more players" in page(crowded).text
    assert preview_as_json(crowded)["more_ratings"] == 0


def test_what_is_told_has_an_end_however_many_would_change(swiss: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "AT_MOST", 2)
    told = preview_as_json(shown(swiss))
    assert (len(told["ratings"]), told["more_ratings"]) == (2, 4)
    assert len(told["tournament"]["standings"]) == 2


def test_the_interface_answers_as_documented(swiss: str, shared: str) -> None:
    for tournament, number in ((swiss, 2), (shared, 1)):
        preview = shown(tournament, number=number)
        told = preview_as_json(preview)
        assert told.keys() == PreviewShape().fields.keys()
        for lines, shape in (
            (told["ratings"], RatingForeseen),
            (told["solo"], RunForeseen),
            (told["tournament"]["standings"], StandingForeseen),
        ):
            assert all(line.keys() == shape().fields.keys() for line in lines)
        assert [note["code"] for note in told["notes"]] == list(preview.preview.notes)


@pytest.mark.parametrize("kept", ["is_private", "is_minor"])
@pytest.mark.parametrize(("name", "is_named"), [("Aura", True), ("Otto", True), ("Dan", False)])
def test_a_private_player_elsewhere_is_named_only_to_those_who_know_them(
    swiss: str, name: str, is_named: bool, kept: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    preview = shown(swiss, name).preview
    Account.objects.filter(username="mia").update(**{kept: True})
    hidden = RatedPlayer.objects.create(pk="r-hidden", account=Account.objects.get(username="mia"))
    change = RatingChange("brikks/duel", hidden.pk, Skill(), Skill(26.0))
    told = shown_preview(preview._replace(ratings=(change,)), viewer(name, is_staff=name == "Aura"))
    [line] = told.ratings
    assert line.name.name == ("Mia" if is_named else None)
    assert line.name.handle is None
    assert ("which are private" in caplog.text) == (name == "Aura"), "what staff are told is noted down"
    assert ("A private player" in page(told).text) == (not is_named)


def test_an_erased_player_is_nobody(swiss: str) -> None:
    preview = shown(swiss).preview
    gone = RatedPlayer.objects.create(pk="r-gone", account=None)
    told = shown_preview(
        preview._replace(ratings=(RatingChange("brikks/duel", gone.pk, Skill(), Skill(26.0)),)), viewer("Aura")
    )
    assert told.ratings[0].name.is_erased
    assert "Somebody who has left" in page(told).text
