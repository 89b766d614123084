#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel: the package, the library, the command and its suite. Requires only Python 3.11.

build_wheel.py LIBRARY COMMAND FOLDER
"""

import base64
import hashlib
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUITE = ["Fixtures/cases", "Fixtures/corpus", "Fixtures/findings", "Fixtures/platforms", "Fixtures/scenarios",
         "Fixtures/changes.json", "Fixtures/ledger.json", "Spec"]
# A fixed time, so that the same files produce the same wheel.
TIME = (2026, 1, 1, 0, 0, 0)


def platform(*binaries: Path) -> str:
    """Returns the wheel's platform: the newest glibc that the binaries require."""
    newest = (2, 17)
    for binary in binaries:
        told = subprocess.run(["objdump", "-T", str(binary)], check=True, capture_output=True, text=True).stdout
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", told):
            newest = max(newest, (int(major), int(minor)))
    machine = subprocess.run(["uname", "-m"], check=True, capture_output=True, text=True).stdout.strip()
    return f"manylinux_{newest[0]}_{newest[1]}_{machine}"


def files(library: Path, command: Path) -> dict[str, Path]:
    """Returns the files of the package, by their paths in it."""
    package = HERE / "src" / "imwire"
    found = {f"imwire/{path.name}": path for path in sorted(package.iterdir()) if path.is_file()}
    found["imwire/libimwire.so.1"] = library
    found["imwire/tool/bin/imwire"] = command
    for name in SUITE:
        place = ROOT / name
        inside = sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]
        for path in inside:
            found[f"imwire/tool/share/imwire/{path.relative_to(ROOT)}"] = path
    return found


def metadata(project: dict) -> str:
    """Returns the text of METADATA."""
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}",
             f"Summary: {project['description']}", f"License: {project['license']['text']}",
             f"Requires-Python: {project['requires-python']}", "Description-Content-Type: text/markdown"]
    lines += [f"Classifier: {classifier}" for classifier in project["classifiers"]]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()


def main(library: str, command: str, folder: str) -> None:
    """Writes the wheel."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    tag = f"py3-none-{platform(Path(library), Path(command))}"
    about = f"imwire-{project['version']}.dist-info"
    contents = {path: source.read_bytes() for path, source in files(Path(library), Path(command)).items()}
    contents[f"{about}/METADATA"] = metadata(project).encode()
    contents[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: imwire\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    contents[f"{about}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    record = ""
    for path, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
    contents[f"{about}/RECORD"] = (record + f"{about}/RECORD,,\n").encode()
    place = Path(folder) / f"imwire-{project['version']}-{tag}.whl"
    place.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path.endswith("/bin/imwire") else 0o100644) << 16
            wheel.writestr(entry, data)
    print(place)


if __name__ == "__main__":
    main(*sys.argv[1:])
