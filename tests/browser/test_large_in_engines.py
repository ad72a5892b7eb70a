"""A large file is asked for, fetched and kept in Chromium, Firefox and WebKit."""

from collections.abc import Iterator

import pytest

from tests.browser.engine_reader import Reader, driven
from tests.browser.server import SiteServer
from tools.engines import ENGINES

pytestmark = pytest.mark.slow
NAME = "words/large-32caa3539508.txt"
ASKED = """
await until(() => demo("words").view);
demo("words").set({ file: "large" });
await until(() => state(demo("words")) === "asking");
const before = said(demo("words"));
const button = demo("words").querySelector(".ld-large button");
const label = button.textContent;
button.click();
await until(() => said(demo("words")).startsWith("3000"));
return [before, label, said(demo("words"))];"""
AGAIN = """
await moved(demo("words"), { file: "large" });
return said(demo("words"));"""


@pytest.fixture(params=ENGINES)
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with driven(request.param, tmp_path_factory.mktemp("profile")) as browser:
        yield Reader(browser)


def test_a_large_file_is_asked_for_and_kept(reader: Reader, plain: SiteServer) -> None:
    reader.go(f"{plain.url}more/")
    assert reader.run(ASKED) == ["2 lines, the last is two", "Fetch 0.0 MB", "3000 lines, the last is entry 2999"]
    fetches = [path for path in plain.asked if path.endswith(NAME)]
    reader.go(f"{plain.url}more/")
    if not reader.run("return Boolean(window.caches)"):
        pytest.skip(f"{reader.name} as its driver starts it keeps nothing")
    assert reader.run(AGAIN) == "3000 lines, the last is entry 2999"
    assert [path for path in plain.asked if path.endswith(NAME)] == fetches
