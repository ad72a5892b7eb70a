"""Wheels of project folders, and the small lock."""

import zipfile
from pathlib import Path

import pytest
from pyodide_lock import InfoSpec, PackageSpec, PyodideLockSpec

from mkdocs_pyodide.wheel import WheelError, pure_wheel, small_spec


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def package(name: str, *depends: str) -> PackageSpec:
    file = f"{name}-1-cp314-cp314-emscripten.whl"
    return PackageSpec(name, "1", file, "site", imports=[name], depends=list(depends))


@pytest.fixture
def spec() -> PyodideLockSpec:
    packages = [package("numpy"), package("scipy", "numpy", "openblas"), package("openblas"), package("yaml")]
    info = InfoSpec("emscripten_5_0_3", "3.14.0", abi_version="2026_0")
    return PyodideLockSpec(info, {entry.name: entry for entry in packages})


FILES = [f"{name}-1-cp314-cp314-emscripten.whl" for name in ("numpy", "scipy", "openblas", "yaml")]


def test_a_wheel_has_the_projects_files_and_leaves_its_folder_alone(tiny_project: Path, out: Path) -> None:
    before = sorted(tiny_project.rglob("*"))
    wheel = pure_wheel(tiny_project, out)
    assert wheel.name == "tiny_sums-1.2.3-py3-none-any.whl"
    assert "tiny_sums/__init__.py" in zipfile.ZipFile(wheel).namelist()
    assert sorted(tiny_project.rglob("*")) == before


def test_the_same_sources_give_the_same_bytes(tiny_project: Path, out: Path) -> None:
    first = pure_wheel(tiny_project, out).read_bytes()
    (tiny_project / "tiny_sums" / "__init__.py").touch()
    assert pure_wheel(tiny_project, out).read_bytes() == first


def test_a_finished_wheel_is_taken_as_it_is(tiny_project: Path, out: Path, tmp_path: Path) -> None:
    finished = pure_wheel(tiny_project, tmp_path)
    assert pure_wheel(finished, out).read_bytes() == finished.read_bytes()


def test_a_compiled_wheel_is_refused(out: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "thing-1.0-cp314-cp314-linux_x86_64.whl"
    wheel.write_bytes(b"")
    with pytest.raises(WheelError, match=f"wheel {wheel.name}: expected a pure one"):
        pure_wheel(wheel, out)


def test_a_folder_that_is_no_project_is_named(out: Path, tmp_path: Path) -> None:
    with pytest.raises(WheelError, match=r"expected a folder with a pyproject.toml / found none there"):
        pure_wheel(tmp_path / "nowhere", out)


def test_another_build_backend_is_named(tiny_project: Path, out: Path) -> None:
    (tiny_project / "pyproject.toml").write_text('[build-system]\nbuild-backend = "setuptools.build_meta"\n')
    with pytest.raises(WheelError, match=r"found 'setuptools.build_meta' / hint: build the wheel yourself"):
        pure_wheel(tiny_project, out)


def test_what_hatchling_says_is_passed_on_in_one_line(tiny_project: Path, out: Path) -> None:
    text = (tiny_project / "pyproject.toml").read_text()
    (tiny_project / "pyproject.toml").write_text(text.replace('version = "1.2.3"', 'version = "one"'))
    with pytest.raises(WheelError, match="one") as caught:
        pure_wheel(tiny_project, out)
    assert "\n" not in str(caught.value)


def test_a_wheel_pulls_what_it_needs(tiny_project: Path, out: Path, spec: PyodideLockSpec) -> None:
    wheel = pure_wheel(tiny_project, out)
    small, names = small_spec(spec, [], [wheel], FILES)
    assert sorted(small.packages) == ["numpy", "tiny-sums"]
    assert names == ["tiny-sums"]
    entry = small.packages["tiny-sums"]
    assert (entry.file_name, entry.depends, entry.imports) == (wheel.name, ["numpy"], ["tiny_sums"])


def test_dependencies_of_dependencies_are_kept_and_the_rest_is_not(spec: PyodideLockSpec) -> None:
    small, names = small_spec(spec, ["scipy"], [], FILES)
    assert sorted(small.packages) == ["numpy", "openblas", "scipy"]
    assert names == ["scipy"]


def test_no_packages_are_no_packages(spec: PyodideLockSpec) -> None:
    small, names = small_spec(spec, [], [], FILES)
    assert (small.packages, names) == ({}, [])


@pytest.mark.parametrize("name", ["scipy", "pandas"])
def test_a_package_without_a_file_is_named(spec: PyodideLockSpec, name: str) -> None:
    needed = "openblas" if name == "scipy" else "pandas"
    with pytest.raises(WheelError, match=rf"package {needed}: expected one whose file is in runtime.lock.json"):
        small_spec(spec, [name], [], FILES[:1])


def test_a_requirement_that_pyodide_does_not_have_is_named(
    tiny_project: Path, out: Path, spec: PyodideLockSpec
) -> None:
    del spec.packages["numpy"]
    with pytest.raises(WheelError, match="Requirement numpy"):
        small_spec(spec, [], [pure_wheel(tiny_project, out)], FILES)
