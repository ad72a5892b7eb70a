"""The `live-demo` plugin for MkDocs: wiring only."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown.util import AtomicString
from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils import get_relative_url
from pymdownx.inlinehilite import InlineHiliteException
from pymdownx.superfences import SuperFencesException

from live_demo.demo import PACKAGE
from live_demo.errors import DemoError
from mkdocs_assets.errors import AssetError
from mkdocs_live_demo import bundle, demo_files, fence, first_window, header, imports, prose_numbers, scripts
from mkdocs_live_demo.cells import doctests
from mkdocs_live_demo.cells import request as cell_request
from mkdocs_live_demo.cells.cache import cache_folder, fingerprint
from mkdocs_live_demo.cells.page import Cells
from mkdocs_live_demo.cells.processes import Surroundings
from mkdocs_live_demo.cells.runs import Runner

ASSETS = Path(__file__).with_name("assets")
STYLES = ("tokens.css", "live-demo.css", "code/live-code.css")


class LiveDemoError(PluginError, SuperFencesException, InlineHiliteException):
    """A demo or a number that cannot be shown. The last two parents are needed: both swallow anything else."""


class LiveDemoConfig(base.Config):
    """Options of the plugin."""

    demos = option.Type(str, default=PACKAGE)
    """The folder of demos, within the docs."""
    reload = option.ListOfItems(option.Type(str), default=[])
    """Python packages beside mkdocs.yml that the demos use: read again, and watched, under `mkdocs serve`."""
    numbers = option.Type(str, default="numbers")
    """The folder, within the docs, of the modules that pages name with `numbers:` in their front matter."""
    names = option.ListOfItems(option.Type(str), default=[])
    """Packages whose public names every `#!calc` may use; with `numpy as np`, the package itself."""
    live_doctests = option.Type(bool, default=False)
    """Make cells of the examples with prompts, as in docstrings. Packages in `names` are imported where needed."""
    ask_above = option.Type(int, default=1_000_000)
    """A demo's file of more bytes is fetched only when the reader has agreed."""
    storage = option.Type(str, default="")
    """The page, within the docs, on which readers see and remove what is kept in their browser."""


