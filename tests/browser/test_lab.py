"""The lab answers a reader."""

import random
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.demo_page import Demo
from tests.browser.server import SiteServer

KEYS = {"The": (-1.2, 0.5), "animal": (1.7, 1.1), "street": (1.1, -1.7), "tired": (0.3, 1.9)}


def by_hand(x: float, y: float, temperature: float) -> dict[str, float]:
    """The weights, worked out without attn_core."""
    z = {name: (k[0] * x + k[1] * y) / np.sqrt(2) / temperature for name, k in KEYS.items()}
    total = sum(np.exp(v) for v in z.values())
    return {name: float(np.exp(v) / total) for name, v in z.items()}


def weights_shown(lab: Demo) -> dict[str, float]:
    rows = lab.root.get_by_role("row").all()[1:]
    shown = {}
    for row in rows:
        name = row.get_by_role("rowheader").inner_text().strip()
        shown[name] = float(row.get_by_role("cell").nth(3).inner_text().replace("<", "").replace(">", ""))
    return shown


@pytest.fixture
def lab(visitor: Visitor, site: SiteServer) -> Demo:
    demo = visitor.visit(site.url + "lab/").demo("attention-lab")
    demo.button("Show without guessing").click()
    return demo


def test_a_slider_move_is_answered_by_numpy(lab: Demo) -> None:
    before = lab.revision()
    lab.slider("Query x").fill("-1.2")
    lab.slider("Temperature").fill("0.5")
    lab.settle()
    wanted = by_hand(-1.2, 0.6, 0.5)
    assert weights_shown(lab) == {name: pytest.approx(w, abs=0.0006) for name, w in wanted.items()}
    assert lab.revision() > before
    expect(lab.sentence).to_have_text(re.compile(r"^The 0\.\d\d, tired 0\.\d\d, "))


@pytest.mark.slow
def test_the_keyboard_moves_a_slider(lab: Demo) -> None:
    slider = lab.slider("Query y")
    slider.focus()
    lab.root.page.keyboard.press("ArrowUp")
    expect(slider).to_have_value("0.7")
    lab.settle()
    assert weights_shown(lab)["animal"] == pytest.approx(by_hand(1.4, 0.7, 1.0)["animal"], abs=0.0006)
    expect(slider).to_be_focused()


@pytest.mark.slow
def test_presets_set_the_query(lab: Demo) -> None:
    lab.button("it → street").click()
    lab.settle()
    assert max(weights_shown(lab), key=weights_shown(lab).__getitem__) == "street"
    expect(lab.button("it → street")).to_have_attribute("aria-pressed", "true")
    expect(lab.button("it → animal")).to_have_attribute("aria-pressed", "false")


def test_dragging_the_point_moves_the_sliders(lab: Demo) -> None:
    plane = lab.root.get_by_role("img", name="The query arrow and four key arrows in the plane")
    box = plane.bounding_box()
    assert box
    unit, mouse = box["width"] / 480, lab.root.page.mouse
    lab.root.page.evaluate("scrollTo(0, 0)")
    box = plane.bounding_box() or box
    mouse.move(box["x"] + 380 * unit, box["y"] + 180 * unit)
    mouse.down()
    mouse.move(box["x"] + 140 * unit, box["y"] + 340 * unit, steps=8)
    mouse.up()
    expect(lab.slider("Query x")).to_have_value("-1")
    expect(lab.slider("Query y")).to_have_value("-1")
    lab.settle()
    assert weights_shown(lab)["street"] == pytest.approx(by_hand(-1, -1, 1)["street"], abs=0.0006)


@pytest.mark.slow
def test_a_query_of_no_length_gets_the_uniform_weights(lab: Demo) -> None:
    lab.slider("Query x").fill("0")
    lab.slider("Query y").fill("0")
    lab.settle()
    assert set(weights_shown(lab).values()) == {0.25}
    expect(lab.sentence).to_have_text("All four get 0.25. Entropy 2.00 of 2 bits.")


