"""The rules page: complete, readable by everyone, and in step with the engine's figures."""

import re
from itertools import pairwise

import pytest
from django.conf import settings
from django.test import Client

from engine.brikks import figures
from engine.brikks.drawing import LETTERS
from games.presenters.brikks.drawing import CELL, draw_block, draw_fall, draw_sheet
from games.presenters.brikks.rules_page import score_example, solo_titles
from tests.web.markup import Page, page_of

RULINGS = {
    "ruling-start-block": "a dot it covers counts",
    "ruling-sealed": "Answers are sealed",
    "ruling-next-player": "the next player who is still in",
    "ruling-gains-first": "the gain comes first",
    "ruling-bar-full": "any further energy is lost",
    "ruling-dropping-out": "just as it was rolled has nowhere to land",
    "ruling-forfeit": "behind everyone who did not forfeit",
    "ruling-ties": "Equal totals share a place",
    "ruling-mini-blocks": "You may leave mini blocks undrawn",
    "ruling-duel-end": "it is a draw",
}


@pytest.fixture
def html(client: Client) -> str:
    return client.get("/rules/").content.decode()


@pytest.fixture
def page(client: Client) -> Page:
    return page_of(client.get("/rules/"))


def rows_of(html: str, caption: str) -> list[list[str]]:
    """The cells of the table with this caption id, header row included, as plain text."""
    table = html.split(f'<caption id="{caption}">')[1].split("</table>")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


@pytest.mark.parametrize(("name", "words"), RULINGS.items())
def test_every_ruling_is_there_and_marked_as_ours(html: str, name: str, words: str) -> None:
    _, after = html.split(f'class="ruling" id="{name}">')
    start = " ".join(after.split("</section>")[0].split())
    assert start.removeprefix("<p>").startswith('<strong class="ruling-mark">Our ruling</strong>')
    assert words in start


def test_there_is_no_ruling_this_list_does_not_know(page: Page) -> None:
    assert {name for name in page.values("id") if name.startswith("ruling-")} == set(RULINGS)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_contents_lead_to_every_section(client: Client, language: str) -> None:
    page = page_of(client.get("/rules/", headers={"accept-language": language}))
    targets = {link["href"] for link in page.all("a") if link["href"].startswith("#")}
    sections = {section["aria-labelledby"] for section in page.all("section")}
    assert sections == {
        "sheet", "blocks", "set-up", "round", "falling", "energy", "leaving", "score", "solo", "duel", "dice",
    }  # fmt: skip
    assert {f"#{name}" for name in sections} <= targets


def test_every_picture_has_a_name_and_a_description(html: str, page: Page) -> None:
    pictures = [picture for picture in page.all("svg") if picture.get("role") == "img"]
    assert len(pictures) == len(figures.COLORS) * len(figures.NUMBERS) + 4
    assert all(len(picture["aria-labelledby"].split()) == 2 for picture in pictures)
    assert html.count("<title") == len(pictures) + 1
    assert html.count("<desc") == len(pictures)


def test_every_header_cell_has_a_scope_and_every_table_scrolls_by_keyboard(page: Page) -> None:
    assert all(cell["scope"] in {"row", "col"} for cell in page.all("th"))
    scrollers = [box for box in page.all("div") if box.get("class") == "scroller"]
    assert len(scrollers) == len(page.all("table"))
    assert all(box["tabindex"] == "0" and box["aria-labelledby"] for box in scrollers)


def test_the_sheet_shows_every_dot_with_its_letter() -> None:
    dots = draw_sheet().dots
    assert [(dot.kind, dot.text) for dot in dots] == [(color, LETTERS[color]) for _, _, color in figures.DOTS]


def test_the_sheet_has_its_bottom_row_at_the_bottom() -> None:
    sheet = draw_sheet()
    labels = {label.text: label.y for label in sheet.row_labels}
    assert labels["1"] == max(labels.values())
    assert labels[str(figures.ROWS)] == 0
    assert [label.text for label in sheet.multipliers] == [f"×{factor}" for factor in figures.ROW_MULTIPLIERS]


