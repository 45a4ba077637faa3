"""The wheel and the sdist, installed in a clean environment outside the repository, serve the page and play a game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from libertalia.rules.editions import EDITIONS
from libertalia.words import LANGUAGES
from tests.server.harness import PATIENCE, free_port, libertalia

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "libertalia"
PAGE = SOURCE / "server" / "page"
ENVIRON = {name: value for name, value in os.environ.items() if not name.startswith(("LIBERTALIA_", "PYTHON", "CC", "CFLAGS"))}


def run(*command: str | Path, folder: Path, **environ: str) -> str:
    """Run a command to its end; what it printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=ENVIRON | environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=4 * PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def build(*arguments: str | Path, folder: Path, **environ: str) -> Path:
    """Build a wheel or an sdist as `make wheel` does; its file."""
    folder.mkdir(exist_ok=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, *arguments, folder=folder, **environ)
    (built,) = folder.glob("libertalia-*")
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    # A copy, as the build writes into its folder and other tests may run at the same time.
    not_needed = shutil.ignore_patterns(".*", "build", "dist", "*.so", "*.egg-info", "__pycache__")
    other_folders = {"docs", "tests", "web"}  # only those of the project: the package has a folder `web`, too

    def ignored(at: str, names: list[str]) -> set[str]:
        return not_needed(at, names) | (other_folders if Path(at) == ROOT else set())

    shutil.copytree(ROOT, folder / "tree", ignore=ignored)
    return build("--sdist", folder / "tree", folder=folder / "dist")


@pytest.fixture
def unpacked(sdist: Path, tmp_path: Path) -> Path:
    shutil.unpack_archive(sdist, tmp_path)
    return tmp_path / sdist.name.removesuffix(".tar.gz")


class Environment:
    """A new virtual environment with nothing but an installed `libertalia[server]`."""

    def __init__(self, folder: Path, package: Path, **environ: str) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", folder=folder)
        run(
            *(sys.executable, "-m", "pip", "--python", self.bin / "python"),
            *("install", "--quiet", "--no-compile", "--constraint", ROOT / "requirements" / "play.txt"),
            f"libertalia[server] @ {package.as_uri()}",
            folder=folder,
            **environ,
        )

    def python(self, *arguments: str | Path) -> str:
        return run(self.bin / "python", *arguments, folder=self.folder)

    def libertalia(self, *arguments: str) -> str:
        return run(self.bin / "libertalia", *arguments, folder=self.folder)

    @contextmanager
    def server(self) -> Iterator[str]:
        """`libertalia serve` on a port of this machine; its address."""
        url = f"http://127.0.0.1:{(port := free_port())}"
        command = [str(self.bin / "libertalia"), "serve", f"--port={port}", f"--database={self.folder / 'tables.sqlite'}"]
        log = self.folder / "server.log"
        with log.open("w") as output:
            process = subprocess.Popen(command, cwd=self.folder, env=ENVIRON, stdout=output, stderr=output)
        try:
            end = time.monotonic() + PATIENCE
            while not _answers(url):
                if process.poll() is not None or time.monotonic() > end:
                    raise AssertionError(f"The server does not start: {log.read_text()}")
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _answers(url: str) -> bool:
    try:
        return bool(get(f"{url}/healthz"))
    except URLError:
        return False


def get(url: str) -> bytes:
    with urlopen(url, timeout=PATIENCE) as response:
        content: bytes = response.read()
    return content


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def check_that_it_works(installed: Environment, compiled: bool) -> None:
    """It is what was installed; it speaks both languages, serves the whole page, and plays a game to its end."""
    facts = installed.python("-c", "import libertalia; print(libertalia.__file__, libertalia.COMPILED)")
    assert facts.split() == [str(*installed.folder.glob("venv/lib/python*/site-packages/libertalia/__init__.py")), str(compiled)]
    for edition, lang in product(EDITIONS, LANGUAGES):
        question = ("rules", "--edition", edition, "--lang", lang)
        assert installed.libertalia(*question) == libertalia(*question).stdout
    index = (PAGE / "index.html").read_bytes().replace(b'"./', b'"/')
    with installed.server() as url:
        assert re.sub(rb" +<meta property=.*\n", b"", get(url)) == index  # without the preview
        for name in files(PAGE):
            if name.endswith(".gz"):
                continue  # that is how the file without it is sent to browsers
            assert get(f"{url}/{name}") == (PAGE / name).read_bytes(), name
        shutil.copy(ROOT / "examples" / "client.py", installed.folder)
        scores = installed.python("client.py", url)
        assert len(scores.strip().strip("[]").split(", ")) == 2, scores


@pytest.mark.timeout(900)  # it compiles the engine
def test_the_wheel_works(sdist: Path, tmp_path: Path) -> None:
    wheel = build("--wheel", sdist, folder=tmp_path, MYPYC_OPT_LEVEL="0")  # compiles three times as fast
    check_that_it_works(Environment(tmp_path, wheel), compiled=not wheel.name.endswith("-none-any.whl"))


def test_the_sdist_works_without_a_c_compiler(sdist: Path, tmp_path: Path) -> None:
    # pip keeps the wheel that it builds of a file whose name has a version in it. That wheel would be installed the next time.
    package = Path(shutil.copy(sdist, tmp_path / "libertalia.tar.gz"))
    (no_compiler := tmp_path / "empty").mkdir()
    check_that_it_works(Environment(tmp_path, package, PATH=str(no_compiler)), compiled=False)


def test_a_wheel_holds_the_code_the_catalogues_and_the_page(unpacked: Path) -> None:
    wheel = build("--wheel", unpacked, folder=unpacked.parent / "dist", LIBERTALIA_INTERPRETED="1")
    wanted = {name for name in files(SOURCE) if not name.endswith((".c", ".so", ".pyc")) and not name.startswith("server/page/")}
    packed = {name.removeprefix("libertalia/") for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == wanted | {f"server/page/{name}" for name in files(PAGE)}


@pytest.mark.parametrize("kind", ["--sdist", "--wheel"])
def test_nothing_is_built_without_the_page(unpacked: Path, kind: str) -> None:
    shutil.rmtree(unpacked / "src" / "libertalia" / "server" / "page")
    with pytest.raises(AssertionError, match=r"the web page is not built: .* Run `make wheel`"):
        build(kind, unpacked, folder=unpacked.parent / "dist", LIBERTALIA_INTERPRETED="1")
