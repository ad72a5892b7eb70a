"""What is published: layout, hashes, manifest; made without network, once."""

import json
import re
import shutil
import socket
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from mkdocs_pyodide.cache import RuntimeFilesError, cache_folder
from mkdocs_pyodide.job import JobError
from mkdocs_pyodide.lock import read_lock
from mkdocs_pyodide.publish import Runtime, prepare
from mkdocs_pyodide.trim import module_sources
from tests.mkdocs_pyodide.projects import write_tiny_project

NUMPY = read_lock().packages["numpy"].file
TINY = "tiny_sums-1.2.3-py3-none-any.whl"


def test_the_folder_holds_what_the_manifest_says(tiny_runtime: Runtime, tiny_site: Path) -> None:
    manifest = tiny_runtime.manifest
    assert re.fullmatch(r"assets/pyodide-[0-9a-f]{12}", manifest.folder)
    sizes = {path.name: path.stat().st_size for path in (tiny_site / manifest.folder).iterdir()}
    assert sizes == manifest.sizes
    assert set(manifest.files.values()) <= set(sizes)
    assert manifest.packages == ("tiny-sums",)
    assert manifest.wheels == (NUMPY, TINY)
    assert (manifest.version, manifest.python) == ("314.0.3", "3.14.0")


def test_every_module_ends_in_js(tiny_runtime: Runtime) -> None:
    assert {tiny_runtime.manifest.files[role] for role in ("loader", "module")} == {"pyodide.js", "pyodide.asm.js"}
    assert not [name for name in tiny_runtime.manifest.sizes if name.endswith(".mjs")]


def test_scripts_get_relative_addresses(tiny_runtime: Runtime) -> None:
    manifest = json.loads(json.dumps(tiny_runtime.manifest.as_json()))
    assert manifest["folder"] == "../" + tiny_runtime.manifest.folder.removeprefix("assets/") + "/"
    assert manifest["files"]["wasm"] == "pyodide.asm.wasm"
    assert "://" not in json.dumps(manifest)


def test_the_published_lock_has_the_hashes_of_the_published_wheels(tiny_runtime: Runtime, tiny_site: Path) -> None:
    folder = tiny_site / tiny_runtime.manifest.folder
    packages = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    assert sorted(packages) == ["numpy", "tiny-sums"]
    assert packages["tiny-sums"]["depends"] == ["numpy"]
    for entry in packages.values():
        assert entry["sha256"] == sha256((folder / entry["file_name"]).read_bytes()).hexdigest()
    assert packages["numpy"]["sha256"] not in {file.sha256 for file in read_lock().files}


def test_a_start_is_small_and_the_rest_completes_it(
    tiny_runtime: Runtime, tiny_site: Path, runtime_files: Path
) -> None:
    folder = tiny_site / tiny_runtime.manifest.folder

    def modules(path: Path) -> set[str]:
        names = zipfile.ZipFile(path).namelist()
        return {re.sub(r"\.pyc?$", "", name) for name in names if name.endswith((".py", ".pyc", ".so"))}

    small, full = modules(folder / "python_stdlib.zip"), modules(folder / "python_stdlib-full.zip")
    assert full == modules(runtime_files / "python_stdlib.zip")
    assert small < full
    assert len(small) < len(full) / 3
    start, rest = modules(folder / NUMPY), modules(folder / "packages-full.zip")
    assert {"numpy/__init__", "numpy/linalg/_linalg", "numpy/_core/_methods"} <= start
    assert not start & rest
    assert start | rest == {name for name in modules(runtime_files / NUMPY) if "/tests/" not in name}


def test_licences_are_published(tiny_runtime: Runtime, tiny_site: Path) -> None:
    folder = tiny_site / tiny_runtime.manifest.folder
    assert "Mozilla Public License 2.0" in (folder / "NOTICE.txt").read_text()
    assert "numpy-2.4.3.dist-info/licenses/LICENSE.txt" in zipfile.ZipFile(folder / "packages-full.zip").namelist()


def test_publishing_again_copies_nothing_but_what_is_missing(tiny_runtime: Runtime, tmp_path: Path) -> None:
    tiny_runtime.publish(tmp_path)
    folder = tmp_path / tiny_runtime.manifest.folder
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    (folder / "pyodide.js").write_bytes(b"cut short")
    (folder / "pyodide-lock.json").unlink()
    tiny_runtime.publish(tmp_path)
    after = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert {name for name in before if before[name] != after[name]} == {"pyodide.js", "pyodide-lock.json"}
    assert (folder / "pyodide.js").stat().st_size == tiny_runtime.manifest.sizes["pyodide.js"]


