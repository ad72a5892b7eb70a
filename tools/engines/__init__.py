"""Three browser engines, one way to drive them: `with engine("webkit", profile) as browser: browser.go(url)`."""

import importlib
from pathlib import Path

from tools.engines.webdriver import Driver, EngineError, MissingEngineError

__all__ = ["ENGINES", "Driver", "EngineError", "MissingEngineError", "engine"]

ENGINES = ("chromium", "firefox", "webkit")
_CLASSES = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}


def engine(name: str, profile: Path) -> Driver:
    """Start an engine with its profile in the folder `profile`, which may be empty or used before.

    Raises
    ------
    MissingEngineError
        If it is not installed.
    EngineError
        If it does not start.
    """
    made: Driver = getattr(importlib.import_module(f"tools.engines.{name}"), _CLASSES[name])(profile)
    return made
