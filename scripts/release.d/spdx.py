#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the software bill of materials of a release (SPDX 2.3): its files, and what is linked into them.

spdx.py FOLDER      writes FOLDER/imwire-VERSION-SYSTEM-PROCESSOR.spdx.json, which describes the other files of the
                    folder
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SWIFT = "Apache-2.0 WITH Swift-exception"
LICENCES = {"swift-argument-parser": SWIFT, "swift-collections": SWIFT, "swift-system": SWIFT, "swift-protobuf": SWIFT,
            "swift-atomics": SWIFT, "swift-nio": "Apache-2.0", "swift-nio-ssl": "Apache-2.0"}
BORINGSSL = "Apache-2.0 AND ISC AND OpenSSL"
# The files of which only the library is a part, and which therefore contain none of the packages above.
LIBRARY_ONLY = re.compile(r"^imwire-c-")
SOURCES_ONLY = re.compile(r"\.crate$|^imwire-\d[\d.]*\.tar\.gz$")


def package(name: str, version: str, license: str, place: str = "NOASSERTION") -> dict:
    """Returns the description of a package."""
    return {"name": name, "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "versionInfo": version,
            "downloadLocation": place, "filesAnalyzed": False, "licenseConcluded": license,
            "licenseDeclared": license, "copyrightText": "NOASSERTION"}


def linked() -> list[dict]:
    """Returns the packages that are linked into the executable: the pinned ones, the Swift runtime and zlib."""
    # A clone in which nothing was built has no versions yet, and those of a build with fewer traits lack packages.
    subprocess.run(["swift", "package", "--scratch-path", ".build-release", "--traits", "Tools,Peers,Live", "resolve"],
                   check=True, capture_output=True, cwd=ROOT)
    found = [package(pin["identity"], pin["state"]["version"], LICENCES[pin["identity"]], "git+" + pin["location"])
             for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]]
    sources = ROOT / ".build-release" / "checkouts"
    boring = re.search(r"revision (\w+)", (sources / "swift-nio-ssl/Sources/CNIOBoringSSL/hash.txt").read_text())[1]
    header = (sources / "swift-nio/Sources/CNIOLLHTTP/include/c_nio_llhttp.h").read_text()
    llhttp = ".".join(re.search(rf"LLHTTP_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    found.append(package("boringssl", boring, BORINGSSL, "git+https://boringssl.googlesource.com/boringssl"))
    found.append(package("llhttp", llhttp, "MIT", "git+https://github.com/nodejs/llhttp"))
    swift = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    header = subprocess.run(["cc", "-E", "-dM", "-include", "zlib.h", "-x", "c", "/dev/null"], check=True,
                            capture_output=True, text=True).stdout
    found.append(package("swift-runtime", re.search(r"Swift version ([\d.]+)", swift)[1], SWIFT,
                         "git+https://github.com/swiftlang/swift"))
    found.append(package("zlib", re.search(r'define ZLIB_VERSION "([^"]+)"', header)[1], "Zlib", "https://zlib.net"))
    return found


def main(folder: str) -> None:
    """Writes the document."""
    suite = (ROOT / "Sources/IMWireSpec/Suite.swift").read_text()
    version = re.search(r'static let version = "(.*)"', suite)[1]
    machine = os.uname()
    name = f"imwire-{version}-{machine.sysname.lower()}-{machine.machine}"
    dependencies = linked()
    packages, relations = [], []
    for file in sorted(Path(folder).iterdir()):
        if file.name == "SHA256SUMS" or file.suffix == ".json" or not file.is_file():
            continue
        item = package(file.name, version, "Apache-2.0")
        item["packageFileName"] = file.name
        item["checksums"] = [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(file.read_bytes()).hexdigest()}]
        packages.append(item)
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", item["SPDXID"]))
        for other in [] if SOURCES_ONLY.search(file.name) else dependencies:
            if not LIBRARY_ONLY.search(file.name) or other["name"] in ("swift-runtime", "zlib"):
                relations.append((item["SPDXID"], "STATIC_LINK", other["SPDXID"]))
    digest = hashlib.sha256("".join(p["checksums"][0]["checksumValue"] for p in packages).encode()).hexdigest()
    time = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{digest[:32]}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: imwire-scripts-release", "Organization: imwire"]},
        "packages": packages + dependencies,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                          for a, kind, b in relations],
    }
    Path(folder, f"{name}.spdx.json").write_text(json.dumps(document, indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
