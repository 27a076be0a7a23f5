"""The tree editor in a real browser: the same steps as in Python, and all that a user does with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from game_trees import EVERY, texts_for
from oddsfish import tree
from oddsfish.engine.display.editor import page as editor
from oddsfish.engine.game_tree import latex, random_tree, sentences, trace
from oddsfish.engine.game_tree.known import known
from page_browser import LOOKS, PATIENCE, Look

if TYPE_CHECKING:
    from page_browser import Tab
    from playwright.sync_api import Browser, Page

EACH = 225  # trees of each search: more than 2,000 in all

RUN = """async ([module, steps, searches, texts]) => {
  const {parse, write} = await import(module), {trace, historyOf, stackOf} = await import(steps);
  const number = (value) => [Infinity, -Infinity].includes(value) ? String(value) : value ?? null;
  return texts.map(([search, text]) => {
    const root = parse(text), found = trace(root, search, 2);
    const {cuts, states} = historyOf(root, found, search);
    const ends = states.map((list) => list.at(-1).state);
    const last = ends.map(({phase, value, bound}) => phase === "done" ? [number(value), bound] : null);
    return {text: write(root), last, cuts: cuts.map(({why}) => why), steps: found.map((step) => {
      const {frame: {function: name, line, values: {alpha, beta, best}}, returned} = step;
      return [name, line, number(alpha), number(beta), number(best), stackOf(step), number(returned)];
    })};
  });
}"""


def written(value: Any) -> Any:
    """A number as the browser hands it over: JSON has no infinity."""
    if isinstance(value, tuple):
        return [written(each) for each in value]
    return {inf: "Infinity", -inf: "-Infinity"}.get(value, value)


def module(tab: Tab, name: str) -> str | None:
    return tab.page.locator(f"link[rel=modulepreload][href$='{name}']").get_attribute("href")


def test_the_browser_takes_the_same_steps(tab: Tab) -> None:
    """On 2,025 trees: line, alpha, beta, best, stack, the value that returns; the text of the tree, and the cuts."""
    texts = [(search, text) for search in trace.names() for text in texts_for(search, 9, EACH)]
    assert len(texts) > 2000
    tab.open("tree", "tictactoe")
    given = [module(tab, "tree_text.js"), module(tab, "tree_steps.js"), trace.names()]
    cuts = 0
    for first in range(0, len(texts), EACH):
        some = texts[first : first + EACH]
        for (search, text), found in zip(some, tab.page.evaluate(RUN, [*given, some]), strict=True):
            root = tree.parse(text)
            wanted = [
                [
                    step.frame.function,
                    step.line,
                    *map(written, (step.alpha, step.beta, step.best)),
                    step.stack,
                    written(step.returned),
                ]
                for step in tree.trace(root, search, most=2)
            ]
            assert found["steps"] == wanted, (search, text)
            assert found["text"] == tree.write(root)
            if search not in ("negamax", "branch_limit"):
                ends = known(root, tree.trace(root, search, most=2))
                seen = [None if each.value is None else [written(each.value), each.bound] for each in ends]
                assert [each or None for each in found["last"]] == seen, (search, text)
            cuts += len(found["cuts"])
            assert all(re.fullmatch(r"[^\n]+ (<=|>=) [^\n]+: [^\n]+\.", why) for why in found["cuts"])
    assert cuts > 500


def test_the_browser_makes_the_same_trees_and_texts(tab: Tab) -> None:
    tab.open("tree", "tictactoe")
    asked = [
        [seed, 1 + seed % 4, 2 + seed % 3, [EVERY[seed % 5], EVERY[seed % 3]], bool(seed % 2)] for seed in range(300)
    ]
    names = [module(tab, name) for name in ("tree_text.js", "searches.js", "tree_steps.js")]
    made = tab.page.evaluate(
        """async ([[text, searches], asked]) => {
          const {parse} = await import(text), {forest, random_tree, refusal} = await import(searches);
          return asked.map((given) => {
            const made = random_tree(...given), root = parse(made), nodes = [...root];
            const values = nodes.map((_, number) => ["≤3", "a_b [c]", "−∞", "50%"][number % 4]);
            const looks = nodes.map((_, number) => ["", "cut", "chosen"][number % 3]);
            const refused = ["minimax", "negamax", "branch_limit"].map((search) => refusal(root, search));
            return [made, forest(root, values, looks), refused];
          });
        }""",
        [names[:2], asked],
    )
    for given, (text, forest, refusals) in zip(asked, made, strict=True):
        assert text == random_tree.random_tree(*given)  # type: ignore[arg-type]
        root = tree.parse(text)
        values = [("≤3", "a_b [c]", "−∞", "50%")[number % 4] for number in range(root.size)]
        looks = [("", "cut", "chosen")[number % 3] for number in range(root.size)]
        assert forest == latex.forest(root, values, looks)
        assert refusals == [sentences.refusal(root, search) for search in ("minimax", "negamax", "branch_limit")]


def test_the_browser_refuses_the_same_texts(tab: Tab) -> None:
    tab.open("tree", "tictactoe")
    texts = [
        "",
        "max(1",
        "max(1 2) 3",
        "chance(0.5:1 0.4:2)",
        "chance(1/0:3)",
        "softmax(1 2)",
        "blunder[2](1)",
        "max(1e10 1)",
        "é",
        "max(1 2) bounds 3 1",
        "chance(3 4)",
        'max("a\nb" 1)',
        "max(1 2) bounds 3 4",
        "max(" * 62 + "1" + ")" * 62,
    ]
    found = tab.page.evaluate(
        """async ([text, texts]) => {
          const {parse} = await import(text);
          return texts.map((each) => { try { parse(each); return ""; } catch (error) { return error.message; } });
        }""",
        [module(tab, "tree_text.js"), texts],
    )
    for text, said in zip(texts, found, strict=True):
        with pytest.raises(ValueError) as fault:
            tree.parse(text)
        assert said == str(fault.value)


# --- As one file, which needs no server ---


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("editor") / "tree.html"
    path.write_text(editor.page(), encoding="utf-8")
    return path.as_uri()


class Alone:
    """The file in a tab: it may make no other request, and nothing may go wrong."""

    def __init__(self, page: Page, file: str) -> None:
        self.page, self.file = page, file
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith((file, "data:", "blob:")) else self.faults.append(request.url)
            ),
        )

    def open(self, text: str = "", **more: str) -> None:
        asked = "&".join(
            f"{name}={quote(value)}" for name, value in {**({"tree": text} if text else {}), **more}.items()
        )
        self.page.goto("about:blank")
        self.page.goto(f"{self.file}#{asked}")
        self.nodes.first.wait_for()

    @property
    def nodes(self) -> Any:
        return self.page.get_by_role("region", name=re.compile("^The tree, drawn")).get_by_role("button")

    def node(self, name: str) -> Any:
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}, "))

    def label(self, name: str) -> str:
        return self.node(name).get_attribute("aria-label") or ""

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def choose(self, label: str, value: str) -> None:
        self.page.get_by_role("combobox", name=label, exact=True).select_option(value)

    def fill(self, label: str, text: str) -> None:
        field = self.page.get_by_role("textbox", name=label, exact=True)
        field.fill(text)
        field.press("Enter")

    @property
    def text(self) -> str:
        return self.page.get_by_label("The tree as text").input_value()

    @property
    def said(self) -> str:
        return self.page.locator(".sentence").inner_text()

    @property
    def fault(self) -> str:
        return str(self.page.locator(".fault").text_content())

    @property
    def line(self) -> str:
        return self.page.locator("[aria-current=step]").inner_text().strip()


@pytest.fixture
def alone(browser: Browser, file: str) -> Iterator[Alone]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    found = Alone(context.new_page(), file)
    yield found
    context.close()
    assert found.faults == []


def test_a_search_is_stepped_through(alone: Alone) -> None:
    """The lines of the code, the values and the window at each node, why there is a cut; and back."""
    alone.open("max(min(3 12 8) min(2 4 6) min(14 5 2))", search="alphabeta_soft")
    alone.press("Step")
    assert alone.line == "if not node.children:"
    alone.press("Next cut")
    assert alone.said == "2: cut. beta 2 <= alpha 3: Min can hold Max to 2 here, and Max already has 3."
    assert alone.line == "return best"
    assert alone.label("2") == "2, Min, ≤2, window [3, ∞], searched now"
    assert alone.label("2.2").endswith("cut") and alone.label("1") == "1, Min, 3, window [−∞, ∞]"
    alone.press("Back")
    assert alone.label("2.2") == "2.2, leaf, 4" and "≤2" not in alone.label("2")
    alone.press("Next cut")
    alone.press("Next cut")
    assert alone.said == "No cut follows."
    alone.press("End")
    assert alone.label("root") == "root, Max, 3, window [−∞, ∞], searched now"
    facts = alone.page.locator(".facts").inner_text().split("\n")
    assert facts[facts.index("nodes") + 1] == "11"
    alone.press("Start")
    assert alone.page.locator("[aria-current=step]").count() == 0
    alone.choose("Speed", "20")
    alone.press("Play")
    alone.page.locator("[aria-label^='1, Min, 3']").wait_for()
    alone.press("Pause")


def test_a_tree_is_changed_and_undone(alone: Alone) -> None:
    alone.open("max(3 5)")
    alone.node("2").click()
    alone.press("Add child")
    assert alone.text == "max(3 min(0))"
    alone.fill("Move", "b")
    alone.node("2.1").click()
    alone.fill("Value", "7.5")
    alone.node("2").click()
    alone.press("Add child")
    alone.choose("Kind", "chance")
    assert alone.text == 'max(3 "b" chance(0.5:7.5 0.5:0))'
    alone.node("2.1").click()
    alone.fill("Probability", "1/3")
    assert alone.text == 'max(3 "b" chance(1/3:7.5 2/3:0))'
    alone.node("2").click()
    alone.press("Copy subtree")
    alone.node("root").click()
    alone.press("Paste below")
    assert alone.text == 'max(3 "b" chance(1/3:7.5 2/3:0) "b" chance(1/3:7.5 2/3:0))'
    alone.node("2.1").click()
    alone.press("Remove")
    assert alone.text == 'max(3 "b" chance(1:0) "b" chance(1/3:7.5 2/3:0))'
    alone.node("3").click()
    alone.choose("Kind", "softmax")
    alone.fill("Temperature", "0")
    assert alone.fault == "the temperature of a softmax node is a number above 0"
    alone.fill("Temperature", "2")
    assert alone.text.endswith('"b" softmax[2](7.5 0))') and alone.fault == ""
    assert "softmax 2" in alone.label("3")
    before = alone.text
    steps = 0
    while not alone.page.get_by_role("button", name="Undo").is_disabled():
        alone.press("Undo")
        steps += 1
    assert alone.text == "max(3 5)"
    for _ in range(steps):
        alone.press("Redo")
    assert alone.text == before
    field = alone.page.get_by_label("The tree as text")
    field.fill("max(1 2")
    field.blur()
    assert "is missing in the tree" in alone.fault and alone.nodes.count() == 7


def test_a_link_leads_to_the_same_step(alone: Alone) -> None:
    alone.open("max(chance(0.5:4 0.5:6) chance(0.5:-8 0.5:9)) bounds -10 10", search="star1")
    alone.press("Next cut")
    said = alone.said
    assert said == "2: cut. mean 1 <= alpha 5: the mean can be no more, and Max already has 5."
    alone.press("Copy link")
    link = alone.page.evaluate("navigator.clipboard.readText()")
    assert parse_qs(urlsplit(link).fragment)["search"] == ["star1"] and len(link) < 8192
    alone.page.goto("about:blank")
    alone.page.goto(link)
    alone.nodes.first.wait_for()
    assert alone.said == said
    alone.open("max(" + " ".join(["1.2345"] * 1500) + ")")
    alone.press("Copy link")
    assert "too large for a link" in alone.fault


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"tree": "max(1 2"}, "is missing in the tree"),
        ({"tree": "max(1 2)", "search": "minmax"}, "no search of trees is called minmax"),
        ({"tree": "max(1 2)", "search": "constructor"}, "no search of trees is called constructor"),
        ({"tree": "max(1 2)", "search": "__proto__"}, "no search of trees is called __proto__"),
        ({"tree": "max(" + "1 " * 5001 + ")"}, "a tree has at most 5,000 nodes here"),
        ({"tree": "<img src=x onerror=alert(1)>"}, "character 1 is '<'"),
    ],
)
def test_a_wrong_link_says_so(alone: Alone, asked: dict[str, str], said: str) -> None:
    alone.page.goto(f"{alone.file}#{'&'.join(f'{name}={quote(value)}' for name, value in asked.items())}")
    alone.nodes.first.wait_for()
    assert said in alone.fault


def test_a_search_without_end_is_given_up(alone: Alone) -> None:
    """Star2 searches the first reply of each outcome twice: on nested chance nodes, that doubles with each level."""
    text = "1"
    for _ in range(24):
        text = f"chance(1:max({text}))"
    alone.open(f"{text} bounds -10 10", search="star2")
    assert alone.said == "this search takes more than 200,000 steps on this tree"
    with pytest.raises(ValueError, match="takes more than 200,000 steps"):
        tree.trace(tree.parse(f"{text} bounds -10 10"), "star2")


def test_a_click_that_ends_typing_counts(alone: Alone) -> None:
    alone.open("max(1 2)")
    alone.page.get_by_label("The tree as text").fill("max(3 4)")
    alone.press("Add child")
    assert alone.text == "max(3 4 0)"
    alone.page.get_by_label("The tree as text").fill("max(3 4")
    assert alone.fault.startswith("')' is missing")
    alone.page.get_by_label("The tree as text").fill("max(3 4)")
    assert alone.fault == ""


def test_a_search_that_does_not_suit_says_so(alone: Alone) -> None:
    alone.open("max(1 chance(1:2))", search="minimax")
    assert alone.said == "minimax knows no chance nodes: choose expectiminimax, or star1 to cut"
    alone.choose("Search", "expectiminimax")
    alone.press("End")
    assert "2" in alone.label("root")


def test_a_quiz_is_graded_at_once(alone: Alone) -> None:
    alone.open("max(min(3 12 8) min(2 4 6) min(14 5 2))", search="alphabeta_soft")
    told = alone.page.locator(".told")
    alone.choose("Quiz: hide", "values")
    assert alone.label("1") == "1, Min, ?"
    alone.node("1").click()
    alone.fill("Value at 1", "8")
    assert told.inner_text() == "Wrong. Min takes the smallest of 3, 12, 8: 3."
    alone.fill("Value at 1", "3")
    assert told.inner_text().startswith("Right.") and alone.label("1") == "1, Min, 3, ✓"
    alone.fill("Value at 1", "three")
    assert told.inner_text() == "An answer is a number, or inf or -inf."
    alone.choose("Quiz: hide", "windows")
    alone.node("2").click()
    alone.page.get_by_label("Alpha at 2").fill("3")
    alone.fill("Beta at 2", "inf")
    assert told.inner_text() == "Right. When the search comes here, Max already has 3, and Min has nothing yet: [3, ∞]."
    alone.choose("Quiz: hide", "cuts")
    alone.node("2.2").click()
    alone.node("3.1").click()
    alone.press("Check")
    assert told.inner_text().startswith("2 nodes are wrong. 2.3 is cut: beta 2 <= alpha 3")
    assert "3.1 is not cut: it is searched with the window [3, ∞]." in told.inner_text()
    alone.node("3.1").click()
    alone.node("2.3").click()
    alone.press("Check")
    assert told.inner_text() == "Right: these nodes are cut, and no others."
    assert alone.page.get_by_role("button", name="Step", exact=True).is_disabled()
    alone.choose("Quiz: hide", "off")
    assert alone.page.get_by_role("button", name="Step", exact=True).is_enabled()


def test_the_quiz_knows_bounds_and_probes(alone: Alone) -> None:
    told = alone.page.locator(".told")
    alone.open("max(chance(0.5:min(1 9) 0.5:min(2 8)) 3)", search="star2", quiz="windows")
    alone.node("1.1").click()
    alone.page.get_by_label("Alpha at 1.1").fill("1")
    alone.fill("Beta at 1.1", "9")
    assert "NaN" not in told.inner_text() and "window" in told.inner_text()
    alone.open('max("a" 1000 "b" min(1004))', search="minimax", quiz="values")
    alone.node("2").click()
    alone.fill("Value at b", "1000")
    assert told.inner_text().startswith("Wrong. ")
    alone.open("max(5 min(max(3 4) 6))", search="alphabeta_hard", quiz="values")
    alone.node("2.1").click()
    alone.fill("Value at 2.1", "5")
    assert told.inner_text() == "Right. The value is outside the window [5, ∞], so the search returns its edge: 5."
    alone.open("max(5 max(min(4 9)))", search="alphabeta_soft", quiz="values")
    alone.node("2").click()
    alone.fill("Value at 2", "4")
    assert told.inner_text() == "Right. The value is outside the window [5, ∞], so the search returns a bound: 4."


def test_replies_that_are_never_played_are_not_cut(alone: Alone) -> None:
    alone.open("max(blunder[0](1 2) 3)", search="star1")
    alone.press("Next cut")
    assert alone.said == "No cut follows."


def test_it_is_used_with_the_keyboard(alone: Alone) -> None:
    alone.open("max(min(3 12 8) min(2 4 6))", search="alphabeta_hard")
    alone.node("1").focus()
    alone.page.keyboard.press("Enter")
    assert alone.page.get_by_text("1: Min").count() == 1
    alone.page.keyboard.press("c")
    assert alone.said.startswith("2: cut.")
    alone.page.keyboard.press(",")
    alone.page.keyboard.press(".")
    assert alone.said.startswith("2: cut.")
    alone.page.keyboard.press("Home")
    assert alone.page.locator("[aria-current=step]").count() == 0
    alone.press("Add child")
    alone.node("1").focus()
    alone.page.keyboard.press("Control+z")
    assert alone.text == "max(min(3 12 8) min(2 4 6))"


def test_trees_are_saved(alone: Alone, tmp_path: Path) -> None:
    alone.open('max("a_1" min(3 12) "b" min(2 4))', search="alphabeta_soft")
    alone.press("End")
    for kind, begin in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("LaTeX", b"% In the preamble")):
        with alone.page.expect_download() as download:
            alone.press(f"Save {kind}")
        download.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(begin)
    assert "≤2" in (tmp_path / "SVG").read_text(encoding="utf-8")
    written = (tmp_path / "LaTeX").read_text(encoding="utf-8")
    assert "[{$\\leq$2}, min, named={b}" in written and "named={a\\_1}" in written and "[{4}, leaf, cut]" in written


def test_a_random_tree_is_that_of_its_seed(alone: Alone) -> None:
    alone.open("max(1 2)")
    alone.page.get_by_text("Random tree").click()
    alone.page.get_by_label("Seed", exact=True).fill("7")
    alone.press("Make")
    assert tree.write(tree.parse(alone.text)) == tree.write(
        tree.parse(random_tree.random_tree(7, 3, 3, ["max", "min"], False))
    )
    alone.press("Another")
    assert tree.write(tree.parse(alone.text)) == tree.write(
        tree.parse(random_tree.random_tree(8, 3, 3, ["max", "min"], False))
    )


def test_every_example_opens(alone: Alone) -> None:
    alone.open()
    choices = alone.page.get_by_label("Example", exact=True).locator("option")
    for index in range(choices.count() - 1):
        alone.choose("Example", str(index))
        assert alone.fault == "" and alone.page.locator(".about").inner_text() != ""
        assert alone.label("root").count(",") >= 2


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nobody_is_shut_out(browser: Browser, file: str, look: Look) -> None:
    from axe_playwright_python.sync_playwright import Axe

    scheme: Any = look.scheme
    context = browser.new_context(viewport={"width": look.width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{file}#tree={quote('max(min(3 12 8) softmax[2](2 4 6) chance(0.5:1 0.5:2))')}&search=star1&step=20")
    page.get_by_role("button", name=re.compile("^root, ")).wait_for()
    for quiz in ("off", "cuts"):
        page.get_by_role("combobox", name="Quiz: hide").select_option(quiz)
        found: Any = Axe().run(page).response
        assert [one["id"] + ": " + one["nodes"][0]["html"][:200] for one in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()


# --- As a view of the page ---


def test_a_position_is_handed_to_the_editor(tab: Tab) -> None:
    tab.open("tree", "hilo", search="Expectimax", depth="1")
    tab.press("Edit as a tree")
    tab.page.get_by_label("The tree as text").wait_for()
    tab.wait(lambda: "chance(" in tab.page.get_by_label("The tree as text").input_value())
    assert tree.parse(tab.page.get_by_label("The tree as text").input_value()).size == 29
    tab.wait(lambda: "#tree=" in tab.page.url)
    assert urlsplit(tab.page.url).path == "/tree-editor"
    tab.page.reload()
    tab.page.get_by_label("The tree as text").wait_for()
    assert "chance(" in tab.page.get_by_label("The tree as text").input_value()
    tab.page.get_by_role("link", name="Play", exact=True).click()
    tab.cells.first.wait_for()


def test_a_tree_too_large_to_edit_is_refused(tab: Tab) -> None:
    tab.open("tree", "chess", depth="3")
    tab.sees("13 more")
    tab.press("Edit as a tree")
    tab.complains("more than 1,000 nodes")
