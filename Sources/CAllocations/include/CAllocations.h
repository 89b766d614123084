// SPDX-License-Identifier: Apache-2.0
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// How often the current thread has asked for memory; 0 for ever where counting is not built in.
uint64_t imwire_allocations(void);

/// How many bytes the current thread has asked for, all requests together; 0 for ever where counting is not built in.
uint64_t imwire_allocated_bytes(void);

/// Whether allocations are counted: not under a sanitizer, which has an allocator of its own, and only with glibc.
bool imwire_counts_allocations(void);

/// Lets the process keep the memory that it gives back, so that asking for it again needs no call of the system; does
/// nothing where allocations are not counted.
void imwire_keep_memory(void);

#endif
