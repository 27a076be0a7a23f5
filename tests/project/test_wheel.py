"""What a user installs: the sdist, the wheel built from it (on a machine without a compiler), an editable tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
MADE_HERE = ("build", "dist", ".git", ".venv*", ".*_cache", ".hypothesis", "*.egg-info", "*.so", "__pycache__")
NOT_COPIED = shutil.ignore_patterns(*MADE_HERE)
# What a package needs at run time, and for types and cimports; style and script of the report.
KINDS = {".py", ".pyi", ".pxd", ".so", ".typed", ".css", ".js", ".html", ".json", ".bin", ".xz"}
MOST_BYTES = 6_000_000  # of a wheel
LEVELS = ("x86-64-v3", "x86-64-v4")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """The output of a command, which must succeed. It runs in our environment, changed as asked."""
    status, out = attempt(*command, cwd=cwd, **environment)
    assert status == 0, out
    return out


def attempt(*command: str | Path, cwd: Path, **environment: str) -> tuple[int, str]:
    """The exit status and the output of a command that may fail."""
    kept = {name: value for name, value in os.environ.items() if name not in ("ODDSFISH_NATIVE", "PYTHONPATH")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=kept | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def build_wheel(tree: Path, **environment: str) -> Path:
    folder = tree.parent / f"{tree.name} wheels {'-'.join(environment)}"
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ".", cwd=tree, **environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def new_environment(folder: Path, *packages: str | Path) -> Path:
    """A fresh environment's folder of programs."""
    venv.create(folder, with_pip=True)
    run(folder / "bin" / "python", "-m", "pip", "install", "-q", *packages, cwd=folder)
    return folder / "bin"


