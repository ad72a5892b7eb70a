"""Changes the package in every way that mutmut knows, one at a time, and counts what no test notices.

    python -m venv /tmp/mutation
    /tmp/mutation/bin/pip install mutmut==3.8.1 numpy==2.4.3 hypothesis pytest
    /tmp/mutation/bin/python -m tests.attn_core.mutation.run /tmp/mutants

A quarter of an hour on two idle cores. The folder is made. Writes results/mutation.json, and fails if a mutant
lives that `equivalent.json`, beside this file, doesn't explain.
"""

import datetime
import json
import platform
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
TESTS = ROOT / "tests" / "attn_core"
# They look at the package as a whole, or take too long to be run thousands of times.
LEFT_OUT = [
    "test_package.py",
    "test_results.py",
    "test_doctests.py",
    "test_onnx.py",
    "onnx_cases.py",
    "test_in_pyodide.py",
]
CONFIGURATION = """
[tool.pytest.ini_options]
pythonpath = ["."]
addopts = ["--import-mode=importlib", "-p", "no:cacheprovider"]
filterwarnings = ["error"]
markers = ["slow: left out"]
[tool.mutmut]
source_paths = ["attn_core"]
do_not_mutate = ["attn_core/__init__.py"]
also_copy = ["conftest.py"]
pytest_add_cli_args_test_selection = ["tests/attn_core"]
use_git_change_detection = false
timeout_multiplier = 10.0
timeout_constant = 5.0
"""
# The same examples for every mutant, or a verdict would be a matter of luck.
CONFTEST = """
from hypothesis import HealthCheck, settings
checks = list(HealthCheck)
settings.register_profile("mutation", derandomize=True, database=None, max_examples=60, suppress_health_check=checks)
settings.load_profile("mutation")
"""


def prepare(folder: Path) -> None:
    """Put package, tests and configuration into the folder."""
    skipped = shutil.ignore_patterns("__pycache__", "results", "mutation", *LEFT_OUT)
    shutil.copytree(ROOT / "attn_core", folder / "attn_core", ignore=skipped)
    shutil.copytree(TESTS, folder / "tests" / "attn_core", ignore=skipped)
    (folder / "pyproject.toml").write_text(CONFIGURATION, encoding="utf-8")
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")


def mutmut(folder: Path, *arguments: str) -> str:
    """Run mutmut in the folder and return what it prints."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def verdicts(folder: Path) -> dict[str, int]:
    """Return the exit code of the tests for each mutant: 0 if they passed, 1 if not, else they were stopped."""
    found: dict[str, int] = {}
    for path in sorted((folder / "mutants" / "attn_core").glob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def change(folder: Path, mutant: str) -> dict[str, str]:
    """Return where the mutant is, the line as it is, and the line as it was changed."""
    lines = mutmut(folder, "show", mutant).splitlines()
    minus, plus = (
        " / ".join(line[1:].strip() for line in lines if line.startswith(sign) and not line.startswith(3 * sign))
        for sign in "-+"
    )
    return {"where": mutant.partition("__mutmut_")[0].removeprefix("attn_core."), "line": minus, "mutant": plus}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)  # mutmut would keep answers that newer tests have changed
    prepare(folder)
    mutmut(folder, "run")
    codes = verdicts(folder)
    explained: list[dict[str, Any]] = json.loads((HERE / "equivalent.json").read_text(encoding="utf-8"))
    reasons = {(entry["where"], entry["line"], entry["mutant"]): entry["why"] for entry in explained}
    living = [change(folder, mutant) for mutant, code in codes.items() if code == 0]
    equivalent = [one | {"why": reasons[why]} for one in living if (why := tuple(one.values())) in reasons]
    survived = [one for one in living if tuple(one.values()) not in reasons]
    result = {
        "script": "tests/attn_core/mutation/run.py",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "versions": {"python": platform.python_version(), **{name: version(name) for name in ("mutmut", "numpy")}},
        "mutants": len(codes),
        "killed": sum(code == 1 for code in codes.values()),
        "stopped": sum(code not in {0, 1} for code in codes.values()),
        "survived": survived,
        "equivalent": equivalent,
    }
    text = json.dumps(result, indent=2, ensure_ascii=False) + "\n"
    (TESTS / "results" / "mutation.json").write_text(text, encoding="utf-8")
    print(
        f"{len(codes)} mutants: {result['killed']} killed, {result['stopped']} stopped, {len(equivalent)} equivalent"
    )
    if survived:
        sys.exit(f"expected no other mutant to live / found {json.dumps(survived, indent=2, ensure_ascii=False)}")


if __name__ == "__main__":
    main()
