"""What is installed is what was locked: by hash, from wherever the person's own settings say."""

import json
import re
from pathlib import Path

import pytest

from tools import setup

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"https?://|git\+|file:|//")
# Where an install could be written down.
SCRIPTS = [
    ROOT / "Makefile", *(ROOT / ".github").rglob("*.yml"), *(ROOT / ".ci").iterdir(),
    *(path for path in (ROOT / "tools").rglob("*") if path.is_file() and path.suffix in {"", ".py", ".js", ".json"}),
    *(ROOT / "bench").glob("*.py"),
]  # fmt: skip
LOCKS = [
    ROOT / "package-lock.json",
    *ROOT.glob("bench/**/package-lock.json"),
    *ROOT.glob("tools/**/package-lock.json"),
]
LOCKS = [path for path in LOCKS if "node_modules" not in path.relative_to(ROOT).parts]


def entries(requirements: str) -> list[str]:
    """The logical lines of a requirements file."""
    lines = re.sub(r"\s*\\\n\s*", " ", requirements).splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def test_every_python_package_is_pinned_with_hashes_and_without_an_address() -> None:
    found = entries((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    assert len(found) > 50
    model = entries((ROOT / "requirements-minilm.txt").read_text(encoding="utf-8"))
    assert len(model) == 1
    for entry in found + model:
        assert re.fullmatch(r"[\w.-]+==\S+( ; [^#]+?)?( --hash=sha256:[0-9a-f]{64})+", entry), entry.split(" --")[
            0
        ]
        assert not ADDRESS.search(entry), entry


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_node_package_has_a_hash_and_no_address(path: Path) -> None:
    packages = json.loads(path.read_text(encoding="utf-8"))["packages"]
    own = {name for name, entry in packages.items() if not name or entry.get("link")}
    assert len(packages) > len(own)
    for name, entry in packages.items():
        assert "resolved" not in entry, name
        assert name in own or re.fullmatch(r"sha512-[\w+/]{86}==", entry["integrity"]), name


def test_npm_writes_no_addresses_into_a_new_lock() -> None:
    assert "omit-lockfile-registry-resolved=true" in (ROOT / ".npmrc").read_text().splitlines()


def test_the_set_up_installs_by_hash() -> None:
    commands = [command for step in setup.steps(ROOT) for command in step.commands]
    npm = [command for command in commands if command[0].endswith("npm")]
    assert [command[1] for command in npm] == ["ci"]
    pip = [command for command in commands if command[1:4] == ("-m", "pip", "install")]
    assert len(pip) == 2
    for command in pip:  # the project's own folders have no hash, and bring nothing
        assert "--require-hashes" in command or {"--no-deps", "--no-build-isolation"} <= set(command)


def test_nothing_else_installs_anything() -> None:
    call = re.compile(r"""-m pip|"pip"|/npm|"npm"|\b(npx|uvx|pipx|yarn|pnpm|curl|wget) """)
    asks = {
        "tools/setup.py": ('"--require-hashes"', '"ci"'),
        "tools/pyodide_wheels.py": ('"--require-hashes"',),
        "tools/minilm/fetch.py": ('"--require-hashes"',),
        "bench/lighthouse.py": ('"ci"',),
        "tools/lock": ("--generate-hashes", "--package-lock-only"),  # chooses what others install by its hash
    }
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in SCRIPTS}
    code = {name: re.sub(r"(?m)(^|\s)(#|//).*", "", text) for name, text in texts.items()}
    assert {name for name, text in code.items() if call.search(text)} == asks.keys()
    for name, words in asks.items():
        assert [word for word in words if word not in texts[name]] == [], name
