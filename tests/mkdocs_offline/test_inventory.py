import json
import re

from mkdocs_offline.inventory import HASHED, Entry, entries, inventory_file, version, with_version

FILES = {
    "index.html": b"home",
    "lab/index.html": b"",
    "a-0123456789ab/x.wasm": b"123",
    "a-0123456789ab/x.wasm.gz": b"1",
    "a-0123456789ab/x.wasm.br": b"1",
    "sitemap.xml": b"",
    "sitemap.xml.gz": b"",
    "_headers": b"",
    "lab.html": b"",
    "main.484c7ddc.min.css.map": b"",
}


def test_a_copy_of_the_site_is_what_pages_ask_for() -> None:
    found = entries(FILES)
    assert [entry.address for entry in found] == ["", "a-0123456789ab/x.wasm", "lab.html", "lab/"]
    # printf home | openssl dgst -sha256 -binary | base64
    assert found[0] == Entry("", 4, "sha256-TqFAWIFQdzzjqs54au739ASc4QD6ZJyU+73blg8dqUI=")


def test_the_inventory_is_small_json_in_a_fixed_order() -> None:
    data = inventory_file(entries(dict(reversed(FILES.items()))), "0a1b")
    assert data == inventory_file(entries(FILES), "0a1b")
    assert json.loads(data)["version"] == "0a1b"
    assert json.loads(data)["files"][1][:2] == ["a-0123456789ab/x.wasm", 3]
    assert b" " not in data


def test_what_is_left_out_of_a_copy_is_listed_apart() -> None:
    data = json.loads(inventory_file(entries(FILES), "0a1b", {"lab.html", "gone"}))
    assert [file[0] for file in data["files"]] == ["", "a-0123456789ab/x.wasm", "lab/"]
    assert [file[:2] for file in data["apart"]] == [["lab.html", 0]]


def test_any_change_is_another_version() -> None:
    known = {version(FILES), version(FILES | {"x": b""}), version(FILES | {"index.html": b"Home"}), version({})}
    assert len(known) == 4
    assert all(re.fullmatch("[0-9a-f]{12}", number) for number in known)


def test_names_with_a_hash_are_told_from_others() -> None:
    fixed = [
        "/a/assets/pyodide-39bbfa96bcf1/pyodide.js",
        "/assets/site-88930e1e31f8.css",
        "/assets/javascripts/bundle.a5f9d56c.min.js",
        "/search/search-worker-0123456789ab.js",
    ]
    others = ["/", "/lab/", "/search/search_index.json", "/notebooks/a.ipynb", "/files.json", "/service-worker.js"]
    assert all(re.search(HASHED, path) for path in fixed)
    assert not [path for path in others if re.search(HASHED, path)]


def test_every_page_says_its_version_behind_the_encoding() -> None:
    page = '<!doctype html><html><head>\n  <meta charset="utf-8"><meta http-equiv="a" content="b"></head>'
    assert with_version(page, "0a1b") == page.replace(
        '"utf-8">', '"utf-8"><meta name="site-version" content="0a1b">'
    )
    assert with_version("<p>no head</p>", "0a1b") == "<p>no head</p>"
