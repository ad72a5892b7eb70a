import doctest
from pathlib import Path

import pytest

from mkdocs_assets import errors
from mkdocs_assets import esbuild as module
from mkdocs_assets.errors import AssetError
from mkdocs_assets.esbuild import esbuild
from tests.site.fakes import script

ROOT = Path(__file__).parents[2]


def test_the_examples_hold() -> None:
    for each in (errors, module):
        result = doctest.testmod(each)
        assert result.attempted
        assert not result.failed


def test_scripts_are_joined_and_minified(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "a.js").write_text('import { twice } from "./b.js";\n// why\ndocument.title = twice("ab");\n')
    (tmp_path / "b.js").write_text("export const twice = (word) => word + word;\n")
    made = esbuild(tmp_path, ["a.js", "--bundle", "--minify", "--format=esm"])
    assert made is not None
    text = made.decode()
    assert "import" not in text
    assert "why" not in text
    assert "document.title=" in text


def test_a_source_may_come_by_stdin() -> None:
    assert esbuild(ROOT, ["--loader=css", "--minify"], b"a {\n  color: #ff0000;\n}\n") == b"a{color:red}\n"


@pytest.mark.parametrize(
    ("source", "loader", "found"),
    [
        (b"let a = ;", "js", r'Unexpected ";" in <stdin>:1:8'),
        (b"a { color: red;\n", "css", r'Expected "}" to go with "{" \[css-syntax-error\] in <stdin>:2:0'),
    ],
)
def test_what_it_only_warns_of_is_refused_as_well(source: bytes, loader: str, found: str) -> None:
    with pytest.raises(AssetError, match=rf"^esbuild: expected source .* / found {found} / hint: mend the line"):
        esbuild(ROOT, [f"--loader={loader}"], source)


def test_settings_for_checking_types_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "tsconfig.json").write_text('{"compilerOptions": {"strict": true}}')
    (tmp_path / "a.js").write_text("export const a = 1;\n")
    assert esbuild(tmp_path, ["a.js"]) == b"export const a = 1;\n"


def test_a_missing_import_is_named(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "a.js").write_text('import "./gone.js";\n')
    with pytest.raises(AssetError, match=r'found Could not resolve "\./gone\.js" in a\.js:1:7 / '):
        esbuild(tmp_path, ["a.js", "--bundle"])


def test_a_program_that_does_not_start_is_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "node_modules/@esbuild/some-system/bin"
    folder.mkdir(parents=True)
    script(folder / "esbuild", "exit 1").chmod(0o644)
    with pytest.raises(
        AssetError, match=r"^esbuild: expected a program that starts / found .*Permission.* / hint: "
    ):
        esbuild(tmp_path, [])