def play(programs: Path, folder: Path) -> str:
    """The bench of an installed engine, with nothing else on the path: no compiler, no other Python."""
    text = run(programs / "oddsfish", "bench", "3", cwd=folder, PATH=str(programs))
    assert re.fullmatch(r"\d+ nodes \d+ nps", text.splitlines()[-1])
    return text


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, unpacked: from a copy of the sources, in a path with a space, with leftovers of other work in it."""
    copy = tmp_path_factory.mktemp("a user") / "sources"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    for leftover in (
        "engine/position.c",
        "engine/position.cpython-39-x86_64-linux-gnu.so",
        "tests/__pycache__/old.pyc",
    ):
        (copy / leftover).parent.mkdir(exist_ok=True)
        (copy / leftover).write_text("")
    run(sys.executable, "-m", "build", "--sdist", "--outdir", copy.parent, copy, cwd=copy)
    (archive,) = copy.parent.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(copy.parent / "unpacked")
    (unpacked,) = (copy.parent / "unpacked").iterdir()
    return unpacked


@pytest.fixture(scope="module")
def native_wheel(tree: Path) -> Path:
    return build_wheel(tree, ODDSFISH_NATIVE="1")


@pytest.fixture(scope="module")
def wheel(tree: Path, native_wheel: Path) -> Path:
    """A portable wheel; the same tree has been built with other flags before, and holds what that build left."""
    (library,) = (tree / "build").glob("lib*")
    (library / "oddsfish" / "engine" / "gone.cpython-39-x86_64-linux-gnu.so").write_text("")
    return build_wheel(tree)


@pytest.fixture(scope="module")
def programs(wheel: Path) -> Path:
    return new_environment(wheel.parent / "environment", wheel)


def test_the_sdist_holds_all_sources_and_nothing_else(tree: Path) -> None:
    for folder, patterns in {
        "engine": ("*.py", "*.pyi", "*.pyx", "*.pxd", "py.typed"),
        "learning": ("*.py", "py.typed"),
        "matches": ("*.py", "*.css", "*.js", "py.typed"),
        "src": ("*.py", "py.typed"),
        "protocols": ("*.py", "py.typed"),
        "reviews": ("*.py", "py.typed"),
        "tests": ("*.*",),
        "scripts": ("*.py",),
        ".github": ("*.yml",),
    }.items():
        ours = {path.relative_to(ROOT) for pattern in patterns for path in (ROOT / folder).rglob(pattern)}
        ours = {path for path in ours if "__pycache__" not in path.parts}
        assert {path.relative_to(tree) for path in (tree / folder).rglob("*.*")} >= ours
    left = [path.relative_to(tree) for path in tree.rglob("*") if path.suffix in (".c", ".so", ".pyd", ".pyc")]
    assert left == [Path("scripts/platforms/kernel.c")]  # written by hand


def test_the_wheel_holds_what_is_needed_and_nothing_else(wheel: Path) -> None:
    names = {Path(name) for name in zipfile.ZipFile(wheel).namelist()}
    assert {name.parts[0] for name in names} == {"oddsfish", f"oddsfish-{wheel.name.split('-')[1]}.dist-info"}
    ours = {name for name in names if name.parts[0] == "oddsfish"}
    tops = {"classroom", "engine", "learning", "matches", "protocols", "reviews"}
    assert {name.parts[1] for name in ours} == {"__init__.py", "__main__.py", "py.typed", *tops}
    assert {name.suffix for name in ours} == KINDS
    assert {Path("oddsfish", top, "py.typed") for top in tops} <= ours
    compiled = sorted(str(name.parent / name.name.split(".")[0]) for name in ours if name.suffix == ".so")
    above = {level: [name for name in compiled if f"/{level}/" in name] for level in LEVELS}
    base = [str(Path("oddsfish", path.relative_to(ROOT)).with_suffix("")) for path in (ROOT / "engine").rglob("*.pyx")]
    assert compiled == sorted([*base, *above[LEVELS[0]], *above[LEVELS[1]]])
    assert {Path(f"{name}.pyi") for name in base} <= ours
    fast, fastest = ({name.replace(f"/{level}", "") for name in above[level]} for level in LEVELS)
    assert fast == fastest
    once = set(base) - fast
    assert not [name for name in once if Path(name).name in ("search", "position", "board", "layers", "thread")]
    assert wheel.stat().st_size < MOST_BYTES
    for declarations in (ROOT / "engine").rglob("*.pxd"):
        assert Path("oddsfish", declarations.relative_to(ROOT)) in ours
    assert not [name for name in ours if name.stem.startswith("gone")]


def test_the_wheel_plays_without_a_compiler(programs: Path, tmp_path: Path) -> None:
    play(programs, tmp_path)


def test_flags_are_those_asked_for(programs: Path, native_wheel: Path, tmp_path: Path) -> None:
    assert "-march=native" not in run(programs / "oddsfish", "--version", cwd=tmp_path)
    native = new_environment(tmp_path / "native", native_wheel)
    assert "-march=native" in run(native / "oddsfish", "--version", cwd=tmp_path)
    positions = [re.sub(r" \d+ nps$", "", play(some, tmp_path), flags=re.MULTILINE) for some in (programs, native)]
    assert positions[0] == positions[1]


def test_a_build_tells_its_flags(programs: Path, tree: Path, tmp_path: Path) -> None:
    out = run(sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", tmp_path, ".", cwd=tree)
    (told,) = re.findall(r"oddsfish: compiled with (.*), and for x86-64-v3, and for x86-64-v4", out)
    assert told.startswith("-O3 ")
    assert told in run(programs / "oddsfish", "--version", cwd=tmp_path)


@pytest.mark.parametrize("lacking", ["C compiler", "C headers of Python"])
def test_a_build_says_in_a_line_what_it_lacks(tree: Path, tmp_path: Path, lacking: str) -> None:
    copy = tmp_path / "tree"
    shutil.copytree(tree, copy, ignore=NOT_COPIED)
    compiler = "/nowhere/gcc"
    if lacking == "C headers of Python":
        compiler = "cc"
        script = (copy / "setup.py").read_text()
        (copy / "setup.py").write_text(script.replace("self.compiler.include_dirs", "[]"))
    wheel = ("-m", "pip", "wheel", "--no-deps", "-w", tmp_path, ".")
    status, out = attempt(sys.executable, *wheel, cwd=copy, CC=compiler)
    assert status == 1
    told = rf"^ *Oddsfish needs (a|the) {lacking} to build, and .* is not there: install .*$"
    assert re.search(told, out, re.MULTILINE)
    assert "Traceback" not in out


def test_an_extra_that_comes_later_compiles_nothing_again(tree: Path, wheel: Path, tmp_path: Path) -> None:
    out = run(sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", tmp_path, ".", cwd=tree)
    assert "Cythonizing" in out  # pip has brought another Cython
    assert " -c build/c/" not in out
    assert (tmp_path / wheel.name).read_bytes()


def test_a_compiler_without_levels_makes_one_build(tree: Path, tmp_path: Path) -> None:
    """As GCC 10. A program that fails at the question for levels stands for it."""
    copy = tmp_path / "tree"
    shutil.copytree(tree, copy, ignore=NOT_COPIED)
    compiler = tmp_path / "old-gcc"
    compiler.write_text('#!/bin/sh\ncase "$*" in *"-E -x c"*) exit 1;; esac\nexec cc "$@"\n')
    compiler.chmod(0o755)
    out = run(sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", tmp_path, ".", cwd=copy, CC=str(compiler))
    assert re.search(r"oddsfish: .*old-gcc has no levels of x86-64 .*: one build for all$", out, re.MULTILINE)
    (wheel,) = tmp_path.glob("*.whl")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "x86-64-v" in name]
    play(new_environment(tmp_path / "environment", wheel), tmp_path)


def test_files_of_the_user_do_not_hide_ours(programs: Path, tmp_path: Path) -> None:
    for name in ("engine.py", "protocols.py", "chess_engine.py"):
        (tmp_path / name).write_text('raise SystemExit("the file of the user was imported")\n')
    assert "bestmove" in run(programs / "oddsfish", "go depth 2", cwd=tmp_path)
    run(programs / "python", "-c", "import oddsfish.engine.session, oddsfish.protocols.uci", cwd=tmp_path)


def test_an_editable_install_plays_and_is_for_this_processor(tree: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tree"
    shutil.copytree(tree, copy, ignore=NOT_COPIED)
    programs = new_environment(tmp_path / "environment", "-e", copy)
    play(programs, tmp_path)
    assert "-march=native" in run(programs / "oddsfish", "--version", cwd=tmp_path)


def test_the_sdist_passes_its_own_tests(programs: Path, tree: Path) -> None:
    run(programs / "python", "-m", "pip", "install", "-q", ".[dev]", cwd=tree)
    assert " passed" in run(programs / "python", "-m", "pytest", cwd=tree).splitlines()[-1]


@pytest.fixture(scope="module")
def folder(wheel: Path) -> Path:
    """A folder with the wheel, and with all that it and its page need; pipx needs pip."""
    found = wheel.parent / "folder"
    run(sys.executable, "-m", "pip", "wheel", "-q", "-w", found, f"{wheel}[page]", "pip", cwd=wheel.parent)
    return found


def uv(folder: Path, at: Path, *words: str) -> tuple[list[str], dict[str, str]]:
    """The command and the environment by which uvx runs a program from that folder alone."""
    found = [sys.executable, "-m", "uv", "tool", "run", "--offline", "--no-index", "--find-links", str(folder)]
    kept = {"UV_CACHE_DIR": str(at / "cache"), "UV_TOOL_DIR": str(at / "tools"), "UV_PYTHON": sys.executable}
    return [*found, *words], kept


def test_uvx_runs_it(folder: Path, tmp_path: Path) -> None:
    command, environment = uv(folder, tmp_path, "oddsfish", "go depth 3")
    assert "bestmove" in run(*command, cwd=tmp_path, **environment)


def test_uvx_serves_the_page(folder: Path, tmp_path: Path) -> None:
    command, environment = uv(folder, tmp_path, "--with", "oddsfish[page]", "oddsfish", "page", "--no-open")
    environment["XDG_STATE_HOME"] = str(tmp_path)
    with subprocess.Popen(
        [*command, "--port", "0"], cwd=tmp_path, env=os.environ | environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        server.terminate()
    assert "http://" in said


def test_pipx_runs_it(folder: Path, tmp_path: Path) -> None:
    options = f"--no-index --find-links '{folder}'"
    command = (
        sys.executable,
        "-m",
        "pipx",
        "run",
        "--backend",
        "pip",
        "--spec",
        "oddsfish",
        f"--pip-args={options}",
        "oddsfish",
    )
    homes = {"PIPX_HOME": str(tmp_path), "PIPX_SHARED_LIBS": str(tmp_path / "shared")}
    assert "bestmove" in run(*command, "go depth 3", cwd=tmp_path, **homes)
