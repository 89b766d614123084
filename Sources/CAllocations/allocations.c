// SPDX-License-Identifier: Apache-2.0
//
// Interposes glibc's allocator and counts allocations for each thread. Used by tests and by `imwire bench`; the codec
// itself does not link it.

#include "CAllocations.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IMWIRE_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IMWIRE_SANITIZED)

#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Thread_local uint64_t count;
static _Thread_local uint64_t bytes;

void *malloc(size_t size) {
    count++;
    bytes += size;
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    count++;
    bytes += items * size;
    return __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size) {
    count++;
    bytes += size;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    bytes += size;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count++;
    bytes += size;
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
}

uint64_t imwire_allocations(void) { return count; }
uint64_t imwire_allocated_bytes(void) { return bytes; }
bool imwire_counts_allocations(void) { return true; }

void imwire_keep_memory(void) {
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
}

#else

uint64_t imwire_allocations(void) { return 0; }
uint64_t imwire_allocated_bytes(void) { return 0; }
bool imwire_counts_allocations(void) { return false; }
void imwire_keep_memory(void) {}

#endif
