import markdown
import pytest
from mkdocs.config.defaults import MkDocsConfig
from pymdownx.superfences import SuperFencesException

from live_demo import DemoError
from mkdocs_live_demo import header
from mkdocs_live_demo.plugin import LiveDemoPlugin, _register


def written(source: str) -> str:
    """What a page becomes, by the fence that the plugin registers; a demo is written as its block's text."""
    plugin = LiveDemoPlugin()
    config = MkDocsConfig()
    config.load_dict({"site_name": "x", "markdown_extensions": ["attr_list"]})
    config.validate()
    _register(config, plugin._format)
    html = markdown.markdown(source, extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
    header.check_leftovers(html)
    return html


@pytest.fixture(autouse=True)
def _no_demos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveDemoPlugin, "page", type("P", (), {"path": "p.md"}), raising=False)
    monkeypatch.setattr(LiveDemoPlugin, "folder", None, raising=False)
    monkeypatch.setattr("mkdocs_live_demo.fence.render", lambda source, *_: f"<div>DEMO {source}</div>")


@pytest.mark.parametrize(
    "source",
    [
        "```live-demo\nwarm\n```",
        "``` live-demo\nwarm\n```",
        "~~~live-demo\nwarm\n~~~",
        "``` {.live-demo}\nwarm\n```",
        "- item\n\n    ```live-demo\n    warm\n    ```",
    ],
)
def test_a_block_is_taken(source: str) -> None:
    assert "DEMO warm" in written(source)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('```live-demo title="x"\nwarm\n```', 'found options title="x"'),
        ("```live-demo warm\nt: 1\n```", "found options warm"),
        ("```live-demo warm\n```", "found options warm"),
        ("``` {.live-demo #one .wide}\nwarm\n```", "found options one wide"),
        ("```Live-Demo\nwarm\n```", "starts with ```live-demo; found ```Live-Demo"),
        ("```live_demo\nwarm\n```", "starts with ```live-demo; found ```live_demo"),
    ],
)
def test_a_first_line_with_more_or_else_is_refused(source: str, found: str) -> None:
    with pytest.raises(SuperFencesException, match=r"^p\.md: live-demo: expected ") as caught:
        written(source)
    assert found in str(caught.value)


@pytest.mark.parametrize(
    "source",
    [
        "```live-demo\nwarm\n",
        "Text\n```live-demo\nwarm\n\nMore.",
        "- item\n- ~~~ Live_Demo\n  warm",
        "```live-demo attention-lab\nt: 1\n```",
    ],
)
def test_what_became_text_is_refused(source: str) -> None:
    with pytest.raises(DemoError, match="a block that starts with ```live-demo alone on its line and ends with"):
        written(source)


@pytest.mark.parametrize(
    "source",
    [
        "````markdown\n```live-demo\nwarm\n```\n````",
        "Blocks named `live-demo` are demos.\n\n`live-demo` is\nits name.",
        "    ```live-demo\n    warm",
        "Text on ```` ```live-demo ```` inline.",
    ],
)
def test_writing_about_blocks_is_allowed(source: str) -> None:
    assert "DEMO" not in written(source)
