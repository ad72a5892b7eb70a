"""What the pages say of the code, held against the code."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from live_demo.demo import load, read
from live_demo.elements import walk
from mkdocs_live_demo.fence import names

ROOT = Path(__file__).parents[2]
DEMOS = ROOT / "docs/demos"


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_example_of_the_guide_is_a_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    source, _, test = blocks("contributing/add-a-demo.md", "python")
    module = ModuleType("demos.temperature")
    exec(compile(source, "temperature.py", "exec"), module.__dict__)  # noqa: S102
    monkeypatch.setattr("inspect.getsource", lambda _: source)
    monkeypatch.setitem(sys.modules, "demos.temperature", module)
    demo = read("temperature", module)
    assert "<b>cat</b> gets 0.66." in demo.view({}).html()  # e^2 / (e^2 + e + e^.1) = .659
    example: dict[str, object] = {}
    exec(compile(test, "test_temperature.py", "exec"), example)  # noqa: S102
    (run,) = [f for name, f in example.items() if name.startswith("test_")]
    run()  # type: ignore[operator]


def test_the_control_table_names_every_control() -> None:
    import live_demo

    text = (ROOT / "docs/contributing/add-a-demo.md").read_text(encoding="utf-8")
    kinds = [n for n in live_demo.__all__ if hasattr(getattr(live_demo, n), "field")]
    assert {"Slider", "Grid"} <= set(kinds)
    for kind in kinds:
        assert f"`{kind}(" in text


@pytest.mark.parametrize("name", names(DEMOS))
def test_every_figure_has_its_sentence_and_its_table(name: str) -> None:
    view = load(name).view({})
    tags = [e for node in view.nodes() for e in walk(node)]
    assert [e for e in tags if dict(e.attributes).get("aria-live") == "polite"]
    assert [e for e in tags if e.tag == "table"]


@pytest.mark.parametrize("name", names(DEMOS))
def test_every_demo_is_on_a_page(name: str) -> None:
    pages = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "docs").rglob("*.md"))
    assert re.search(rf"^```live-demo\n{name}$", pages, re.MULTILINE)


def test_the_files_that_the_design_names_exist() -> None:
    text = (ROOT / "docs/contributing/design.md").read_text(encoding="utf-8")
    table = text[text.index("## The way of a value") : text.index("Requests are numbered")]
    named = re.findall(r"`((?:mkdocs_\w+|live_demo|live_code|assets)/[\w./-]+)`", table)
    assert len(named) > 10
    for name in named:
        base = ROOT / "site_plugins" / ("mkdocs_live_demo" if name.startswith("assets") else "")
        assert (base / name).is_file(), name


def test_the_spelling_is_british() -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        found = re.search(r"\b(color|behavior|center|gray|neighbor|labeled|modeling|optimize|visualize)\w*", text)
        assert not found, f"{page}: {found}"


def test_the_home_page_prints_the_recorded_weights() -> None:
    import json

    from mkdocs_live_demo.prose_numbers import evaluate, page_names

    record = json.loads((DEMOS / "data/minilm_sentence.json").read_text(encoding="utf-8"))
    row = dict(zip(record["words"], record["rows"][record["words"].index("it")], strict=True))
    names = page_names("home", ROOT / "docs/numbers")
    text = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    cells = re.findall(r'style="--w:([.\d]+)">`#!calc ([^`]+)`</span> for \*(\w+)\*', text)
    assert [word for _, _, word in cells] == ["animal", "street"]
    for style, expression, word in cells:
        assert evaluate(expression, names) == f"{row[word]:.2f}"
        assert abs(row[word] - float(style)) < 0.0005


def test_the_reference_has_every_public_name_once() -> None:
    import attn_core

    pages = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "docs/reference").glob("*.md"))
    named = [n.rpartition(".")[2] for n in re.findall(r"^::: (attn_core\.[\w.]+)$", pages, re.MULTILINE)]
    assert sorted(named) == sorted(attn_core.__all__)
