"""The `pyodide` plugin of MkDocs: publishes the runtime with the site. All that it does is wiring."""

from functools import cached_property
from pathlib import Path

from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin

from mkdocs_pyodide.cache import RuntimeFilesError
from mkdocs_pyodide.job import JobError
from mkdocs_pyodide.publish import Runtime, RuntimeManifest, prepare
from mkdocs_pyodide.wheel import WheelError


class PyodideConfig(base.Config):
    """Options of the plugin. Paths are relative to mkdocs.yml."""

    packages = option.ListOfItems(option.Type(str), default=[])
    """numpy, loaded at the start; and pure packages that are installed beside mkdocs, fetched when imported."""
    wheels = option.ListOfItems(option.FilesystemObject(exists=True), default=[])
    """Project folders (or `.whl` files) of pure Python; what they depend on comes by itself."""
    imports = option.ListOfItems(option.Type(str), default=[])
    """Modules that the pages import at the start, so that it finds what they need."""
    cache = option.Optional(option.Dir())
    """The cache folder, if not the user's own."""


class PyodidePlugin(BasePlugin[PyodideConfig]):
    """Gives other plugins the manifest, and the site the files."""

    @cached_property
    def runtime(self) -> Runtime:
        """The runtime for this build; made when it is first asked for."""
        options = self.config
        try:
            return prepare(
                options.packages, [Path(path) for path in options.wheels], options.imports, options.cache
            )
        except (RuntimeFilesError, WheelError, JobError, OSError) as error:
            raise PluginError(str(error)) from error

    def import_at_start(self, *modules: str) -> None:
        """Name modules that another plugin's pages import at the start. Call it before asking for the manifest."""
        self.config.imports = sorted({*self.config.imports, *modules})

    @property
    def manifest(self) -> RuntimeManifest:
        """Where the runtime will be, for the plugin that uses it."""
        return self.runtime.manifest

    @property
    def importable(self) -> frozenset[str]:
        """The top-level modules that pages can import beside the standard library's."""
        return self.runtime.importable

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Fail before any page is rendered, if it has to be."""
        _ = self.manifest

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Copy the files."""
        self.runtime.publish(Path(config.site_dir))
