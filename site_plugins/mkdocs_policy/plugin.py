"""The `policy` plugin for MkDocs: wiring only."""

from pathlib import Path
from typing import Literal

from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority

from mkdocs_policy import policy
from mkdocs_policy.errors import PolicyError

HEADERS = "_headers"


class PolicyConfig(base.Config):
    """Options of the plugin."""

    headers = option.Type(bool, default=True)
    """Write a `_headers` file, which some hosts read, with the same policy."""


class PolicyPlugin(BasePlugin[PolicyConfig]):
    """Gives every page the same strict content security policy."""

    serving = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Under `mkdocs serve` there is no policy: the server adds a script of its own to each answer."""
        self.serving = command == "serve"

    @event_priority(-300)  # after all that write scripts and styles into pages
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Compute the policy from all pages, and write it into each."""
        if self.serving:
            return
        site = Path(config.site_dir)
        pages = {file: file.read_bytes().decode(errors="surrogateescape") for file in sorted(site.rglob("*.html"))}
        try:
            found = [policy.inline(file.relative_to(site).as_posix(), html) for file, html in pages.items()]
        except PolicyError as error:
            raise PluginError(f"policy: {error}") from None
        text = policy.policy(found)
        for file, html in pages.items():
            file.write_bytes(policy.with_policy(html, text).encode(errors="surrogateescape"))
        if self.config.headers:
            own = site / HEADERS
            before = own.read_text("utf-8").rstrip() + "\n\n" if own.exists() else ""
            own.write_text(before + policy.headers(text), "utf-8")
