"""The ``typeset`` plugin for MkDocs: wiring only."""

import posixpath
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from markdown import Extension
from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext
from pymdownx.superfences import SuperFencesException

from mkdocs_typeset import symbols
from mkdocs_typeset.cache import cache_folder
from mkdocs_typeset.charsets import missing_glyphs
from mkdocs_typeset.errors import DiagramError, FontError, MathError, TypesetError
from mkdocs_typeset.fence import check_leftovers, mermaid_fence
from mkdocs_typeset.fonts import build_fonts
from mkdocs_typeset.linear import for_search
from mkdocs_typeset.linked import check_links
from mkdocs_typeset.markdown_math import MathExtension
from mkdocs_typeset.math import Formula
from mkdocs_typeset.page import PageContext
from mkdocs_typeset.preload import needed, with_preloads
from mkdocs_typeset.tables import with_frames

_STYLE = Path(__file__).with_name("assets") / "typeset.css"
_SUPERFENCES = "pymdownx.superfences"


class PageError(PluginError, SuperFencesException):
    """What can't be set in a page. Both parents are needed: SuperFences swallows anything else."""


class TypesetConfig(base.Config):
    """Options of the plugin."""

    math = option.Type(bool, default=True)
    """Set formulas."""
    diagrams = option.Type(bool, default=True)
    """Draw ``mermaid`` blocks."""
    fonts = option.Type(bool, default=True)
    """Subset and publish the fonts."""
    preload = option.Type(bool, default=True)
    """Ask for the fonts together with the style sheets; not for sites that set their text in other faces."""
    node_modules = option.Type(str, default="node_modules")
    """Where npm put the font packages, seen from mkdocs.yml."""


class TypesetPlugin(BasePlugin[TypesetConfig]):
    """Sets formulas, diagrams and fonts at build."""

    @event_priority(50)  # early: what is added to extra_css here, other plugins may still put theirs before
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Register the Markdown parts; make the style sheets and add them."""
        self.page = PageContext(PageError)
        # File.url of the target of each link in the current page's diagrams, for MkDocs' own check of anchors.
        self.anchors: list[tuple[File, str, str]] = []
        self.assets = self._assets(config)
        config.extra_css[:0] = [name for name in self.assets if name.endswith(".css")]
        if self.config.math:
            _refuse_arithmatex(config)
            extension = MathExtension(self.page.fail, _check_glyphs if self.config.fonts else None)
            _extensions(config).append(extension)
        if self.config.diagrams:
            _add_fence(config, mermaid_fence(self.page, cache_folder()))
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add style sheets, fonts and licences to the site."""
        for name, content in self.assets.items():
            files.append(File.generated(config, name, content=content))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Tell formulas and diagrams which page they are on."""
        self.anchors = []
        self.page.start(page.file.src_uri, lambda href: self._resolve(href, page, files))

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Check what is set; hand the diagrams' links to MkDocs, which checks anchors once all pages are there."""
        try:
            check_links(html)
            if self.config.diagrams:
                check_leftovers(html)
        except TypesetError as error:
            self.page.fail(error)
        links = page.links_to_anchors
        if links is not None:
            for target, anchor, href in self.anchors:
                links.setdefault(target, {}).setdefault(anchor, href)
        return with_frames(html) if config.theme.name == "material" else html

    # Right around a search, which reads the page here: a formula without its layout is a row of letters.
    @event_priority(1)
    def _before_search(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> None:
        self.shown = page.content
        page.content = for_search(page.content or "")

    @event_priority(-1)
    def _after_search(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> None:
        page.content = self.shown

    on_page_context = CombinedEvent(_before_search, _after_search)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Let the page ask for its fonts."""
        return self._with_preloads(output, page.content or "", lambda path: get_relative_url(path, page.url))

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Let the 404 page do so as well. It stands for any address, so the theme links from the host's root."""
        if template_name != "404.html":
            return output_content
        home = urlsplit(config.site_url or "/").path or "/"
        return self._with_preloads(output_content, output_content, lambda path: home + path)

    def _with_preloads(self, output: str, shown: str, address: Callable[[str], str]) -> str:
        if not (self.config.fonts and self.config.preload):
            return output
        return with_preloads(output, (address(f"{self.fonts}/{face.name}") for face in needed(shown)))

    def _assets(self, config: MkDocsConfig) -> dict[str, bytes]:
        """Files to add to the site: path -> content."""
        style = _STYLE.read_bytes() + symbols.style().encode()
        assets = {f"assets/typeset-{sha256(style).hexdigest()[:12]}.css": style}
        if self.config.fonts:
            root = Path(config.config_file_path or "mkdocs.yml").parent
            try:
                fonts = build_fonts(root / self.config.node_modules, cache_folder())
            except FontError as error:
                raise PluginError(f"typeset: {error}") from None
            self.fonts = fonts.name
            assets |= {f"{fonts.name}/{name}": content for name, content in fonts.files.items()}
        return assets

    def _resolve(self, href: str, page: Page, files: Files) -> str:
        """Turn a link in a diagram, written as in Markdown, into a URL on the page."""
        link = urlsplit(href)
        if link.scheme or link.netloc:
            return href
        folder = posixpath.dirname(page.file.src_uri)
        path = posixpath.normpath(posixpath.join(folder, link.path)) if link.path else page.file.src_uri
        target = files.get_file_from_path(path)
        if target is None:
            raise DiagramError(
                f"link {href} in diagram {self.page.diagrams}",
                expected="a file of the site, or #place on this page",
                found=f"no file {path}",
                hint="write the path to the .md file from this page",
            )
        if link.fragment:
            self.anchors.append((target, link.fragment, href))
        fragment = f"#{link.fragment}" if link.fragment else ""
        return (get_relative_url(target.url, page.file.url) if link.path else "") + fragment


def _extensions(config: MkDocsConfig) -> list[str | Extension]:
    """MkDocs' list of Markdown extensions. It is typed as names, yet Markdown takes objects as well."""
    return cast("list[str | Extension]", config.markdown_extensions)


def _add_fence(config: MkDocsConfig, fence: dict[str, Any]) -> None:
    if _SUPERFENCES not in config.markdown_extensions:
        config.markdown_extensions.append(_SUPERFENCES)
    options = config.mdx_configs.setdefault(_SUPERFENCES, {})
    others = [other for other in options.get("custom_fences") or [] if other.get("name") != fence["name"]]
    options["custom_fences"] = [*others, fence]


def _refuse_arithmatex(config: MkDocsConfig) -> None:
    if "pymdownx.arithmatex" in config.markdown_extensions:
        raise PluginError(
            "typeset: expected to be alone in finding formulas / found pymdownx.arithmatex"
            " / hint: remove it from markdown_extensions, or set math: false"
        )


def _check_glyphs(formula: Formula) -> None:
    """Fail if a formula needs a sign that the site's maths font was cut down without."""
    if missing := missing_glyphs(formula.mathml, "math"):
        raise MathError(
            f"formula ${formula.latex}$",
            expected="signs that the site's maths font holds",
            found=", ".join(f"{sign} (U+{ord(sign):04X})" for sign in sorted(missing)),
            hint="add them to mkdocs_typeset/charsets.py, or write the formula otherwise",
        )
