"""axe-core, the checker of accessibility, run in a page: which rules hold, what is left out and why, what it finds."""

from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.browser.conftest import ROOT

SCRIPT = (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async ([tags, within]) => {
    const { violations } = await axe.run(within ?? document, {
        runOnly: { type: "tag", values: tags }, resultTypes: ["violations"], iframes: false,
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => [id, target.join(" "), html]));
}"""


class LeftOut(NamedTuple):
    """A finding that is none: of which rule, in HTML that begins how, and why."""

    rule: str
    html: str
    why: str


LEFT_OUT = (
    LeftOut(
        "empty-table-header",
        '<th><span class="formula-inline"><math ',
        "The heading is a formula. axe takes no text from MathML; browsers and screen readers do.",
    ),
)


def findings(page: Page, within: str | None = None) -> list[tuple[str, str, str]]:
    """Rule, place and HTML of all that breaks a rule now, in the page or below a selector."""
    page.evaluate(f"() => {{ if (!window.axe) {{ {SCRIPT} }} }}")
    found: list[Any] = page.evaluate(RUN, [TAGS, within])
    return [(rule, place, html[:160]) for rule, place, html in found]


def left_out(finding: tuple[str, str, str]) -> LeftOut | None:
    """Whether a finding is one of those that are none."""
    rule, _, html = finding
    return next((each for each in LEFT_OUT if each.rule == rule and html.startswith(each.html)), None)


def violations(page: Page, within: str | None = None) -> list[tuple[str, str, str]]:
    """What breaks a rule and is not left out."""
    return [finding for finding in findings(page, within) if not left_out(finding)]
