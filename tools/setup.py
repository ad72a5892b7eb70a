"""Set up this checkout: virtual environment, Python packages, Node packages. Says nothing when all is there.

`python -m tools.setup` runs on any Python >= 3.12 with the standard library alone; `make setup` finds one.
Index, proxy and cache settings are pip's and npm's own.
"""

import os
import sys
from pathlib import Path

from tools.steps import Step, StepError, alone, run

ROOT = Path(__file__).resolve().parent.parent


def steps(root: Path) -> tuple[Step, ...]:
    """List what must be done in `root`, in order; each step may rely on those before it."""
    venv, node_modules = root / ".venv", root / "node_modules"
    python = str(venv / "bin" / "python")
    pip = (python, "-m", "pip", "install", "--no-input", "--progress-bar=off")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return (
        Step(
            "python",
            f"making .venv with Python {version}, so that nothing is installed outside this folder",
            stamp=venv / ".done" / "python",
            inputs=(),
            # Scripts in a venv hold its absolute path: a moved folder needs a new one.
            facts=(version, str(root)),
            commands=((_base_python(), "-m", "venv", "--clear", str(venv)),),
        ),
        Step(
            "packages",
            "installing requirements.txt into .venv: it is new or changed (about a minute, 1 GB)",
            stamp=venv / ".done" / "packages",
            inputs=(root / "requirements.txt",),
            commands=((*pip, "--require-hashes", "--requirement", "requirements.txt"),),
        ),
        Step(
            "project",
            "linking attn_core and site_plugins into .venv, so that edits count at once",
            stamp=venv / ".done" / "project",
            inputs=(root / "pyproject.toml", root / "site_plugins" / "pyproject.toml"),
            commands=((*pip, "--no-deps", "--no-build-isolation", "-e", ".", "-e", "./site_plugins"),),
        ),
        Step(
            "node",
            "installing package-lock.json into node_modules with .venv's Node: fonts, esbuild, the type checker",
            stamp=node_modules / ".done",
            inputs=(root / "package.json", root / "package-lock.json"),
            commands=((str(venv / "bin" / "npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"),),
        ),
    )


def _base_python() -> str:
    """Return the interpreter behind the one that runs: the environment can't remake itself."""
    return str(getattr(sys, "_base_executable", sys.executable))


def main() -> int:
    """Run the steps that are due."""
    os.environ["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    try:
        with alone(ROOT / ".make" / "lock"):
            for step in steps(ROOT):
                run(step, ROOT)
    except StepError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("setup: interrupted; the same command resumes here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
