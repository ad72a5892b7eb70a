"""What a page's cells change in modules and settings ends with the page, in a Python of its own: it is changed for good."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN = """
import json, sys
import LOADED, live_code.browser as browser
shown = []
def emit(item):
    shown.append(json.loads(item).get("plain"))
pages = json.load(sys.stdin)
for cells in pages:
    for number, code in enumerate(cells):
        answer = json.loads(browser.run("page", f"cell {number}", code, emit))
        assert answer["ok"], answer
    browser.forget("page")
print(json.dumps([text for text in shown if text is not None]))
"""


def shown(folder: Path, *pages: list[str], loaded: str = "numpy, attn_core, live_demo") -> list[str]:
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "site_plugins")))}
    command = [sys.executable, "-c", RUN.replace("LOADED", loaded)]
    done = subprocess.run(
        command, input=json.dumps(pages), cwd=folder, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("change", "look"),
    [
        ("import numpy as np\nnp.exp = lambda x: x", "import numpy as np\nround(float(np.exp(2)), 3)"),
        ("import numpy as np\nnp.set_printoptions(precision=2)", "import numpy as np\nnp.array([1 / 3])"),
        ("import numpy as np\nnp.seterr(all='raise');", "import numpy as np\nnp.geterr()['invalid']"),
        (
            "import numpy as np\nnp.sum = None\nimport numpy.fft",
            "import numpy as np\nint(np.sum([1, 2])), callable(np.fft.fft)",
        ),
        ("import numpy as np\nnp.random = None", "import numpy as np\nnp.random.__name__"),
        ("import attn_core\nattn_core.softmax = None", "import attn_core\nattn_core.softmax.__name__"),
        ("import attn_core\nattn_core.rope = None", "import attn_core\nattn_core.rope.__name__"),
        (
            "import attn_core.tiled\nattn_core.tiled.tiled_attention = None",
            "import attn_core\nattn_core.tiled_attention.__name__",
        ),
        (
            "import attn_core.softmax as m\nm.sum = None",
            "import attn_core\nhasattr(sys.modules['attn_core.softmax'], 'sum')",
        ),
        ("import live_demo\nlive_demo.View.html = None", "import live_demo\ncallable(live_demo.View.html)"),
        ("import live_demo\nlive_demo.View.extra = 1", "import live_demo\nhasattr(live_demo.View, 'extra')"),
        ("import builtins\nbuiltins.sorted = None", "sorted([2, 1])"),
        ("import builtins\ndel builtins.print, builtins.set", "print.__name__, set()"),
        ("import builtins\nbuiltins.extra = 1", "import builtins\nhasattr(builtins, 'extra')"),
        ("sys.setrecursionlimit(200)", "sys.getrecursionlimit() > 200"),
        ("sys.path.clear()\nsys.argv = 5", "len(sys.path) > 1, len(sys.argv)"),
        ("import colorsys\ncolorsys.rgb_to_hsv = None", "import colorsys\ncallable(colorsys.rgb_to_hsv)"),
        ("import math\nmath.exp = math.len = None", "import math\nmath.exp(0), hasattr(math, 'len')"),
        ("import os\nos.environ['EXTRA'] = '1'", "import os\n'EXTRA' in os.environ"),
        ("import warnings\nwarnings.simplefilter('error')", "import warnings\nwarnings.warn('x')\n'went on'"),
        ("import decimal\ndecimal.getcontext().prec = 3", "import decimal\ndecimal.getcontext().prec"),
        ("import json\nsys.modules['json'] = None", "import json\njson.dumps(1)"),
    ],
)
def test_the_next_page_finds_all_as_it_was(change: str, look: str, tmp_path: Path) -> None:
    changed, looked = [f"import sys\n{change}"], [f"import sys\n{look}"]
    fresh, once, twice = shown(tmp_path, looked, changed, looked, changed, looked)
    assert fresh == once == twice


def test_a_package_is_kept_as_it_comes_not_as_the_cell_leaves_it(tmp_path: Path) -> None:
    spoilt = ["import numpy as np\nnp.exp = None\nnp.ndarray"]
    looked = ["import numpy as np\nfloat(np.exp(0))"]
    assert shown(tmp_path, spoilt, looked, loaded="json")[1] == "1.0", "numpy came with the cell"


def test_a_change_lasts_as_long_as_the_page(tmp_path: Path) -> None:
    code = [
        "import numpy as np\nnp.set_printoptions(precision=2)\nnp.exp = abs",
        "np.array([1 / 3])",
        "np.exp(-2)",
    ]
    assert shown(tmp_path, code) == ["array([0.33])", "2"]
