"""Files that demos fetch: their names, addresses and hashes."""

import hashlib
from pathlib import Path

from mkdocs_live_demo.demo_files import found, large, listed


def test_a_file_has_the_name_that_demos_give_it_and_an_address_of_its_content(demos: Path) -> None:
    (demos / "fetched" / "weights").mkdir(parents=True)
    (demos / "fetched" / "weights" / "layer.bin").write_bytes(b"abc")
    (demos / "fetched" / ".DS_Store").write_bytes(b"")
    # The digest of "abc" stands in FIPS 180-4's examples.
    assert hashlib.sha256(b"abc").hexdigest().startswith("ba7816bf8f01")
    assert listed(found(demos)) == {
        "weights/layer.bin": [
            "assets/demo-files/weights/layer-ba7816bf8f01.bin",
            3,
            "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        ]
    }


def test_files_above_a_size_are_told_apart(demos: Path) -> None:
    (demos / "fetched").mkdir()
    for size in (9, 10, 11):
        (demos / "fetched" / f"{size}.bin").write_bytes(b"x" * size)
    files = found(demos)
    assert large(files, 10) == {files["11.bin"].address}
    assert large(files, 11) == frozenset()


def test_a_site_without_such_files_has_none(demos: Path) -> None:
    assert found(demos) == {}
