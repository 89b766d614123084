# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts: finds Swift and zlib's headers, or says what to do.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

need_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "Swift is missing: imwire needs Swift 6.2 or later, see https://www.swift.org/install" >&2
        exit 3
    fi
    local version
    version=$(swift --version 2>/dev/null | grep -oE 'Swift version [0-9]+\.[0-9]+' | head -n 1 | grep -oE '[0-9]+\.[0-9]+')
    if [ "$(printf '6.2\n%s\n' "${version:-0}" | sort -V | head -n 1)" != 6.2 ]; then
        echo "Swift ${version:-?} is too old: imwire needs 6.2 or later, see https://www.swift.org/install" >&2
        exit 3
    fi
}

need_zlib() {
    if printf '#include <zlib.h>\n' | cc -E - >/dev/null 2>&1 || [ -e /usr/include/zlib.h ]; then return; fi
    install "zlib's headers" zlib1g-dev
}

# `need_command COMMAND PACKAGES…`: installs Debian's packages where the command is missing.
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

# Flags with which imwire is built sooner and runs faster, where this Swift has them.
#
# Interfaces of modules are written before their code, so that two cores always have something to compile; optimising
# across modules has to stay off for that. The Swift runtime is linked in, so that calls of it need no table.
set_quick_flags() {
    quick_flags=()
    if swift build --help-hidden 2>/dev/null | grep -q -- --use-integrated-swift-driver; then
        quick_flags+=(--use-integrated-swift-driver -Xswiftc -disable-cmo -Xswiftc -emit-module-separately-wmo)
    fi
    if [ -d "$(dirname "$(readlink -f "$(command -v swift)")")/../lib/swift_static" ]; then
        quick_flags+=(--static-swift-stdlib)
    fi
}

# Builds; shows on a terminal how far it is, and on failure everything that the compiler said.
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

# The same with a line before it: `building WHAT MINUTES FLAGS…`. MINUTES is what the first build takes on two cores; a
# later one takes seconds.
building() {
    local what=$1 minutes=$2
    shift 2
    echo "Building $what: about $minutes minutes the first time on two cores, seconds later …" >&2
    build "$@"
}
