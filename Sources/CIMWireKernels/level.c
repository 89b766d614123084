// SPDX-License-Identifier: Apache-2.0
// Determines what the processor has, and calls the kernels for it.

#include "CIMWireKernels.h"
#define RANGE const uint8_t *, size_t, size_t
#define SCANS(set) \
    size_t cimwire_##set##_text_end(RANGE), cimwire_##set##_utf8_end(RANGE), cimwire_##set##_writable_end(RANGE); \
    size_t cimwire_##set##_base64_end(RANGE), cimwire_##set##_byte_place(RANGE, uint8_t);
#define OTHERS(set) \
    size_t cimwire_##set##_base64_decode(const uint8_t *, size_t, uint8_t *, size_t); \
    size_t cimwire_##set##_base64_encode(const uint8_t *, size_t, uint8_t *); \
    size_t cimwire_##set##_crc32(int, uint32_t *, const uint8_t *, size_t);

int cimwire_chosen_level = -1;

#if defined(__x86_64__)

#include <cpuid.h>

SCANS(sse) SCANS(avx2) OTHERS(sse)
#define SCAN(name, ...) (level > 1 ? cimwire_avx2_##name(__VA_ARGS__) : cimwire_sse_##name(__VA_ARGS__))
#define OTHER(name, ...) cimwire_sse_##name(__VA_ARGS__)

int cimwire_best_level(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    const unsigned needed = bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_PCLMUL;
    if ((c & needed) != needed) return 0;
    if (!(c & bit_OSXSAVE)) return 1;
    // The operating system has to save the 32-byte registers of a thread.
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 1;
    return !(b & bit_AVX2) ? 1 : c & bit_VPCLMULQDQ ? 3 : 2;
}

#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

SCANS(neon) OTHERS(neon)
#define SCAN(name, ...) cimwire_neon_##name(__VA_ARGS__)
#define OTHER(name, ...) cimwire_neon_##name(__VA_ARGS__)

#if defined(__linux__)
#include <sys/auxv.h>
int cimwire_best_level(void) { return getauxval(AT_HWCAP) & 1 << 7 ? 1 : 0; }  // HWCAP_CRC32
#elif defined(__APPLE__)
int cimwire_best_level(void) { return 1; }
#else
int cimwire_best_level(void) { return 0; }
#endif

#else

#define SCAN(name, ...) 0
#define OTHER(name, ...) 0
int cimwire_best_level(void) { return 0; }

#endif

// Threads that determine the level at the same time store the same value.
int cimwire_limit_level(int level) {
    const int best = cimwire_best_level();
    const int chosen = level < 0 ? 0 : level < best ? level : best;
    __atomic_store_n(&cimwire_chosen_level, chosen, __ATOMIC_RELAXED);
    return chosen;
}

#define CALL(kind, name, parameters, ...) \
    size_t cimwire_##name parameters { return kind(name, __VA_ARGS__); }
#define RUN int level, const uint8_t *bytes, size_t start, size_t end

CALL(SCAN, text_end, (RUN), bytes, start, end)
CALL(SCAN, utf8_end, (RUN), bytes, start, end)
CALL(SCAN, writable_end, (RUN), bytes, start, end)
CALL(SCAN, base64_end, (RUN), bytes, start, end)
CALL(SCAN, byte_place, (RUN, uint8_t wanted), bytes, start, end, wanted)
CALL(OTHER, base64_decode, (int level, const uint8_t *in, size_t count, uint8_t *to, size_t room), in, count, to, room)
CALL(OTHER, base64_encode, (int level, const uint8_t *bytes, size_t count, uint8_t *output), bytes, count, output)
CALL(OTHER, crc32, (int level, uint32_t *sum, const uint8_t *bytes, size_t count), level > 2, sum, bytes, count)
