"""From a clone to a working checkout: what is done, and not done twice."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.site.fakes import script
from tools import setup
from tools.steps import Step, StepError, fingerprint, run


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a checkout whose Python, pip and npm only write down that they were called."""
    for name in ("requirements.txt", "pyproject.toml", "package.json", "package-lock.json"):
        (tmp_path / name).write_text(name)
    (tmp_path / "site_plugins").mkdir()
    (tmp_path / "site_plugins" / "pyproject.toml").write_text("plugins")
    fake = script(tmp_path / "fake", f'echo "$@" >> {tmp_path}/calls')
    tools = f"mkdir -p .venv/bin && ln -s {fake} .venv/bin/python && ln -s {fake} .venv/bin/npm"
    python = script(tmp_path / "base", f'"{fake}" "$@" && rm -rf .venv && {tools}')
    monkeypatch.setattr(setup, "_base_python", lambda: str(python))
    return tmp_path


def set_up(checkout: Path) -> list[str]:
    """Set up and return the steps that ran."""
    return [step.name for step in setup.steps(checkout) if run(step, checkout)]


def test_a_second_set_up_has_nothing_to_do(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert set_up(checkout) == ["python", "packages", "project", "node"]
    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == ["python", "packages", "project", "node"]
    calls = (checkout / "calls").read_text()
    assert "--require-hashes --requirement requirements.txt" in calls
    assert "ci --ignore-scripts" in calls

    (checkout / "requirements.txt").touch()  # a newer date is not a change
    assert set_up(checkout) == []
    assert (capsys.readouterr().out, (checkout / "calls").read_text()) == ("", calls)


@pytest.mark.parametrize(
    ("file", "again"),
    [
        ("requirements.txt", ["packages"]),
        ("site_plugins/pyproject.toml", ["project"]),
        ("package-lock.json", ["node"]),
    ],
)
def test_a_change_repeats_what_depends_on_it(checkout: Path, file: str, again: list[str]) -> None:
    set_up(checkout)
    (checkout / file).write_text("changed")
    assert set_up(checkout) == again
    assert set_up(checkout) == []


def test_what_was_removed_is_made_again(checkout: Path) -> None:
    set_up(checkout)
    shutil.rmtree(checkout / "node_modules")
    assert set_up(checkout) == ["node"]
    shutil.rmtree(checkout / ".venv")
    assert set_up(checkout) == ["python", "packages", "project"]


def test_a_moved_folder_gets_a_new_environment(checkout: Path) -> None:
    set_up(checkout)
    moved = checkout.rename(checkout.with_name("moved"))
    step = setup.steps(moved)[0]
    assert step.stamp.read_text() != fingerprint(step)


def test_a_failed_step_shows_its_output_and_is_done_again(tmp_path: Path) -> None:
    pip = script(tmp_path / "pip", "echo no matching distribution; exit 3")
    step = Step("packages", "installing", tmp_path / ".done", (), ((str(pip),),))
    with pytest.raises(StepError, match=r"no matching distribution\n.*exit code 3 / hint .*packages\.log"):
        run(step, tmp_path)
    script(pip, "exit 0")
    assert run(step, tmp_path)
    assert not run(step, tmp_path)


def test_an_interrupted_step_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    lock = tmp_path / "lock"
    lock.write_text("old")
    step = Step("packages", "installing", tmp_path / ".done", (lock,), (("true",),))
    run(step, tmp_path)
    lock.write_text("new")
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run(step, tmp_path)
    lock.write_text("old")  # half of the new is installed: the old stamp must not count
    assert run(step, tmp_path)
