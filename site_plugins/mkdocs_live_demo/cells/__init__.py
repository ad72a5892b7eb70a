"""Python cells: from ```` ```python live ```` to code that was run at build and runs again in the page."""
