"""The two package indexes: single files out of large archives."""

import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from mkdocs_pyodide.addresses import npm_address, pip_address
from mkdocs_pyodide.cache import RuntimeFilesError
from mkdocs_pyodide.download import SourceError
from mkdocs_pyodide.fetch import fetch
from mkdocs_pyodide.lock import RuntimeLock, read_lock
from mkdocs_pyodide.sources import npm_source, sources_in_order, wheel_source
from tests.mkdocs_pyodide.servers import Handler, Server, whole, without_ranges

type Serve = Callable[[dict[str, bytes]], Server]
PATIENCE = 5.0


def wheel(contents: dict[str, bytes]) -> bytes:
    """Make a large wheel with one file that is wanted, which does not compress."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("before.bin", bytes(2_000_000))
        archive.writestr("inside/large.bin", contents["large.bin"], zipfile.ZIP_DEFLATED)
        archive.writestr("after.bin", bytes(2_000_000))
    return out.getvalue()


def package(contents: dict[str, bytes]) -> bytes:
    """Make an npm archive whose wanted file comes first."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=0) as archive:
        for name, data in {
            "package/small.json": contents["small.json"],
            "package/x.bin": bytes(9_000_000),
        }.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def test_a_wheel_gives_single_members(
    tmp_path: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve({"a.whl": wheel(contents)})
    asked: list[str] = []

    def locate(name: str, _: float) -> str:
        asked.append(name)
        return server.url + "a.whl"

    with pytest.raises(RuntimeFilesError, match=r"missing small\.json"):
        fetch(tmp_path, lock, [wheel_source(lock.wheel, locate)], PATIENCE, lambda _: None)
    assert (tmp_path / "large.bin").read_bytes() == contents["large.bin"]
    assert asked == ["a-wheel==1.0"]
    assert server.sent < 500_000  # of 4.3 MB


def test_a_member_that_breaks_off_is_read_again(
    tmp_path: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve({"a.whl": wheel(contents)})
    broken: list[bytes] = []

    def breaks_in_the_member(handler: Handler, data: bytes) -> None:
        first, last = (int(end) for end in handler.headers["Range"].removeprefix("bytes=").split("-"))
        broken.append(data[first : last + 1])
        handler.start(broken[0], 206, Content_Range=f"bytes {first}-{last}/{len(data)}")
        handler.send(broken[0][:150_000])
        handler.close_connection = True

    def locate(*_: object) -> str:
        return server.url + "a.whl"

    server.answers["/a.whl"] = [whole, breaks_in_the_member]  # the list of members, then the member
    with pytest.raises(RuntimeFilesError, match=r"missing small\.json"):
        fetch(tmp_path, lock, [wheel_source(lock.wheel, locate)], PATIENCE, lambda _: None)
    assert (tmp_path / "large.bin").read_bytes() == contents["large.bin"]
    assert len(broken[0]) > 290_000


def test_a_server_without_ranges_is_of_no_use_for_a_wheel(
    tmp_path: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve({"a.whl": wheel(contents)})
    server.answers["/a.whl"] = [without_ranges]
    source = wheel_source(lock.wheel, lambda *_: server.url + "a.whl")
    with pytest.raises(RuntimeFilesError, match=r"missing large\.bin, small\.json") as caught:
        fetch(tmp_path, lock, [source], PATIENCE, lambda _: None)
    assert "Python package a-wheel==1.0: the wheel could not be read (RangeNotSupported" in str(caught.value)


def test_an_npm_package_is_read_only_as_far_as_it_is_wanted(
    tmp_path: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    server = serve({"a.tgz": package(contents)})
    lines: list[str] = []
    source = npm_source(lock.npm, lambda *_: server.url + "a.tgz")
    with pytest.raises(RuntimeFilesError, match=r"missing large\.bin"):
        fetch(tmp_path, lock, [source], PATIENCE, lines.append)
    assert (tmp_path / "small.json").read_bytes() == contents["small.json"]
    assert lines[1].startswith("npm package a-package@1.0: 1 file, 0.")  # of 9 MB


def test_an_npm_package_without_the_file_says_so(
    tmp_path: Path, lock: RuntimeLock, contents: dict[str, bytes], serve: Serve
) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz"):
        pass
    server = serve({"a.tgz": out.getvalue()})
    source = npm_source(lock.npm, lambda *_: server.url + "a.tgz")
    with pytest.raises(
        RuntimeFilesError, match=r"npm package a-package@1\.0: the package has no package/small\.json"
    ):
        fetch(tmp_path, lock, [source], PATIENCE, lambda _: None)


def test_pip_is_asked_where_a_wheel_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "some_thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(
            "some_thing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: some-thing\nVersion: 1.0\n"
        )
        archive.writestr("some_thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("some_thing-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    assert pip_address("some-thing==1.0", 60) == wheel.as_uri()
    with pytest.raises(SourceError, match=r"pip did not find it \(ERROR: Could not find a version"):
        pip_address("some-thing==2.0", 60)


def test_npm_is_asked_where_a_package_is(serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    version = {
        "name": "thing",
        "version": "1.0.0",
        "dist": {"tarball": "http://127.0.0.1/thing.tgz", "shasum": "0"},
    }
    document = {"name": "thing", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}
    server = serve({"thing": json.dumps(document).encode()})
    monkeypatch.setenv("npm_config_registry", server.url)
    monkeypatch.setenv("npm_config_cache", str(tmp_path))
    assert npm_address("thing@1.0.0", 60) == "http://127.0.0.1/thing.tgz"
    with pytest.raises(SourceError, match=r"npm did not find it \(npm error code E404\)"):
        npm_address("other@1.0.0", 60)


@pytest.mark.parametrize(("address", "name"), [(npm_address, "thing@1.0.0"), (pip_address, "thing==1.0")])
def test_a_tool_that_hangs_is_given_up(
    address: Callable[[str, float], str],
    name: str,
    silent_url: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("npm_config_registry", silent_url)
    monkeypatch.setenv("npm_config_cache", str(tmp_path))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_INDEX_URL", silent_url)
    with pytest.raises(SourceError, match="was silent for 1 s, given up"):
        address(name, 1)


def test_the_named_source_comes_first() -> None:
    labels = [source.label for source in sources_in_order(read_lock(), "https://example.org/py")]
    assert labels == [
        "https://example.org/py/",
        "official CDN",
        "Python package open-webui==0.12.4",
        "npm package pyodide@314.0.3",
    ]
    assert len(sources_in_order(read_lock(), None)) == 3
