import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

THERMOMETER = '''"""How warm it is."""
from typing import Annotated
from live_demo import Presets, Slider, View, strong, table
PRESETS = Presets("Start from", {"cold": {"t": 0.0}, "hot": {"t": 40.0}})
def view(t: Annotated[float, Slider("Degrees", 0.0, 40.0, step=0.5)] = 20.0) -> View:
    return View(table("Degrees", ["scale", "value"], [["C", str(t)]]), sentence=[strong(f"{t:.1f}"), " degrees"])
'''


@pytest.fixture
def demos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of demos with one in it, importable for the length of a test."""
    folder = tmp_path / "demos"
    folder.mkdir()
    (folder / "thermometer.py").write_text(THERMOMETER)
    kept = {n: sys.modules.pop(n) for n in list(sys.modules) if n.partition(".")[0] == "demos"}
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [n for n in sys.modules if n.partition(".")[0] == "demos"]:
        del sys.modules[name]
    sys.modules.update(kept)