def test_the_second_time_needs_neither_network_nor_node(
    tiny_runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("asked for the network or for Node")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr("mkdocs_pyodide.job.node", refuse)
    again = prepare(wheels=[write_tiny_project(tmp_path / "tiny")])
    assert again.manifest == tiny_runtime.manifest


def test_another_source_gives_another_folder(tiny_runtime: Runtime, tiny_project: Path) -> None:
    (tiny_project / "tiny_sums" / "__init__.py").write_text(
        "import numpy\n\n\ndef total() -> int:\n    return 1\n"
    )
    assert prepare(wheels=[tiny_project]).manifest.folder != tiny_runtime.manifest.folder


def test_a_site_without_packages() -> None:
    manifest = prepare().manifest
    assert (manifest.packages, manifest.wheels) == ((), ())
    assert "fullPackages" not in manifest.files


def test_an_empty_cache_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(RuntimeFilesError, match=r"missing pyodide\.mjs, .* / hint: run `make fetch`"):
        prepare(cache=tmp_path)


def test_a_damaged_cache_is_one_line(tmp_path: Path, runtime_files: Path) -> None:
    lock = read_lock()
    folder = cache_folder(lock, tmp_path)
    folder.mkdir()
    for file in lock.files:
        shutil.copyfile(runtime_files / file.name, folder / file.name)
    data = bytearray((folder / "pyodide.asm.wasm").read_bytes())
    data[1_000_000] ^= 1
    (folder / "pyodide.asm.wasm").write_bytes(data)
    with pytest.raises(RuntimeFilesError) as caught:
        prepare(cache=tmp_path)
    assert str(caught.value).startswith(
        f"runtime file {folder / 'pyodide.asm.wasm'}:"
        " expected sha256 e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf"
        f" / found {sha256(data).hexdigest()} / hint: run"
    )


def test_an_import_that_the_build_cannot_find_is_named() -> None:
    with pytest.raises(JobError, match=r"^import no_such_module: expected a module that the build can import"):
        prepare(imports=["no_such_module.part"])


def test_an_import_that_fails_in_pyodide_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "only_here.py").write_text("import fcntl_that_is_not_there\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(JobError) as caught:
        prepare(imports=["only_here"])
    assert "import only_here: ModuleNotFoundError: No module named 'fcntl_that_is_not_there'" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_sources_of_a_package_are_found_where_the_build_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engine" / "parts").mkdir(parents=True)
    for name in ("engine/__init__.py", "engine/parts/__init__.py", "engine/parts/one.py", "alone.py"):
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.syspath_prepend(tmp_path)
    sources = module_sources(["engine.parts.one", "alone", "json.tool", "numpy.fft"], {"numpy"})
    assert sorted(sources) == ["alone.py", "engine/__init__.py", "engine/parts/__init__.py", "engine/parts/one.py"]
    assert sources["alone.py"] == b"# alone.py\n"


@pytest.mark.slow
def test_another_cache_gives_the_same_bytes(tiny_runtime: Runtime, tmp_path: Path, runtime_files: Path) -> None:
    lock = read_lock()
    folder = cache_folder(lock, tmp_path / "cache")
    folder.mkdir(parents=True)
    for file in lock.files:
        shutil.copyfile(runtime_files / file.name, folder / file.name)
    fresh = prepare(wheels=[write_tiny_project(tmp_path / "tiny")], cache=tmp_path / "cache")
    assert fresh.manifest == tiny_runtime.manifest


def test_an_installed_package_is_published_for_later_and_changes_no_start(
    tiny_runtime: Runtime, tmp_path: Path
) -> None:
    # Of all that the tests themselves need, sortedcontainers is the smallest package.
    runtime = prepare(["sortedcontainers"], [write_tiny_project(tmp_path / "tiny")])
    manifest = runtime.manifest
    (wheel,) = manifest.as_json()["modules"]["sortedcontainers"]
    assert re.fullmatch(r"sortedcontainers-[\d.]+-py3-none-any\.whl", wheel)
    runtime.publish(tmp_path / "site")
    assert (tmp_path / "site" / manifest.folder / wheel).stat().st_size == manifest.sizes[wheel]
    assert (manifest.packages, manifest.wheels) == (("tiny-sums",), (NUMPY, TINY))
    assert manifest.snapshot == tiny_runtime.manifest.snapshot
    assert runtime.importable == {"numpy", "tiny_sums", "sortedcontainers"}
    assert tiny_runtime.manifest.modules == {}
