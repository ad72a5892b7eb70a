"""The `service-worker` plugin for MkDocs: wiring only."""

from collections.abc import Set
from pathlib import Path
from typing import Literal

from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files

from mkdocs_assets.esbuild import minified
from mkdocs_assets.integrity import digits
from mkdocs_offline import inventory

_ASSETS = Path(__file__).with_name("assets")
_WORKER = "service-worker.js"  # at the root, whose pages it may serve
_INVENTORY = "files.json"


class OfflineConfig(base.Config):
    """Options of the plugin: none."""


class OfflinePlugin(BasePlugin[OfflineConfig]):
    """Keeps what a reader has seen, and offers to keep the whole site."""

    serving = False
    apart: Set[str] = frozenset()
    """Addresses of files that a copy of the whole site leaves out: other plugins say so."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Under `mkdocs serve` nothing is kept: an author wants what was written last."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the script that registers the service worker."""
        root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        self.worker = minified(root, (_ASSETS / _WORKER).read_bytes()).decode()
        storage, source = (minified(root, (_ASSETS / name).read_bytes()) for name in ("storage.js", "offline.js"))
        name = f"storage-{digits(storage)}.js"
        source = source.replace(b"storage.js", name.encode())
        self.scripts = {f"assets/{name}": storage, f"assets/offline-{digits(source)}.js": source}
        script = option.ExtraScriptValue(list(self.scripts)[-1])
        script.type = "module"
        config.extra_javascript.append(script)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Publish the scripts."""
        for name, data in self.scripts.items():
            files.append(File.generated(config, name, content=data))
        return files

    @event_priority(-400)  # last: the inventory has the hash of every finished file
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the version into each page, the inventory and the service worker."""
        site = Path(config.site_dir)
        if self.serving:
            return
        own = (site / _WORKER, site / _INVENTORY)
        for path in own:
            path.unlink(missing_ok=True)
        number = inventory.version(_files(site))
        for page in site.rglob("*.html"):
            html = page.read_bytes().decode(errors="surrogateescape")
            page.write_bytes(inventory.with_version(html, number).encode(errors="surrogateescape"))
        found = inventory.entries(_files(site))
        (site / _INVENTORY).write_bytes(inventory.inventory_file(found, number, self.apart))
        worker = self.worker.replace("@VERSION", number).replace("@HASHED", inventory.HASHED)
        (site / _WORKER).write_text(worker, "utf-8")


def _files(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
