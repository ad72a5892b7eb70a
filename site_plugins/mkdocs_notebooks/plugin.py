"""The `notebooks` plugin for MkDocs: mkdocs-jupyter, whose pages go the way of every other. Wiring only."""

import importlib.util
from pathlib import Path

from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs_jupyter.plugin import Plugin
from nbformat import NotebookNode

from mkdocs_notebooks import kernel, markdown, notebook
from mkdocs_notebooks.errors import NotebookError

# mkdocs-jupyter's options as these pages need them: run each notebook, stop at an error, ask no other host.
FIXED = {
    "include": ["*.ipynb"],
    "ignore": [".ipynb_checkpoints", "*.md", "*.py"],  # or it reads each of them, to find that it is no notebook
    "execute": True,
    "allow_errors": False,
    "kernel_name": notebook.KERNEL["name"],
    "markdown_cell_processor": "mkdocs",
    "mathjax_version": 2,
    "cache": False,  # its own doesn't see changes in the packages that a notebook uses
}


class NotebooksPlugin(Plugin):
    """Finds and runs notebooks as mkdocs-jupyter does, and gives MkDocs their Markdown in place of their HTML."""

    config_scheme = (
        *((name, o) for name, o in Plugin.config_scheme if name not in FIXED),
        *((name, option.Choice([value], default=value)) for name, value in FIXED.items()),
    )

    def on_config(self, config: MkDocsConfig) -> None:
        """Let mkdocs-jupyter check its options; ask the live-demo plugin which packages may change."""
        super().on_config(config)
        self.notebooks: dict[str, NotebookNode] = {}
        demos = config.plugins.get("live-demo")
        if demos is None:
            raise PluginError(
                "notebooks: expected the `live-demo` plugin beside it; found none; hint: add it to plugins"
            )
        self.packages = ["live_demo", *demos.config.reload]
        self.demos = Path(config.docs_dir, demos.config.demos)

    @event_priority(100)  # before all others, which then see the page's Markdown
    def on_page_markdown(self, text: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Run the notebook and return it as Markdown."""
        if not self.should_include(page.file):
            return text
        try:
            read = notebook.read(page.file.content_string)
            shown = markdown.page(read, Path(page.file.src_uri).name)
            self._run(read, text, page=page, config=config, files=files)
        except NotebookError as error:
            raise PluginError(f"{page.file.src_uri}: {error}") from None
        self.notebooks[page.file.src_uri] = read
        return shown

    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """Write the download beside the page."""
        read = self.notebooks.get(page.file.src_uri)
        if read is not None:
            target = Path(config.site_dir, page.file.dest_uri).parent / Path(page.file.src_uri).name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(notebook.download(read), encoding="utf-8")
        return output

    def _run(self, read: NotebookNode, text: str, **more: object) -> None:
        """Run it in a kernel, unless the same code ran through before."""
        demos = [self.demos] if notebook.names(read, "demos", "fetched") else []
        key = kernel.key(notebook.code_digest(read), [*map(_source, self.packages), *demos])
        if kernel.has_run(key):
            return
        try:
            with kernel.apart(self.demos.parent):
                super().on_page_markdown(text, **more)
        except kernel.FAILURES as error:
            raise kernel.explained(error, read) from None
        kernel.remember(key)


def _source(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.origin:
        raise NotebookError(f"package {package}", expected="one that can be imported", found="none of that name")
    return Path(spec.origin).parent
