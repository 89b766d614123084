// SPDX-License-Identifier: Apache-2.0
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Returns the number of allocations of the current thread, or always 0 if counting is not built in.
uint64_t imwire_allocations(void);

/// Returns the total number of bytes that the current thread has requested, or always 0 if counting is not built in.
uint64_t imwire_allocated_bytes(void);

/// Returns whether allocations are counted, which requires glibc and no sanitizer, since a sanitizer replaces the
/// allocator.
bool imwire_counts_allocations(void);

/// Makes the process keep the memory that it frees, so that later allocations need no system call; does nothing if
/// allocations are not counted.
void imwire_keep_memory(void);

#endif
