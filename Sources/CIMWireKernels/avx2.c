// SPDX-License-Identifier: Apache-2.0
// The kernels for x86-64 with AVX2, in blocks of 32 bytes.

#include "CIMWireKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define KERNEL __attribute__((target("avx2"))) static inline
#define KERNEL_EXPORT __attribute__((target("avx2")))
#define NAME(x) cimwire_avx2_##x
enum { WIDTH = 32, STEP = 1 };
#define ALL 0xffffffff

typedef __m256i Block;

KERNEL Block load(const uint8_t *bytes) { return _mm256_loadu_si256((const __m256i *)bytes); }
KERNEL Block load_table(const uint8_t *entries) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)entries));
}
KERNEL void store(uint8_t *bytes, Block block) { _mm256_storeu_si256((__m256i *)bytes, block); }
KERNEL Block fill(uint8_t byte) { return _mm256_set1_epi8((char)byte); }
KERNEL Block and(Block one, Block other) { return _mm256_and_si256(one, other); }
KERNEL Block or(Block one, Block other) { return _mm256_or_si256(one, other); }
KERNEL Block xor(Block one, Block other) { return _mm256_xor_si256(one, other); }
KERNEL Block equal(Block one, Block other) { return _mm256_cmpeq_epi8(one, other); }
KERNEL Block minus(Block one, Block other) { return _mm256_subs_epu8(one, other); }
KERNEL Block high_half(Block block) { return and(_mm256_srli_epi16(block, 4), fill(0x0f)); }
KERNEL Block lookup(Block entries, Block indices) { return _mm256_shuffle_epi8(entries, indices); }
// The bytes move within halves of 16 bytes, so the block between the two is needed.
#define before(block, earlier, count) \
    _mm256_alignr_epi8(block, _mm256_permute2x128_si256(earlier, block, 0x21), 16 - (count))
KERNEL uint64_t mask(Block block) { return (unsigned)_mm256_movemask_epi8(block); }
KERNEL uint64_t top_bits(Block block) { return mask(block); }

#include "blocks.h"

#endif
