// SPDX-License-Identifier: Apache-2.0

#ifndef IMWIRE_PEER_H
#define IMWIRE_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An operation of a peer on certain bytes, which owns everything that it needs between rounds.
typedef struct imwire_peer_task imwire_peer_task;

/// A library that is measured. `scripts/bench-peers` builds each into a shared library of its own, so that the
/// benchmarks build and run without any of them.
typedef struct {
    /// The version of the library.
    const char *version;
    /// Prepares an operation on a copy of `bytes`, or returns null if the peer does not have it. `kind` is an objectName,
    /// the name of a protobuf message, or empty.
    imwire_peer_task *(*prepare)(const char *operation, const char *kind, const uint8_t *bytes, size_t count);
    /// Performs the operation once and describes its result, so that it can be compared with that of others. Returns the
    /// length of the description, which is valid until the next call.
    size_t (*describe)(imwire_peer_task *task, const uint8_t **description);
    /// Performs the operation a number of times.
    void (*run)(imwire_peer_task *task, size_t rounds);
    void (*release)(imwire_peer_task *task);
} imwire_peer;

/// The only symbol of an adapter.
const imwire_peer *imwire_peer_open(void);

#ifdef __cplusplus
}
#endif

#endif
