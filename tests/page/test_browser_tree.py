"""Trees in a real browser: drawn, unfolded, moved, saved."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from oddsfish.engine.display.tree_layout import Shape, middles

if TYPE_CHECKING:
    from page_browser import Tab


def test_what_is_expected_after_a_slip_can_be_unfolded(tab: Tab) -> None:
    """Below a chance node of the opponent stand moves that chance decides, too."""
    tab.open("tree", "connect4", Slip="true", search="Expectimax", depth="2.5")
    tab.choose("Opponent", "uniform")
    tab.page.get_by_text("As a list").click()
    tab.button("Unfold d").first.click()
    folds = tab.page.get_by_role("button", name=re.compile(r"^Unfold d>"))
    folds.first.click()
    tab.wait(lambda: tab.page.get_by_role("button", name=re.compile("^Unfold [a-g]$")).count() > 7)
    assert tab.complaints == [] and not tab.page.get_by_text("The server").first.is_visible()


def test_a_tree_unfolds(tab: Tab) -> None:
    """Drawn, and as a list: what is unfolded in one is unfolded in the other."""
    tab.open("tree", "tictactoe", depth="2")
    drawn = tab.page.get_by_role("region", name=re.compile("^The tree, drawn"))
    nodes = drawn.get_by_role("button")
    tab.wait(lambda: nodes.count() == 9, "for the root, seven moves, and the fold of the others")
    drawn.get_by_role("button", name="2 more").press("Enter")
    tab.wait(lambda: nodes.count() == 10)
    drawn.get_by_role("button", name=re.compile("^b2")).click()
    tab.wait(lambda: nodes.count() > 10)
    tab.holds("b2", "cross")
    tab.sees("After b2")
    tab.page.get_by_text("As a list").click()
    assert tab.button("Unfold b2").get_attribute("aria-expanded") == "true"
    below = tab.page.get_by_role("listitem").filter(has=tab.button("Unfold b2")).last.get_by_role("listitem")
    assert below.count() >= 1
    tab.button("Unfold b2").click()
    tab.wait(lambda: nodes.count() == 10)
    tab.page.get_by_role("combobox", name="Search").select_option("Random")
    tab.complains("no tree")


def test_a_tree_is_saved_as_it_is_drawn(tab: Tab, tmp_path: Path) -> None:
    tab.open("tree", "chess", depth="2")
    tab.sees("13 more")
    for kind, begin in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with tab.page.expect_download() as download:
            tab.press(f"Save {kind}")
        download.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(begin)
    picture = ElementTree.parse(tmp_path / "SVG")
    assert "13 more" in [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]


def test_a_tree_is_moved_and_zoomed(tab: Tab) -> None:
    tab.open("tree", "chess", depth="1")
    drawn = tab.page.get_by_role("region", name=re.compile("^The tree, drawn"))
    root = drawn.get_by_role("button").first
    root.wait_for()

    def place() -> tuple[float, float]:
        box = root.bounding_box()
        assert box is not None
        return round(box["x"]), round(box["width"])

    def act(do: Callable[[], None], *, zooms: bool) -> None:
        before = place()
        do()
        tab.wait(lambda: place() != before)
        assert (place()[1] != before[1]) == zooms

    act(lambda: drawn.press("ArrowRight"), zooms=False)
    act(lambda: drawn.press("+"), zooms=True)
    act(lambda: tab.press("Smaller"), zooms=True)
    act(lambda: tab.press("Fit"), zooms=False)
    drawn.hover()
    act(lambda: tab.page.mouse.wheel(0, -200), zooms=True)
    before = tab.heard, root.get_attribute("aria-expanded")
    tab.page.mouse.down()
    act(lambda: tab.page.mouse.move(0, 0, steps=3), zooms=False)
    tab.page.mouse.up()
    assert before == (tab.heard, root.get_attribute("aria-expanded"))


def test_the_browser_places_nodes_where_we_do(tab: Tab) -> None:
    """2,000 trees, of which a few are very deep or very wide."""
    random = Random(7)

    def grown(most: int, depth: int) -> Shape:
        children = random.randrange(most + 1) if depth and random.random() < 0.8 else 0
        return Shape(random.choice((7.3, 20.0, 40.25, 96.0)), [grown(most, depth - 1) for _ in range(children)])

    trees = [grown(random.choice((1, 2, 3, 3, 4)), random.choice((1, 2, 3, 4, 5))) for _ in range(1998)]
    trees += [grown(1, 60), Shape(10.0, [Shape(30.0)] * 300)]
    tab.open("tree", "tictactoe")
    module = tab.page.locator("link[rel=modulepreload][href$='tree_drawing.js']").get_attribute("href")
    place = "async ([module, trees]) => { const {middles} = await import(module); return trees.map(middles); }"
    found = tab.page.evaluate(place, [module, [asdict(shape) for shape in trees]])
    assert found == [middles(shape) for shape in trees]
