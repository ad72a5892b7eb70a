"""Which Python the project is set up with."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.fakes import script

ROOT = Path(__file__).resolve().parents[2]
BROKEN_SHIM = "echo 'pyenv: python3.13: command not found' >&2; exit 127"


def interpreter(path: Path, number: int) -> Path:
    """Fake a Python whose version is `number`: 31201 is 3.12.1."""
    return script(path, f'[ "$1" = -c ] && echo {number} || echo "Python {number}"')


def find_python(folder: Path, *first: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{folder / 'a'}:{folder / 'b'}", "HOME": str(folder)} | environment
    command = ["/bin/sh", str(ROOT / "tools" / "find-python"), *first]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_broken_shim_does_not_hide_the_interpreter_behind_it(tmp_path: Path) -> None:
    script(tmp_path / "a" / "python3.13", BROKEN_SHIM)
    good = interpreter(tmp_path / "b" / "python3.13", 31300)
    interpreter(tmp_path / "a" / "python3.12", 31201)
    assert find_python(tmp_path).stdout == f"{good}\n"


@pytest.mark.parametrize("number", [31200, 31404])
def test_python3_is_taken_from_3_12_on(tmp_path: Path, number: int) -> None:
    good = interpreter(tmp_path / "b" / "python3", number)
    assert find_python(tmp_path).stdout == f"{good}\n"


def test_too_old_is_refused_in_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    interpreter(tmp_path / "a" / "python3", 31199)
    answer = find_python(tmp_path)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert re.fullmatch(
        r"find-python: expected Python >= 3\.12 .* / found Python 31199.* / hint install .*\n", answer.stderr
    )


def test_no_python_at_all_is_one_line(tmp_path: Path) -> None:
    answer = find_python(tmp_path)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert re.fullmatch(r"find-python: .* / found no python3 / hint install .*\n", answer.stderr)


def test_pyenv_gives_its_newest_by_number_not_by_name(tmp_path: Path) -> None:
    script(tmp_path / "a" / "python3", BROKEN_SHIM)
    for version, number in {"3.9.18": 30918, "3.12.9": 31209, "3.12.10": 31210}.items():
        interpreter(tmp_path / "pyenv" / "versions" / version / "bin" / "python", number)
    answer = find_python(tmp_path, PYENV_ROOT=str(tmp_path / "pyenv"))
    assert answer.stdout == f"{tmp_path}/pyenv/versions/3.12.10/bin/python\n"


def test_uv_is_asked_last(tmp_path: Path) -> None:
    managed = interpreter(tmp_path / "managed" / "python3.13", 31305)
    script(tmp_path / "a" / "uv", f'[ "$*" = "python find >=3.12" ] && echo {managed}')
    assert find_python(tmp_path).stdout == f"{managed}\n"


def test_a_named_python_is_the_only_candidate(tmp_path: Path) -> None:
    interpreter(tmp_path / "a" / "python3.14", 31400)
    old = interpreter(tmp_path / "old", 31008)
    answer = find_python(tmp_path, PYTHON=str(old))
    assert (answer.returncode, answer.stdout) == (1, "")
    named = interpreter(tmp_path / "b" / "mine", 31201)
    assert find_python(tmp_path, PYTHON="mine").stdout == f"{named}\n"


def test_the_first_one_given_saves_the_search(tmp_path: Path) -> None:
    interpreter(tmp_path / "a" / "python3.14", 31400)
    own = interpreter(tmp_path / "own", 31201)
    assert find_python(tmp_path, str(own)).stdout == f"{own}\n"
    own.unlink()
    assert find_python(tmp_path, str(own)).stdout == f"{tmp_path}/a/python3.14\n"


def test_a_real_interpreter_passes_and_fails_without_ensurepip(tmp_path: Path) -> None:
    assert find_python(tmp_path, PYTHON=sys.executable).stdout == f"{sys.executable}\n"
    hidden = "import sys; sys.modules['ensurepip'] = None; exec(sys.argv[1])"
    without = script(tmp_path / "debian", f'exec {sys.executable} -c "{hidden}" "$2"')
    assert find_python(tmp_path, PYTHON=str(without)).returncode == 1
