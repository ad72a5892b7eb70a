"""A page of one version is open while the next is put in its place: nothing breaks, and no page runs files of both."""

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, expect

from tests.browser.cell_page import CellsPage
from tests.browser.conftest import SAVE_DATA, THEME
from tests.browser.demo_page import DemoPage, until
from tests.browser.deploys import HASHED, Deploy, Version, two_versions
from tests.browser.server import SiteServer

INTERLEAVINGS, ACTIONS, AT_ONCE = 100, 5, 10
PATIENCE = 30.0  # seconds
GONE = "Failed to load resource: the server responded with a status of 404"
LOST = "TypeError: Failed to fetch dynamically imported module"
STATE = "document.querySelector('live-demo')?.dataset.state"
SEEN = """() => ({
    site: document.querySelector("meta[name=site-version]")?.content ?? "",
    engine: globalThis.engine ?? 1,
    files: [
        ...performance.getEntriesByType("resource").map(({ name }) => name),
        ...performance.getEntriesByName("live-demo:python").flatMap(({ detail }) => detail.files),
        ...[...document.querySelectorAll("[src], link[rel=stylesheet]")].map((e) => e.src || e.href),
    ],
    said: [...document.querySelectorAll("live-demo[name=counter] .ld-say")].map((e) => e.textContent),
    alerts: [...document.querySelectorAll("[role=alert]:not([hidden]), .lc-note")].map((e) => e.textContent.trim()).filter(Boolean),
})"""


class Reader:
    """One tab, and what can be done in it at random."""

    def __init__(self, context: BrowserContext, deploy: Deploy, chance: random.Random) -> None:
        self.deploy, self.chance = deploy, chance
        self.page = context.new_page()
        self.done: list[str] = []
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error} {error.stack}"))
        self.page.on("console", self._said)
        if chance.random() < 0.5:
            self.page.add_init_script(SAVE_DATA)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        gone = message.text.startswith(
            (GONE, LOST)
        )  # a file of the version before, and then the page is loaded anew
        path = urlsplit(message.location.get("url", "")).path.lstrip("/")
        if not (gone and HASHED.search(path)):
            self.complaints.append(f"{message.text} {path}")

    def act(self) -> None:
        """Do one thing, and see that the page is whole."""
        actions: list[Callable[[], None]] = [self.reload, self.go, self.go, self.use, self.use, self.deploy.step]
        action = self.chance.choice(actions)
        self.done.append(action.__name__)
        action()
        self.whole()

    def reload(self) -> None:
        self.page.reload()

    def go(self) -> None:
        """Follow a link of the navigation, as the theme does without a full load."""
        name = self.chance.choice(["Plain", "Code", "Grid", "More"])
        self.done[-1] += f" {name}"
        heading = self.page.get_by_role("heading", level=1, name=name)
        if heading.is_visible():
            until(self.page, THEME)  # before, a link to the page itself loads it, some time after the next action
        self.page.get_by_role("navigation", name="Navigation").get_by_role(
            "link", name=name, exact=True
        ).first.click()
        expect(heading).to_be_visible(timeout=1000 * PATIENCE)

    def use(self) -> None:
        """Use what the page has: a demo or a cell."""
        cell = CellsPage(self.page).cell(1)
        counter = DemoPage(self.page).demo("counter")
        if counter.root.count():
            times = self.chance.randint(1, 5)
            self.done[-1] += f" counter {times}"
            expect(counter.slider("Times")).to_be_enabled()
            counter.slider("Times").fill(str(times))
            version = r"( vowels| vowels in two)"
            expect(counter.sentence).to_have_text(re.compile(f"^{2 * times}{version}$"), timeout=30_000)
            until(self.page, f"{STATE} === 'ready' || {STATE} === 'static'")  # it may have been loaded anew
        elif cell.root.count():
            self.done[-1] += " cell"
            expect(cell.button("Run")).to_be_enabled(timeout=30_000)
            cell.button("Run").click()
            expect(cell.root).to_have_attribute("data-state", "ready", timeout=30_000)

    def whole(self) -> None:
        """Wait until all that the page has and runs is of one version, and it shows no error."""
        end = time.monotonic() + PATIENCE
        while wrong := self.wrong():
            assert time.monotonic() < end, wrong
            self.page.wait_for_timeout(20)
        assert self.complaints == []

    def wrong(self) -> list[str]:
        """What is not of the version that the page says it is of, and what the page complains of."""
        try:
            seen = self.page.evaluate(SEEN)
        except Error as error:
            if "context was destroyed" in str(error):
                return ["another page is being loaded"]
            raise
        version = next((v for v in (self.deploy.old, self.deploy.new) if v.number == seen["site"]), None)
        if version is None:
            return [f"unknown version {seen['site']}"]
        paths = {urlsplit(url).path.lstrip("/") for url in seen["files"]}
        wrong = sorted({path for path in paths if HASHED.search(path)} - version.files) + seen["alerts"]
        wrong += [said for said in seen["said"] if not re.fullmatch(rf"[-\d.]+{version.sentence}", said)]
        return wrong if seen["engine"] == version.engine else [*wrong, f"engine {seen['engine']}"]


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SiteServer, Version, Version]]:
    folder = tmp_path_factory.mktemp("versions")
    server = SiteServer(folder)
    one, two = two_versions(folder, server.url)
    yield server, one, two
    server.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(INTERLEAVINGS // AT_ONCE))
def test_a_deploy_between_any_two_actions(
    chromium: Browser, deployed: tuple[SiteServer, Version, Version], tmp_path: Path, seed: int
) -> None:
    server, old, new = deployed
    chance = random.Random(seed)
    for turn in range(AT_ONCE):
        context = chromium.new_context()
        server.folder = old.folder
        deploy = Deploy(server, old, new, tmp_path, slowly=chance.random() < 0.5)
        reader = Reader(context, deploy, chance)
        reader.page.goto(server.url)
        try:
            for _ in range(ACTIONS):
                reader.act()
        except BaseException as error:
            error.add_note(f"turn {turn}: {reader.done}, {len(deploy.steps)} steps left, {reader.complaints}")
            raise
        context.close()
        old, new = new, old
