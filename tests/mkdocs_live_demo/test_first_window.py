import pytest

from mkdocs_live_demo.first_window import WINDOW, marked, started

DEMO = '<live-demo name="lab">'
MARKED = '<live-demo data-start="at-once" name="lab">'


@pytest.mark.parametrize(
    ("above", "result"),
    [
        ("<h1>Lab</h1>", MARKED),
        (f"<p>{'x' * WINDOW}</p>", MARKED),
        (f"<p>{'x' * WINDOW}</p><p>x</p>", DEMO),
        (f"<svg><text>{'x' * 2 * WINDOW}</text></svg>", MARKED),
        (f"<p>{' ' * 2 * WINDOW}</p>", MARKED),
    ],
)
def test_a_demo_counts_as_seen_first_by_the_text_above_it(above: str, result: str) -> None:
    assert marked(above + DEMO) == above + result


def test_only_the_first_demo_is_marked() -> None:
    assert marked(DEMO + DEMO) == MARKED + DEMO
    assert marked("<p>Text</p>") == "<p>Text</p>"


def test_the_head_starts_the_worker_before_any_style_sheet() -> None:
    page = f'<html><head><link rel="stylesheet"></head>{MARKED}'
    found = started(page, "../a/worker.js", "")
    assert found.index('new Worker("../a/worker.js"') < found.index("<link")
    assert started(page.replace(MARKED, DEMO), "w", "late()") == page.replace(MARKED, DEMO)


def test_the_themes_script_waits_for_the_first_result() -> None:
    script = '<script src="../assets/javascripts/bundle.a5f9d56c.min.js"></script>'
    found = started(f"<head></head>{MARKED}{script}", "w", "late()")
    assert script not in found
    assert found.endswith(
        '<script src="../assets/javascripts/bundle.a5f9d56c.min.js" type="late"></script><script>late()</script>'
    )
    assert script in started(f"<head></head>{DEMO}{script}", "w", "late()")
