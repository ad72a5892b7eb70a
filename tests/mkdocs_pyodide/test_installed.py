"""Wheels made again from installed packages."""

import base64
import hashlib
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from mkdocs_pyodide.installed import InstalledWheel, browser_markers, by_module, installed_wheels
from mkdocs_pyodide.wheel import WheelError

BROWSER = browser_markers("3.14.0")
METADATA = "Metadata-Version: 2.4\nName: {name}\nVersion: 1.5\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: {tag}\n"


def hashed(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the import path, in place of an environment."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def install(
    folder: Path,
    name: str,
    files: dict[str, str],
    *needs: str,
    tag: str = "py3-none-any",
    added: tuple[str, ...] = (),
) -> None:
    """Lay a package out as an installer does, with the files that it adds."""
    info = f"{name.replace('-', '_')}-1.5.dist-info"
    requires = "".join(f"Requires-Dist: {need}\n" for need in needs)
    whole = files | {
        f"{info}/METADATA": METADATA.format(name=name) + requires,
        f"{info}/WHEEL": WHEEL.format(tag=tag),
        f"{info}/INSTALLER": "hand\n",
    }
    record = [f"{path},sha256={hashed(text.encode())},{len(text.encode())}" for path, text in whole.items()]
    whole[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", *added])
    for path, text in whole.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def test_a_wheel_holds_what_was_installed_and_nothing_that_the_installer_added(environment: Path) -> None:
    install(environment, "tiny-birds", {"tiny_birds/__init__.py": "SONG = 'tweet'\n", "tiny_birds/a.txt": "ä"},
            added=("../../bin/tweet,,", "tiny_birds/__pycache__/__init__.cpython-313.pyc,,"))  # fmt: skip
    (wheel,) = installed_wheels(["Tiny_Birds"], [], BROWSER)
    assert (wheel.name, set(wheel.modules)) == ("tiny_birds-1.5-py3-none-any.whl", {"tiny_birds"})
    archive = zipfile.ZipFile(BytesIO(wheel.data))
    assert archive.namelist() == [
        "tiny_birds-1.5.dist-info/METADATA",
        "tiny_birds-1.5.dist-info/WHEEL",
        "tiny_birds/__init__.py",
        "tiny_birds/a.txt",
        "tiny_birds-1.5.dist-info/RECORD",
    ]
    assert archive.read("tiny_birds/a.txt") == "ä".encode()
    record = archive.read("tiny_birds-1.5.dist-info/RECORD").decode()
    assert f"tiny_birds/__init__.py,sha256={hashed(b"SONG = 'tweet'\n")},15\n" in record
    assert record.endswith("tiny_birds-1.5.dist-info/RECORD,,\n")


def test_the_same_installation_gives_the_same_bytes(environment: Path) -> None:
    install(environment, "tiny", {"tiny.py": "x = 1\n"})
    first = installed_wheels(["tiny"], [], BROWSER)
    (environment / "tiny.py").touch()
    assert installed_wheels(["tiny"], [], BROWSER) == first


def test_pip_can_install_it(environment: Path, tmp_path: Path) -> None:
    install(environment, "tiny", {"tiny/__init__.py": "", "tiny/deep/a.py": "x = 1\n"})
    (wheel,) = installed_wheels(["tiny"], [], BROWSER)
    (tmp_path / wheel.name).write_bytes(wheel.data)
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet", "--target"]
    options = ["--no-cache-dir", "--disable-pip-version-check"]
    subprocess.run([*command, tmp_path / "there", *options, tmp_path / wheel.name], check=True)
    assert (tmp_path / "there" / "tiny" / "deep" / "a.py").read_text() == "x = 1\n"


def test_what_it_needs_comes_along_unless_the_browser_has_it_or_never_needs_it(environment: Path) -> None:
    needs = (
        "seed>=1",
        "numpy>=2",
        'windy; sys_platform == "win32"',
        'old; python_version < "3.14"',
        'web; extra == "net"',
    )
    install(environment, "tree", {"tree.py": ""}, *needs)
    install(environment, "seed", {"seed.py": ""}, "tree")
    install(environment, "web", {"web.py": ""})
    assert [wheel.name for wheel in installed_wheels(["tree==1.5"], ["numpy"], BROWSER)] == [
        "seed-1.5-py3-none-any.whl",
        "tree-1.5-py3-none-any.whl",
    ]
    assert [wheel.name for wheel in installed_wheels(["tree[net]"], ["numpy"], BROWSER)][-1].startswith("web-")


def test_two_wheels_may_share_a_namespace() -> None:
    wheels = [
        InstalledWheel("a.whl", b"", frozenset({"birds"})),
        InstalledWheel("b.whl", b"", frozenset({"birds", "b"})),
    ]
    assert by_module(wheels) == {"b": ("b.whl",), "birds": ("a.whl", "b.whl")}


def test_a_wheel_for_python_2_and_3_keeps_a_tag_that_counts(environment: Path) -> None:
    install(environment, "tiny", {"tiny.py": ""}, tag="py2-none-any\nTag: py3-none-any")
    (wheel,) = installed_wheels(["tiny"], [], BROWSER)
    assert wheel.name == "tiny-1.5-py3-none-any.whl"


def complaint(*requirements: str) -> str:
    with pytest.raises(WheelError) as caught:
        installed_wheels(requirements, [], BROWSER)
    return str(caught.value)


def test_a_package_that_is_not_installed_is_named() -> None:
    assert complaint("no-such-thing") == (
        "package no-such-thing: expected one that is installed or in runtime.lock.json / found neither"
        " / hint: install it beside mkdocs (pip install 'no-such-thing')"
    )


def test_another_version_is_named(environment: Path) -> None:
    install(environment, "tiny", {"tiny.py": ""})
    assert complaint("tiny==1.4") == "package tiny: expected version ==1.4 / found 1.5"


def test_what_is_no_requirement_is_named() -> None:
    assert complaint("tiny 1.4").startswith("package 'tiny 1.4': expected a name")


def test_compiled_code_is_refused(environment: Path) -> None:
    install(environment, "fast", {"fast.py": ""}, tag="cp313-cp313-manylinux_2_17_x86_64")
    assert complaint("fast").startswith(
        "package fast: expected a pure one, *-none-any.whl / found cp313-cp313-manylinux_2_17_x86_64, compiled"
    )


def test_a_file_that_was_changed_is_named(environment: Path) -> None:
    install(environment, "tiny", {"tiny.py": "x = 1\n"})
    (environment / "tiny.py").write_text("x = 2\n")
    assert complaint("tiny") == (
        "package tiny: expected tiny.py as it was installed / found it changed / hint: install the package again"
    )


def test_an_editable_installation_is_refused() -> None:
    assert complaint("attn-core").startswith(
        "package attn-core: expected one whose files are installed / found an editable or broken one"
    )
