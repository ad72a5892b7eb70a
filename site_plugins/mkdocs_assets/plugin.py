"""The `assets` plugin for MkDocs: wiring only."""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files

from mkdocs_assets import pages, search, stylesheets
from mkdocs_assets.errors import AssetError
from mkdocs_assets.esbuild import esbuild, minified
from mkdocs_assets.integrity import digits

_ASSETS = Path(__file__).with_name("assets")
_MINIFY = ("--minify", "--charset=utf8")
# Paths below the site's root.
_FOLDER = "assets"
_INDEX = "search/search_index.json"  # the theme asks for it at once
_LANGUAGES = "assets/javascripts/lunr/"  # the theme's search asks for them in other languages than English
_HASHED = re.compile(r"-[0-9a-f]{12}\.js$")


class AssetsConfig(base.Config):
    """Options of the plugin."""

    stylesheets = option.Type(bool, default=True)
    """Join what `extra_css` lists, and plugins add to it, into one style sheet."""
    scripts = option.ListOfItems(option.Type(str), default=[])
    """Scripts of the site to minify, as patterns below its root."""
    search_on_demand = option.Type(bool, default=True)
    """Load Material's search when a reader looks for something, not with each page."""


class AssetsPlugin(BasePlugin[AssetsConfig]):
    """Makes a page load less before it can be read."""

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Leave out the theme’s dictionaries for searching other languages, where the site’s search is English."""
        searches = [plugin for name, plugin in config.plugins.items() if name.rpartition("/")[2] == "search"]
        english = all(plugin.config.get("lang") in (None, ["en"]) for plugin in searches)
        for file in list(files):
            if english and file.src_uri.startswith(_LANGUAGES):
                files.remove(file)
        return files

    @event_priority(-200)  # last: all that others wrote is there
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Join the style sheets, minify the scripts, put off the search; tell all pages."""
        self.site = Path(config.site_dir).resolve()
        self.root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        home = urlsplit(config.site_url or "/").path or "/"
        puts_off = self.config.search_on_demand and "material/offline" not in config.plugins
        try:
            joined = dict(self._join(config.extra_css)) if self.config.stylesheets else {}
            scripts = {file for pattern in self.config.scripts for file in self.site.glob(pattern)}
            renamed = dict(self._renamed(scripts))
            self.near = self._script("search-near.js").decode().strip()
            worker = self._put_off_search() if puts_off else None
            linked: set[str | None] = set()
            for file in self.site.rglob("*.html"):
                linked |= self._rewrite(file, home, joined, renamed, worker)
            self._tidy({part for parts in joined for part in parts} - linked)
        except AssetError as error:
            raise PluginError(f"assets: {error}") from None

    def _join(self, listed: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
        """Write a sheet for each run of neighbours that are files of the site; yield their paths and its own."""
        texts = self._stylesheets(path for path in listed if (self.site / path).is_file())
        for fits, run in groupby(listed, lambda path: path in texts and not stylesheets.stands_alone(texts[path])):
            parts = tuple(run)
            if not fits:
                continue
            # As from a sheet of that folder, whose name is not known yet.
            content = stylesheets.join(((path, texts[path]) for path in parts), f"{_FOLDER}/site.css").encode()
            path = f"{_FOLDER}/site-{digits(content)}.css"
            (self.site / path).write_bytes(content)
            yield parts, path

    def _stylesheets(self, paths: Iterable[str]) -> dict[str, str]:
        """Path -> content, minified. Each by itself, so that a mistake in one is found there."""
        with TemporaryDirectory() as folder:
            files = {path: self.site / path for path in paths}
            made = self._minify(files.values(), Path(folder))
            return {
                path: (Path(folder, path) if made else file).read_text("utf-8").rstrip()
                for path, file in files.items()
            }

    def _minify(self, files: Collection[Path], target: Path) -> bool:
        """Write files of the site into a folder, perhaps the site again; say whether esbuild is there."""
        where = [f"--outbase={self.site}", f"--outdir={target}", "--allow-overwrite"]
        return bool(files) and esbuild(self.root, [*map(str, files), *where, *_MINIFY]) is not None

    def _renamed(self, scripts: Collection[Path]) -> Iterator[tuple[str, str]]:
        """Minify scripts and name them by their content; yield the paths before and after."""
        found = {file for file in scripts if not _HASHED.search(file.name)}
        self._minify(found, self.site)
        for file in found:
            target = file.with_stem(f"{file.stem}-{digits(file.read_bytes())}")
            file.replace(target)
            yield file.relative_to(self.site).as_posix(), target.relative_to(self.site).as_posix()

    def _script(self, name: str) -> bytes:
        return minified(self.root, (_ASSETS / name).read_bytes())

    def _rewrite(
        self,
        file: Path,
        home: str,
        joined: Mapping[tuple[str, ...], str],
        renamed: Mapping[str, str],
        search: str | None,
    ) -> set[str | None]:
        """Tell a page of the joined sheets, of other names and of the other search worker; return its sheets."""
        html = before = file.read_bytes().decode(errors="surrogateescape")
        place = pages.Place(file.relative_to(self.site).as_posix(), home)
        html = pages.with_joined(html, place, joined)
        html = pages.with_renamed(html, place, renamed)
        worker = pages.search_worker(html, place) if search else None
        if search and worker and not _HASHED.search(worker):  # a page that was not built anew has it
            html = pages.with_search_worker(html, place, search, self.near)
        if html != before:
            file.write_bytes(html.encode(errors="surrogateescape"))
        return {place.resolve(link.href) for link in pages.links(html)}

    def _tidy(self, parts: Collection[str]) -> None:
        """Remove parts of joined sheets, whose names don’t hash their content, unless a sheet may import them."""
        others = [file for file in self.site.rglob("*.css") if file.relative_to(self.site).as_posix() not in parts]
        importing = "".join(text for file in others if "@import" in (text := file.read_text("utf-8")))
        for part in parts:
            if posixpath.basename(part) not in importing:
                (self.site / part).unlink()

    def _put_off_search(self) -> str | None:
        """Divide the theme's index into settings and documents; return the path of the worker that knows both."""
        index = self.site / _INDEX
        if not index.is_file():
            return None
        documents = index.read_bytes()
        name = f"documents-{digits(documents)}.json"
        (index.parent / name).write_bytes(documents)
        index.write_bytes(search.settings_only(documents))
        source = self._script("search-worker.js").replace(b"documents.json", name.encode())
        worker = f"search/search-worker-{digits(source)}.js"
        (self.site / worker).write_bytes(source)
        return worker
