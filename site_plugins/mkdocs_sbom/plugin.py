"""The `sbom` plugin for MkDocs: wiring only."""

from pathlib import Path
from typing import Any

from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from pymdownx.superfences import SuperFencesException

from mkdocs_sbom import bom, listed, texts
from mkdocs_sbom.errors import SbomError
from mkdocs_sbom.shipped import Component, Runtime, build_tools, components
from mkdocs_sbom.table import table

FENCE = "shipped"
FILE = "sbom.json"


class FenceError(PluginError, SuperFencesException):
    """The table cannot be made. The last parent is needed: SuperFences swallows anything else."""


class SbomConfig(base.Config):
    """Options of the plugin. Paths are relative to mkdocs.yml."""

    listed = option.File(exists=True)
    """The list of what the site ships, in TOML."""
    texts = option.Type(str, default="licences")
    """The folder of the site for the licences' texts."""
    licence = option.Type(str, default="")
    """The licence of the site itself, as an SPDX expression."""


class SbomPlugin(BasePlugin[SbomConfig]):
    """Writes down what the site ships, and whose it is."""

    _shipped: list[Component] | None = None
    page = ""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Register the fence; read the list anew."""
        self.root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        self._shipped = None
        self.runtime: Any = config.plugins.get("pyodide")
        options = config.mdx_configs.setdefault("pymdownx.superfences", {})
        others = [fence for fence in options.get("custom_fences", []) if fence["name"] != FENCE]
        options["custom_fences"] = [*others, {"name": FENCE, "class": FENCE, "format": self._table}]
        return config

    @property
    def shipped(self) -> list[Component]:
        """What the site ships; looked up when it is first asked for."""
        if self._shipped is None:
            path = Path(self.config.listed)
            entries = listed.read(path.read_text("utf-8"), path.name)
            self._shipped = components(entries, self.root, _runtime(self.runtime))
        return self._shipped

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Remember which page the table is on."""
        self.page = page.url

    @event_priority(-250)  # after all that write assets, before the inventory of all files
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the licences' texts and the bill of materials."""
        site = Path(config.site_dir)
        try:
            published = texts.texts(self.shipped, site)
            names = [path.relative_to(site).as_posix() for path in (site / "assets").rglob("*") if path.is_file()]
            owned = bom.owners(names, self.shipped)
            files = {owner: {name: (site / name).read_bytes() for name in held} for owner, held in owned.items()}
            about: dict[str, Any] = {"name": config.site_name}
            if self.config.licence:
                about["licenses"] = [{"expression": self.config.licence}]
            document = bom.document(about, self.shipped, files, build_tools(self.root, self.shipped))
        except SbomError as error:
            raise PluginError(str(error)) from None
        folder = site / self.config.texts
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in published.items():
            (folder / name).write_bytes(data)
        (site / FILE).write_bytes(document)

    def _table(self, source: str, language: str, _class: str, options: Any, _md: Any, **more: Any) -> str:
        try:
            folder = f"{get_relative_url(self.config.texts, self.page).rstrip('/')}/"
            return table(self.shipped, folder, get_relative_url(FILE, self.page))
        except SbomError as error:
            raise FenceError(str(error)) from None


def _runtime(plugin: Any) -> Runtime:
    """What the pyodide plugin publishes; nothing where it is not used."""
    if plugin is None:
        return Runtime({}, ())
    manifest = plugin.manifest
    wheels = [*manifest.wheels, *(name for names in manifest.modules.values() for name in names)]
    return Runtime({"pyodide": manifest.version, "python": manifest.python}, wheels)
