"""Every built page is HTML as the standard has it, but for what html_rules.toml leaves out with a reason."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from tests.browser.conftest import ROOT
from tests.browser.server import SiteServer

RULES = tomllib.loads(Path(__file__).with_name("html_rules.toml").read_text("utf-8"))
NODE = Path(sys.executable).with_name("node")
VALIDATE = ROOT / "node_modules/html-validate/bin/html-validate.mjs"


def messages(folder: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """What the validator says of all pages of a folder."""
    config = tmp_path / "html-validate.json"
    config.write_text(json.dumps({"root": True, "extends": RULES["extends"]}), "utf-8")
    command = [str(NODE), str(VALIDATE), "--config", str(config), "--formatter", "json", f"{folder}/**/*.html"]
    said = tmp_path / "said.json"  # through a pipe it would lose what is longer than the pipe
    with said.open("wb") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert said.stat().st_size, done.stderr
    return [m | {"page": Path(f["filePath"])} for f in json.loads(said.read_bytes()) for m in f["messages"]]


def reason(message: dict[str, Any]) -> str:
    """Why a message is left out; empty if it is not."""
    of_rule = (left for left in RULES["left"] if left["rule"] == message["ruleId"])
    found = (left["why"] for left in of_rule if re.search(left.get("selector", ""), message["selector"] or ""))
    return next(found, "")


def test_every_page_is_valid_html(site: SiteServer, tmp_path: Path) -> None:
    said = messages(site.folder, tmp_path)
    faults = [f"{m['page']}:{m['line']} {m['ruleId']}: {m['message']}" for m in said if not reason(m)]
    assert faults == []
    assert {reason(m) for m in said} == {left["why"] for left in RULES["left"]}, "a reason that nothing needs"


def test_a_fault_is_found(tmp_path: Path) -> None:
    page = (
        '<!doctype html><html lang="en"><head><title>A</title></head><body><p id="a"><b id="a"></p></body></html>'
    )
    (tmp_path / "page.html").write_text(page, "utf-8")
    assert {"no-dup-id", "close-order"} <= {m["ruleId"] for m in messages(tmp_path, tmp_path)}


def test_two_demos_of_one_name_share_no_id(plain: SiteServer, tmp_path: Path) -> None:
    page = plain.folder / "more/index.html"
    assert len(re.findall('<live-demo[^>]* name="counter"', page.read_text("utf-8"))) == 2
    assert [m["message"] for m in messages(page.parent, tmp_path) if m["ruleId"] == "no-dup-id"] == []