class LiveDemoPlugin(BasePlugin[LiveDemoConfig]):
    """Finds demos and cells in pages, writes their finished HTML, ships what brings them to life."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Forget earlier imports, register the fence, add script and style under names that hash their content."""
        self.folder = Path(config.docs_dir, self.config.demos)
        if self.folder.name != PACKAGE:
            raise LiveDemoError(f"live-demo: expected a folder named {PACKAGE!r}; found {self.config.demos!r}")
        self.numbers = Path(config.docs_dir, self.config.numbers)
        used = [_root(config) / name for name in self.config.reload]
        if imports.changed([self.folder, self.numbers, *used, *map(Path, config.watch)]):
            imports.forget({PACKAGE, *self.config.reload})
            prose_numbers.forget()
        imports.import_from(self.folder.parent, _root(config))
        self.page, self.cells = fence.Page(""), Cells()
        _register(config, self._format)
        _register_cells(config, self._cell)
        _register_inline(config, self._calculate)
        try:
            self.shared_names = prose_numbers.shared_names(self.config.names)
            sources = bundle.sources(self.folder)
        except DemoError as error:
            raise LiveDemoError(f"live-demo: {error}") from error
        self.demo_files = demo_files.found(self.folder)
        listed = demo_files.listed(self.demo_files)
        large = {"above": self.config.ask_above, "storage": _address(self.config.storage, config)}
        self.files = _joined(bundle.assets(ASSETS, sources, _runtime(config), listed, large), _root(config))
        self.late = self.files.pop("late.js").decode().strip()
        self.run_cells = _runner(config, self.folder, self.config.reload)
        self.home = f"assets/live-demo-{bundle.content_hash(self.files)}"
        config.extra_css[:0] = [f"{self.home}/{name}" for name in STYLES]
        script = option.ExtraScriptValue(f"{self.home}/live-demo.js")
        script.type = "module"
        script.async_ = True  # it has no need to wait for the page, and the first demo none to wait for others
        config.extra_javascript.append(script)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Keep the modules' own files out of the site: a demo's source is on its page and in the bundle."""
        for file in list(files):
            if any(Path(file.src_uri).is_relative_to(f) for f in (self.config.demos, self.config.numbers)):
                files.remove(file)
        return files

    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
        """Remember which page the following blocks are on, and its numbers: a fence is not told."""
        self.page, self.cells = fence.Page(page.file.src_uri), Cells()
        try:
            prose_numbers.check_front_matter(page.meta)
            own = prose_numbers.page_names(page.meta.get("numbers"), self.numbers)
            self.names = prose_numbers.together(self.shared_names, own)
        except DemoError as error:
            raise LiveDemoError(f"{page.file.src_uri}: {error}") from error

    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Refuse what was meant as a block or a number and became text; run the cells; mark the first demo."""
        try:
            header.check_leftovers(html)
            prose_numbers.check_leftovers(html)
            if self.config.live_doctests:
                html = doctests.taken(html, self.cells, self.config.names)
            html = self.cells.written(html, self.run_cells)
        except DemoError as error:
            raise LiveDemoError(f"{page.file.src_uri}: {error}") from error
        return first_window.marked(html)

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Start Python from the head, where a demo is what the page opens with."""
        return first_window.started(output, get_relative_url(f"{self.home}/worker.js", page.url), self.late)

    @event_priority(-100)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the asset folder, and what demos fetch."""
        ours = {f"{self.home}/{name}": data for name, data in self.files.items()}
        fetched = {file.address: file.source.read_bytes() for file in self.demo_files.values()}
        for name, data in (ours | fetched).items():
            target = Path(config.site_dir, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        offline: Any = config.plugins.get("service-worker")  # lists all files, later
        if offline:
            offline.apart = demo_files.large(self.demo_files, self.config.ask_above)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watch the packages that the demos use, and the engine itself."""
        for name in self.config.reload:
            server.watch(str(_root(config) / name))
        return server

    def _format(self, source: str, language: str, _class: str, options: Any, _md: Any, **more: Any) -> str:
        try:
            header.check(language, options, [more["id_value"], *more["classes"]])
            return fence.render(source, self.page, self.folder)
        except DemoError as error:
            raise LiveDemoError(f"{self.page.path}: {error}") from error

    def _cell(self, source: str, language: str, _class: str, options: Any, _md: Any, **more: Any) -> str:
        try:
            asked = cell_request.parse(source, language, options, [more["id_value"], *more["classes"]])
            return self.cells.add(asked)
        except DemoError as error:
            raise LiveDemoError(f"{self.page.path}: {error}") from error

    def _calculate(self, source: str, language: str, class_name: str, _md: Any) -> Element:
        try:
            prose_numbers.check_spelling(language)
            text = prose_numbers.evaluate(" ".join(source.splitlines()), self.names)
        except DemoError as error:
            raise LiveDemoError(f"{self.page.path}: {error}") from error
        number = Element("span", {"class": class_name})
        number.text = AtomicString(text)  # finished: Markdown has nothing more to find in it
        return number


def _register(config: MkDocsConfig, formatter: Any) -> None:
    """Add the fence to SuperFences, keeping the site's own."""
    if "pymdownx.superfences" not in config.markdown_extensions:
        config.markdown_extensions.append("pymdownx.superfences")
    options = config.mdx_configs.setdefault("pymdownx.superfences", {})
    others = [f for f in options.get("custom_fences", []) if f["name"] not in header.SPELLINGS]
    ours = {"class": header.FENCE, "format": formatter, "validator": header.take_all}
    options["custom_fences"] = [*others, *({"name": name, **ours} for name in header.SPELLINGS)]


def _register_cells(config: MkDocsConfig, formatter: Any) -> None:
    """Add the fence of cells to SuperFences, keeping the site's own. Python that does not run stays as it is."""
    names = (*cell_request.SPELLINGS, *cell_request.WRONG)
    options = config.mdx_configs["pymdownx.superfences"]
    others = [f for f in options["custom_fences"] if f["name"] not in names]
    ours = {"class": "live-code", "format": formatter, "validator": cell_request.take}
    options["custom_fences"] = [*others, *({"name": name, **ours} for name in names)]


def _register_inline(config: MkDocsConfig, formatter: Any) -> None:
    """Add `#!calc` to InlineHilite, keeping the site's own."""
    if "pymdownx.inlinehilite" not in config.markdown_extensions:
        config.markdown_extensions.append("pymdownx.inlinehilite")
    options = config.mdx_configs.setdefault("pymdownx.inlinehilite", {})
    others = [f for f in options.get("custom_inline", []) if f["name"] not in prose_numbers.SPELLINGS]
    ours = {"class": "ld-number", "format": formatter}
    options["custom_inline"] = [*others, *({"name": name, **ours} for name in prose_numbers.SPELLINGS)]


def _root(config: MkDocsConfig) -> Path:
    """The project's folder."""
    return Path(config.config_file_path or "mkdocs.yml").parent


def _address(page: str, config: MkDocsConfig) -> str:
    """Where in the site a page of the docs is."""
    if page and not Path(config.docs_dir, page).is_file():
        raise LiveDemoError(f"live-demo: expected a page of the docs as `storage`; found {page!r}")
    return File(page, config.docs_dir, config.site_dir, config.use_directory_urls).url if page else ""


def _joined(files: dict[str, bytes], root: Path) -> dict[str, bytes]:
    try:
        return scripts.joined(files, root)
    except AssetError as error:
        raise LiveDemoError(f"live-demo: {error}") from error


def _runtime(config: MkDocsConfig) -> dict[str, Any]:
    """Ask the pyodide plugin where it publishes the runtime."""
    plugin = config.plugins.get("pyodide")
    if plugin is None:
        raise LiveDemoError(
            "live-demo: expected the `pyodide` plugin beside it; found none; hint: add it to plugins"
        )
    plugin.import_at_start("live_demo.browser", "live_code.browser")
    manifest: dict[str, Any] = plugin.manifest.as_json()
    return manifest


def _runner(config: MkDocsConfig, demos: Path, packages: Sequence[str]) -> Runner:
    """What runs the cells of every page."""
    root = _root(config)
    engine = [Path(__file__).parents[1] / name for name in ("live_code", "live_demo")]
    own = [folder for name in packages if (folder := root / name).is_dir()]
    pyodide: Any = config.plugins["pyodide"]
    importable = pyodide.importable | {"live_code", "live_demo", PACKAGE}
    python = fingerprint([*engine, *own, demos], importable)
    around = Surroundings([str(demos.parent), str(root)], importable)
    return Runner(around, python, cache_folder() / "cells")