@pytest.mark.slow
def test_three_hundred_fast_moves_end_at_the_last_value(lab: Demo) -> None:
    seen = lab.root.evaluate(
        """async (demo, moves) => {
            const seen = [];
            new MutationObserver(() => seen.push(Number(demo.dataset.revision)))
                .observe(demo, { attributes: true, attributeFilter: ["data-revision"] });
            const slider = demo.querySelector("[name=x]");
            for (const x of moves) {
                slider.value = x;
                slider.dispatchEvent(new Event("input", { bubbles: true }));
                await new Promise((go) => setTimeout(go, 1));
            }
            await demo.settled();
            return seen;
        }""",
        [round(-2.2 + 4.4 * random.Random(i).random(), 1) for i in range(299)] + [-0.7],
    )
    assert seen == sorted(seen)
    assert seen
    expect(lab.slider("Query x")).to_have_value("-0.7")
    wanted = by_hand(-0.7, 0.6, 1.0)
    assert weights_shown(lab) == {name: pytest.approx(w, abs=0.0006) for name, w in wanted.items()}


def test_guess_reveal_score_and_new_question(visitor: Visitor, site: SiteServer) -> None:
    lab = visitor.visit(site.url + "lab/").demo("attention-lab")
    says = lab.root.locator(".ld-verdict")
    lab.button("Reveal").click()
    expect(says).to_have_text("Choose an answer first.")
    lab.root.get_by_role("radio", name="animal").check()
    lab.button("Reveal").click()
    expect(says).to_have_text("Right. animal gets 0.64: its product with the query, 3.04, is the largest.")
    expect(lab.root.get_by_text("1 of 1 right")).to_be_visible()
    lab.button("New question").click()
    lab.settle()
    expect(lab.button("Reveal")).to_be_visible()
    values = {n: float(lab.slider(label).input_value()) for n, label in [("x", "Query x"), ("y", "Query y")]}
    wanted = by_hand(values["x"], values["y"], 1.0)
    worst, best = min(wanted, key=wanted.__getitem__), max(wanted, key=wanted.__getitem__)
    lab.root.get_by_role("radio", name=worst).check()
    lab.button("Reveal").click()
    expect(says).to_have_text(re.compile(rf"^Not this time\. {best} gets 0\.\d\d, {worst} "))
    expect(lab.root.get_by_text("1 of 2 right")).to_be_visible()
    lab.slider("Query x").press("ArrowRight")
    expect(says).to_have_text("")


@pytest.mark.slow
def test_the_browsers_html_is_the_builds(lab: Demo) -> None:
    """For 200 random control values: what Python drew in the browser is what CPython draws."""
    from live_demo.demo import load

    demo = load("attention-lab")
    draw = random.Random(20261129)
    tries = [
        {
            "x": round(draw.uniform(-2.2, 2.2), 1),
            "y": round(draw.uniform(-2.2, 2.2), 1),
            "temperature": round(draw.uniform(0.2, 4.0), 1),
        }
        for _ in range(200)
    ]
    drawn = lab.root.evaluate(
        """async (demo, tries) => {
            const drawn = [];
            for (const values of tries) {
                demo.set(values);
                await demo.settled();
                drawn.push(demo.querySelector("[data-view]").innerHTML);
            }
            return drawn;
        }""",
        tries,
    )
    for values, html in zip(tries, drawn, strict=True):
        assert html == demo.view(values).html(), values


def test_every_demo_of_the_site_gives_the_builds_html(visitor: Visitor, site: SiteServer) -> None:
    from live_demo.demo import load

    for path in ("", "lab/"):
        page = visitor.visit(site.url + path).page
        for root in page.locator("live-demo").all():
            shown = Demo(root)
            root.scroll_into_view_if_needed()
            shown.wait("ready")
            name = root.get_attribute("name") or ""
            values = root.evaluate("demo => demo.values")  # a block may give other starting values
            assert shown.view.inner_html() == load(name).view(values).html(), name


@pytest.mark.slow
def test_a_guess_is_judged_by_the_view_that_shows(lab: Demo) -> None:
    """Moved away and back while a question is open: the verdict is that of the values on the sliders."""
    lab.button("New question").click()
    lab.settle()
    lab.root.evaluate(
        """demo => {
            const start = demo.values;
            demo.set({ x: -2.2, y: -2.2 });
            demo.set(start);
        }"""
    )
    x, y = (float(lab.slider(label).input_value()) for label in ("Query x", "Query y"))
    wanted = by_hand(x, y, 1.0)
    best = max(wanted, key=wanted.__getitem__)
    lab.root.get_by_role("radio", name=best).check()
    lab.button("Reveal").click()
    expect(lab.root.locator(".ld-verdict")).to_have_text(re.compile(rf"^Right\. {best} gets"))
