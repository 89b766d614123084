# SPDX-License-Identifier: Apache-2.0
# Functions shared by the scripts, which find Swift and zlib's headers or report how to install them.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

need_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "Swift is missing: imwire needs Swift 6.2.3 or later, see https://www.swift.org/install" >&2
        exit 3
    fi
    local version
    version=$(swift --version 2>/dev/null | grep -oE 'Swift version [0-9]+(\.[0-9]+)+' | head -n 1 | grep -oE '[0-9.]+$')
    if [ "$(printf '6.2.3\n%s\n' "${version:-0}" | sort -V | head -n 1)" != 6.2.3 ]; then
        echo "Swift ${version:-?} is too old: imwire needs 6.2.3 or later, see https://www.swift.org/install" >&2
        exit 3
    fi
}

need_zlib() {
    if printf '#include <zlib.h>\n' | cc -E - >/dev/null 2>&1 || [ -e /usr/include/zlib.h ]; then return; fi
    install "zlib's headers" zlib1g-dev
}

# `need_command COMMAND PACKAGES…`: installs the Debian packages if the command is missing.
need_command() {
    if command -v "$1" >/dev/null 2>&1; then return; fi
    install "$@"
}

install() {
    local what=$1 sudo=""
    shift
    echo "$what: missing; installing $*" >&2
    if [ "$(id -u)" != 0 ]; then sudo=sudo; fi
    if ! { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq \
        --no-install-recommends "$@"; } >&2; then
        echo "$what: could not be installed; install the package $* of your system yourself" >&2
        exit 3
    fi
}

# `need_packages VENV MODULES PACKAGE…`: installs packages of PyPI in a virtual environment that lacks their modules.
#
# PYTHON is the Python that makes it. `python -m pip` also works after the environment's folder has moved.
need_packages() {
    local venv=$1 modules=$2
    shift 2
    if "$venv/bin/python" -c "import $modules" 2>/dev/null; then return; fi
    echo "Installing $* …" >&2
    if ! { "${PYTHON:-python3}" -m venv "$venv" \
        && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; } >&2; then
        echo "$*: could not be installed from PyPI" >&2
        exit 3
    fi
}

# `python_with MODULE PACKAGE`: prints the path of a Python in .build-release that has the package of PyPI.
python_with() {
    need_packages "$PWD/.build-release/venv" "$@"
    echo "$PWD/.build-release/venv/bin/python"
}

# Sets the flags with which imwire builds and runs faster, if this version of Swift has them.
#
# Module interfaces are emitted before the code, so that two cores always have work; this requires that cross-module
# optimization is off. The Swift runtime is linked statically, so that calls to it need no indirection.
set_quick_flags() {
    quick_flags=()
    if swift build --help-hidden 2>/dev/null | grep -q -- --use-integrated-swift-driver; then
        quick_flags+=(--use-integrated-swift-driver -Xswiftc -disable-cmo -Xswiftc -emit-module-separately-wmo)
    fi
    if [ -d "$(dirname "$(readlink -f "$(command -v swift)")")/../lib/swift_static" ]; then
        quick_flags+=(--static-swift-stdlib)
    fi
}

# Builds, shows the progress on a terminal, and prints the compiler's output if the build fails.
build() {
    local log step
    log=$(mktemp)
    swift build "$@" >"$log" 2>&1 &
    local pid=$!
    while [ -t 2 ] && kill -0 $pid 2>/dev/null; do
        step=$(tail -c 400 "$log" | tr '\r' '\n' | grep -oE '^\[[0-9]+/[0-9]+\]' | tail -n 1 || true)
        printf '\r%s %s s \033[K' "${step:-[starting]}" "$SECONDS" >&2
        sleep 1
    done
    if [ -t 2 ]; then printf '\r\033[K' >&2; fi
    if ! wait $pid; then
        cat "$log" >&2
        rm -f "$log"
        echo "the build failed: swift build $*" >&2
        exit 3
    fi
    rm -f "$log"
}

# `building WHAT MINUTES FLAGS…`: prints a line and builds. MINUTES is the duration of the first build on two cores;
# later builds take seconds.
building() {
    local what=$1 minutes=$2
    shift 2
    echo "Building $what: about $minutes minutes the first time on two cores, seconds later …" >&2
    build "$@"
}

# Prints the version of the package.
release_version() { sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/IMWireSpec/Suite.swift; }

# `pack PARENT NAME FILE`: writes a tarball of PARENT/NAME that depends on nothing but its contents.
pack() {
    tar -C "$1" --owner=0 --group=0 --numeric-owner --sort=name --mtime="@${SOURCE_DATE_EPOCH:-0}" -cf - "$2" |
        gzip -9n >"$3"
}
