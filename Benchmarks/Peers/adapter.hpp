// SPDX-License-Identifier: Apache-2.0
// What all adapters share: the C interface of peer.h on top of a class with two functions.

#pragma once

#include "../Sources/CPeer/include/peer.h"

#include <exception>
#include <memory>
#include <string>
#include <string_view>

/// An operation with everything that it needs.
struct imwire_peer_task {
    virtual ~imwire_peer_task() = default;
    /// Performs the operation once and describes its result.
    virtual std::string describe() = 0;
    /// Performs the operation a number of times.
    virtual void run(size_t rounds) = 0;
    std::string description;
};

/// Prevents the optimizer from removing the code that computes a value.
template <class Value> inline void keep(const Value &value) { asm volatile("" : : "r"(&value) : "memory"); }

/// Returns an operation, or null if the peer does not have it.
std::unique_ptr<imwire_peer_task> make(std::string_view operation, std::string_view kind, std::string_view bytes);
/// Returns the C interface of `make`.
inline imwire_peer make_peer(const char *version) {
    return {
        version,
        [](const char *operation, const char *kind, const uint8_t *bytes, size_t count) -> imwire_peer_task * {
            try {
                return make(operation, kind, {reinterpret_cast<const char *>(bytes), count}).release();
            } catch (const std::exception &) {
                return nullptr;
            }
        },
        [](imwire_peer_task *task, const uint8_t **description) -> size_t {
            try {
                task->description = task->describe();
            } catch (const std::exception &error) {
                task->description = error.what();
            }
            *description = reinterpret_cast<const uint8_t *>(task->description.data());
            return task->description.size();
        },
        [](imwire_peer_task *task, size_t rounds) { task->run(rounds); },
        [](imwire_peer_task *task) { delete task; },
    };
}

/// Defines the only exported symbol.
#define IMWIRE_PEER(version)                                                                                           \
    extern "C" __attribute__((visibility("default"))) const imwire_peer *imwire_peer_open() {                          \
        static const imwire_peer peer = make_peer(version);                                                            \
        return &peer;                                                                                                  \
    }
