"""The `reading` plugin for MkDocs: wiring only."""

from pathlib import Path
from typing import cast

from markdown import Extension
from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from mkdocs_reading.errors import ReadingError
from mkdocs_reading.glossary import DefinitionsExtension, definitions
from mkdocs_reading.know import check_know
from mkdocs_reading.last_change import UNKNOWN, known_only, last_changes, spoken
from mkdocs_reading.minutes import minutes


class ReadingConfig(base.Config):
    """Options of the plugin."""

    glossary = option.Type(str, default="glossary.md")
    """The page that defines the terms, within the docs."""


class ReadingPlugin(BasePlugin[ReadingConfig]):
    """Puts definitions on links to the glossary; tells the theme how long a page is and when it changed."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Register the Markdown step; ask git once for all pages."""
        self.page = ""
        self.terms: dict[str, str] = {}
        extension = DefinitionsExtension(self.config.glossary, lambda: self.terms, lambda: self.page)
        # MkDocs' list is typed as names, yet Markdown takes objects as well.
        cast("list[str | Extension]", config.markdown_extensions).append(extension)
        self.changes = last_changes(Path(config.docs_dir).resolve())
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read the glossary before any page links to it."""
        file = files.get_file_from_path(self.config.glossary)
        try:
            self.terms = definitions(_body(file.content_string)) if file else {}
        except ReadingError as error:
            raise PluginError(f"{self.config.glossary}: {error}") from None
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Remember which page the following links are on."""
        self.page = page.file.src_uri

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Check the list of what to know; tell the theme's templates."""
        try:
            check_know(html)
        except ReadingError as error:
            raise PluginError(f"{page.file.src_uri}: {error}") from None
        page.meta["reading_minutes"] = minutes(html)
        day = self.changes.get(Path(page.file.abs_src_path or "").resolve())
        # MkDocs would tell the sitemap the day of the build.
        page.update_date = (day or UNKNOWN).isoformat()
        if day:
            page.meta["changed_on"] = day.isoformat()
            page.meta["changed"] = spoken(day)

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Keep days that nobody knows out of the sitemap."""
        return known_only(output_content) if template_name == "sitemap.xml" else output_content


def _body(source: str) -> str:
    """What stands below the front matter."""
    if not source.startswith("---\n"):
        return source
    return source.partition("\n---\n")[2]
