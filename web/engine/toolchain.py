"""What turns C into WebAssembly: clang with wasm-ld, and the C headers of Emscripten and of CPython.

Tools that are installed are taken. Others are fetched from Debian into `build/wasm/tools/`; nothing is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from places import BUILD

TOOLS = BUILD / "tools"
OLDEST_CLANG = 19
CLANG_PACKAGES = ("clang-19", "lld-19", "libclang-cpp19", "libllvm19", "libclang-common-19-dev")
HEADER_SUITE = "forky"
"""The suite of Debian with CPython 3.14 and a new Emscripten. Only their headers are taken: none of it has to run here."""
HEADER_PACKAGES = ("emscripten", "libpython3.14-dev")

LITERALS = {"8": "", "16": "", "32": "", "64": "LL", "MAX": "LL"}
"""Clang before version 20 lacks macros that Emscripten's `stdint.h` is written for: __INT64_C(1) is 1LL."""


class ToolsMissing(Exception):
    """A tool is neither installed nor to be had here. The message says which."""


@dataclass(frozen=True)
class Toolchain:
    """Compiles C files and links them to modules that CPython in WebAssembly can import."""

    compile: tuple[str, ...]
    link: tuple[str, ...]
    environ: dict[str, str]

    def run(self, *command: str | Path) -> None:
        subprocess.run(command, env=os.environ | self.environ, check=True, capture_output=True, text=True)

    def module(self, source: Path, target: Path, *options: str) -> None:
        """Make the module `target` of one C file."""
        target.parent.mkdir(parents=True, exist_ok=True)
        code = BUILD / "c" / "code.o"
        self.run(*self.compile, *options, "-c", source, "-o", code)
        self.run(*self.link, f"--export=PyInit_{target.name.split('.')[0]}", code, "-o", target)


def find_toolchain() -> Toolchain:
    clang, linker, environ = _installed_clang() or _fetched_clang()
    headers = _headers()
    system = headers / "usr/share/emscripten/system"
    version = subprocess.run([clang, "-print-resource-dir"], env=os.environ | environ, capture_output=True, text=True)
    if version.returncode:
        raise ToolsMissing(f"clang does not start: {version.stderr.strip().splitlines()[-1]}")
    folders = [
        Path(version.stdout.strip()) / "include",
        system / "include",
        *(system / "lib/libc/musl" / name for name in ("arch/emscripten", "arch/generic", "include")),
        headers / "usr/include/python3.14",
    ]
    signs = {"INT": "", "UINT": "U"}
    literals = [
        f"-D__{sign}{size}_C(c)=c" + (f"##{mark}{end}" if mark + end else "")
        for sign, mark in signs.items()
        for size, end in LITERALS.items()
    ]
    return Toolchain(
        compile=(
            clang, "--target=wasm32-unknown-emscripten", "-fPIC", "-fvisibility=hidden", "-DNDEBUG", "-w", *literals,
            "-nostdinc", *(f"-isystem{folder}" for folder in folders),
        ),
        link=(
            linker, "-shared", "--experimental-pic", "--no-entry", "--unresolved-symbols=import-dynamic", "-Bsymbolic",
            "--strip-all",
        ),
        environ=environ,
    )  # fmt: skip


def _installed_clang() -> tuple[str, str, dict[str, str]] | None:
    for end in ("", *(f"-{version}" for version in range(OLDEST_CLANG, OLDEST_CLANG + 10))):
        clang, linker = shutil.which(f"clang{end}"), shutil.which(f"wasm-ld{end}")
        if clang and linker:
            version = subprocess.run([clang, "-dumpversion"], capture_output=True, text=True, check=True).stdout
            if int(version.split(".")[0]) >= OLDEST_CLANG:
                return clang, linker, {}
    return None


def _fetched_clang() -> tuple[str, str, dict[str, str]]:
    folder = TOOLS / "clang"
    if not folder.exists():
        _fetch(CLANG_PACKAGES, folder)
    (libraries,) = {library.parent for library in folder.glob("usr/lib/*/libLLVM.so*")}
    programs = folder / "usr/lib/llvm-19/bin"
    return str(programs / "clang"), str(programs / "wasm-ld"), {"LD_LIBRARY_PATH": str(libraries)}


def _headers() -> Path:
    """A folder with the headers of Emscripten and CPython, the latter changed to describe WebAssembly."""
    folder = TOOLS / "headers"
    if not folder.exists():
        _fetch(HEADER_PACKAGES, folder, *_other_suite(HEADER_SUITE))
        (config,) = folder.glob("usr/include/*/python3.14/pyconfig.h")
        text = re.sub(r"(define (?:SIZEOF|ALIGNOF)_(?:LONG|SIZE_T|VOID_P|UINTPTR_T|PTHREAD_T)) \d+", r"\1 4", config.read_text())
        text = re.sub(r"#define (HAVE_GCC_UINT128_T|HAVE_STD_ATOMIC) 1", r"/* no \1 */", text)
        (folder / "usr/include/python3.14/pyconfig.h").write_text(text)
    return folder


def _other_suite(suite: str) -> list[str]:
    """Options for apt to see another suite of the Debian that this machine uses, without changing what apt knows."""
    known = _apt("indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian").split()
    if not known:
        raise ToolsMissing("no mirror of Debian is known to apt (`apt-get update` may help)")
    lists = TOOLS / "apt"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    sources = TOOLS / "sources.list"
    sources.write_text(f"deb {known[0]} {suite} main\n")
    options = [f"Dir::Etc::SourceList={sources}", "Dir::Etc::SourceParts=-", f"Dir::State::Lists={lists}", f"Dir::Cache={lists}"]
    words = [word for option in options for word in ("-o", option)]
    _apt(*words, "update")
    return words


def _fetch(packages: tuple[str, ...], folder: Path, *options: str) -> None:
    """Unpack packages of Debian into a new folder."""
    archives, unpacked = TOOLS / "archives", TOOLS / "unpacked"
    for old in (archives, unpacked):
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir(parents=True)
    _apt(*options, "download", *packages, folder=archives)
    for archive in archives.iterdir():
        subprocess.run(["dpkg-deb", "-x", archive, unpacked], check=True)
    unpacked.rename(folder)
    shutil.rmtree(archives)


def _apt(*arguments: str, folder: Path | None = None) -> str:
    if not shutil.which("apt-get"):
        raise ToolsMissing(f"there is no clang {OLDEST_CLANG} or newer with wasm-ld, and no Debian to fetch the tools from")
    command = ["apt-get", "-q", "-o", "APT::Sandbox::User=root", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise ToolsMissing(f"Debian does not give the tools: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout
