#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
# Builds one executable for all targets, and a copy of it for each: which target a copy runs is in its file name.

. scripts/lib.sh
need_swift
case ${SANITIZER:-address} in
    address) flags=(--sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address) ;;
    *)
        echo "only the address sanitizer is supported: Swift has no other on Linux that fits" >&2
        exit 1
        ;;
esac
flags+=(-c release --traits Peers --scratch-path .build-fuzz --product imwire-libfuzzer --static-swift-stdlib)
export IMWIRE_LIBFUZZER=1
build "${flags[@]}"
built="$(swift build "${flags[@]}" --show-bin-path)/imwire-libfuzzer"
unset IMWIRE_LIBFUZZER

seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
targets=$(IMWIRE_FUZZ_LIST=1 "$built")
for target in $targets; do
    cp "$built" "$OUT/imwire-$target"
    IMWIRE_FUZZ_DICTIONARY="$OUT/imwire-$target.dict" IMWIRE_FUZZ_SEEDS="$seeds/$target" "$OUT/imwire-$target"
    if [ -n "$(ls -A "$seeds/$target" 2>/dev/null)" ]; then
        (cd "$seeds/$target" && find . -type f | zip -q "$OUT/imwire-${target}_seed_corpus.zip" -@)
    fi
done