@pytest.mark.parametrize("color", figures.COLORS)
@pytest.mark.parametrize("number", figures.NUMBERS)
def test_a_block_is_drawn_as_the_table_has_it(color: str, number: int) -> None:
    drawing = draw_block(color, number)
    drawn = {(square.x // 40, square.y // 40) for square in drawing.squares}
    picture = ["".join("#" if (x, y) in drawn else "." for x in range(4)) for y in range(4)]
    expected = figures.BLOCKS[color][number - 1]
    assert [line[: len(expected[0])] for line in picture[: len(expected)]] == list(expected)
    assert len(drawn) == 4
    assert [square.text for square in drawing.squares if square.text] == [LETTERS[color]]


def test_colours_differ_in_letter_and_pattern(html: str) -> None:
    assert len({LETTERS[color] for color in figures.COLORS}) == len(figures.COLORS)
    assert set(re.findall(r'<pattern id="pattern-(\w+)"', html)) == set(figures.COLORS)
    bodies = re.findall(r"<pattern id=\"pattern-[^>]*>(?:<\w+ class=\"[^\"]*\" )(.*?)/></pattern>", html)
    assert len(set(bodies)) == len(figures.COLORS)


def test_energy_tables_come_from_the_figures(html: str) -> None:
    wrong = rows_of(html, "wrong-dots-caption")[1:]
    assert [[level, energy.replace("−", "-")] for level, energy in wrong] == [
        [str(level), f"{energy:+d}" if energy else "0"] for level, energy in figures.WRONG_DOT_ENERGY.items()
    ]
    ready = rows_of(html, "ready-caption")[1:]
    assert [energy for _, energy in ready] == [str(figures.READY_AT_START[players]) for players in (1, 2, 3, 4)]
    assert rows_of(html, "row-crosses-caption")[1:] == [["1", "0"], ["2", "1"], ["3", "2"], ["4", "4"]]


def test_prices_and_counts_come_from_the_figures(page: Page) -> None:
    assert f"Any block of the whole table costs {figures.ANY_BLOCK_PRICE}." in page.text
    assert f"{figures.ENERGY_CIRCLES} circles, used in order" in page.text
    assert "number 5, or number 6 when you play alone" in page.text
    assert "Only the dot in column 5, row 3" in page.text
    assert "red 1 and 2 , red 3 and 4 , blue 1 and 2 , blue 3 and 4 , black 1 and 2" in page.text.replace(",", " ,")


@pytest.mark.parametrize(
    "words",
    [
        "full rows remain where they are, and nothing ever disappears",
        "A ready point can be spent; its circle stays used.",
        "the first 4 circles of the bar count as used when the game begins, 5 when you play alone",
        "The players agree who is the starting player. That player is the first to roll",
        "No cross: 0 points; 6 crosses: 21 points.",
        "bring a cross, which is a mark on the extra points bar",
        "you keep the score of your sheet and can still win",
        "worth 1, 2 and 4 points",
        "Circles 7, 10, 13, 16, 19, 22, 25 and 28 hold a pink X",
    ],
)
def test_what_a_first_reader_asks_is_answered(page: Page, words: str) -> None:
    assert words in page.text


def test_energy_left_over_is_called_odd_only_while_points_go_in_pairs(page: Page) -> None:
    assert figures.ENERGY_PER_POINT == 2
    assert "for each 2 energy points you have left; an odd one is lost" in page.text


def test_every_circle_of_the_energy_bar_bears_its_number(html: str) -> None:
    bar = html.split('id="energy-words"')[1].split("</svg>")[0]
    numbers = re.findall(r'<text class="circle-number( circle-number-pink)?"[^>]*>(\d+)</text>', bar)
    assert [int(number) for _, number in numbers] == list(range(1, figures.ENERGY_CIRCLES + 1))
    assert tuple(int(number) for pink, number in numbers if pink) == figures.PINK_CIRCLES


def test_the_score_table_multiplies(html: str) -> None:
    assert rows_of(html, "row-points-caption") == [
        ["Cells filled", "×1", "×2", "×4"],
        ["10", "5", "10", "20"],
        ["9", "2", "4", "8"],
        ["8", "1", "2", "4"],
    ]


def test_the_worked_example_makes_73(html: str) -> None:
    example = score_example()
    assert [row.points for row in example.rows] == [5, 5, 5, 5, 5, 4, 4, 10, 0, 4, 0]
    assert (example.row_total, example.extra_points, example.bomb_points, example.energy_points) == (
        47,
        21,
        4,
        1,
    )
    assert example.total == 73
    assert rows_of(html, "example-caption")[-1] == ["Total", "", "73"]


def test_the_solo_titles_leave_no_gap(html: str) -> None:
    titles = solo_titles()
    assert titles[0].highest is None
    assert titles[-1].lowest == 0
    assert all(lower.highest == upper.lowest - 1 for upper, lower in pairwise(titles))
    shown = rows_of(html, "titles-caption")[1:]
    assert shown[0] == ["151 and more", "Brikks-Master 2000!!!"]
    assert [title for _, title in shown] == [title for _, title in figures.SOLO_TITLES]


def test_the_block_in_the_picture_of_falling_slides_under_the_overhang(html: str) -> None:
    fall = draw_fall()
    assert 'id="fall-title"' in html
    landed = {(square.x, square.y) for square in fall.landed}
    assert landed.isdisjoint((square.x, square.y) for square in fall.drawn)
    points = [tuple(map(int, point.split(","))) for point in fall.way.split()]
    assert any(x == other_x + CELL for (other_x, _), (x, _) in pairwise(reversed(points))), "it moves sideways"
    overhang = {square.x for square in fall.drawn if square.kind == "green"}
    assert {x for x, _ in landed} & overhang
