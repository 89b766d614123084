#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the source distribution of the Python package, which says what a build of it needs.

sdist.py FOLDER
"""

import io
import os
import sys
import tarfile
import tomllib
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[2] / "Bindings" / "python"
BACKEND = '''# SPDX-License-Identifier: Apache-2.0
"""Refuses to build: the library is written in Swift, and its sources are not a part of this distribution."""

NEEDS = """imwire's library is written in Swift, so this distribution cannot build a wheel by itself.
Install the wheel for Linux, or build one from the repository with Swift 6.2.3 or later and zlib's headers:
    scripts/build-wheel FOLDER"""


def build_wheel(directory, settings=None, metadata=None):
    """Fails with what a build needs."""
    raise SystemExit(NEEDS)


build_editable = build_wheel


def get_requires_for_build_wheel(settings=None):
    """Returns no packages, because nothing of PyPI helps."""
    return []
'''


def main(folder: str) -> None:
    """Writes the distribution."""
    text = (PYTHON / "pyproject.toml").read_text()
    project = tomllib.loads(text)["project"]
    name = f"imwire-{project['version']}"
    readme = (PYTHON / "README.md").read_text()
    about = (f"Metadata-Version: 2.1\nName: imwire\nVersion: {project['version']}\nSummary: {project['description']}\n"
             f"License: Apache-2.0\nRequires-Python: {project['requires-python']}\n"
             "Requires-External: swift (>=6.2.3)\nRequires-External: zlib\n"
             f"Description-Content-Type: text/markdown\n\n{readme}")
    system = '[build-system]\nrequires = []\nbuild-backend = "build_backend"\nbackend-path = ["."]\n\n'
    contents = {"PKG-INFO": about, "README.md": readme, "pyproject.toml": system + text, "build_backend.py": BACKEND,
                "LICENSE": (PYTHON.parents[1] / "LICENSE").read_text()}
    for path in sorted((PYTHON / "src").rglob("*")):
        if path.suffix in (".py", ".typed"):
            contents[str(path.relative_to(PYTHON))] = path.read_text()
    target = Path(folder) / f"{name}.tar.gz"
    with tarfile.open(target, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, data in contents.items():
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size = len(data.encode())
            entry.mtime = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
            archive.addfile(entry, io.BytesIO(data.encode()))
    print(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
