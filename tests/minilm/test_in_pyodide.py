"""The model in eight bits gives the same tokens and the same attention in the browser’s Python."""

import json
from pathlib import Path

import numpy as np
import pytest

from demos.minilm.model import from_quantised, run
from demos.minilm.quantised import read_quantised
from mkdocs_pyodide.cache import cache_folder, check
from mkdocs_pyodide.lock import read_lock
from tests.node import run_module
from tools.minilm.quantise import quantised
from tools.minilm.source import Source

ROOT = Path(__file__).parents[2]
TEXT = "Zoë's 猫 didn't cross the street because it was too tired… 🐈"
RUN = f"""
import json, sys, time
sys.dont_write_bytecode = True
sys.path[:0] = ["/repository", "/repository/docs"]
from demos.minilm.model import from_quantised, run
from demos.minilm.quantised import read_quantised
from demos.minilm.tokenizer import tokenize
started = time.perf_counter()
file = read_quantised(open("/model/quantised", "rb").read())
read = time.perf_counter()
tokens = tokenize({TEXT!r}, file.vocabulary)
done = run(from_quantised(file), [file.vocabulary[token] for token in tokens])
ran = time.perf_counter()
json.dumps({{"tokens": tokens, "attention": done.attention.tolist(), "read": read - started, "ran": ran - read}})
"""


@pytest.mark.slow
def test_tokens_and_attention_are_the_same_in_pyodide(source: Source, tmp_path: Path) -> None:
    data = quantised(source)
    (tmp_path / "quantised").write_bytes(data)
    runtime = cache_folder(read_lock())
    check(runtime, read_lock())
    mounts = {"/repository": str(ROOT), "/model": str(tmp_path)}
    script = f"""
        import {{ loadPyodide }} from {json.dumps((runtime / "pyodide.mjs").as_uri())};
        const folder = {json.dumps(f"{runtime}/")};
        const python = await loadPyodide({{ indexURL: folder, packageBaseUrl: folder, packages: ["numpy"] }});
        for (const [to, root] of Object.entries({json.dumps(mounts)})) {{
          python.FS.mkdir(to);
          python.FS.mount(python.FS.filesystems.NODEFS, {{ root }}, to);
        }}
        process.stdout.write(python.runPython({json.dumps(RUN)}));
    """
    ended = run_module(script, 300)
    assert ended.returncode == 0, (ended.stdout + ended.stderr)[-5000:]
    found = json.loads(ended.stdout.splitlines()[-1])
    tokens = source.tokens(TEXT)
    assert found["tokens"] == tokens
    here = run(from_quantised(read_quantised(data)), source.numbered(tokens))
    np.testing.assert_allclose(found["attention"], here.attention, atol=1e-5)
    print(f"read in {found['read']:.2f} s, ran in {found['ran']:.2f} s")
