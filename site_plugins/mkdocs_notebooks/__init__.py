"""Jupyter notebooks as pages: run at build by mkdocs-jupyter, shown as Markdown with live cells."""
