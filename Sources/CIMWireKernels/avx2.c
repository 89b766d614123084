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
KERNEL Block load_table(const uint8_t *entries) { return _mm256_broadcastsi128_si256(*(const __m128i_u *)entries); }
KERNEL void store(uint8_t *bytes, Block block) { _mm256_storeu_si256((__m256i *)bytes, block); }
KERNEL Block fill(uint8_t byte) { return _mm256_set1_epi8((char)byte); }
KERNEL Block equal(Block one, Block other) { return _mm256_cmpeq_epi8(one, other); }
KERNEL Block minus(Block one, Block other) { return _mm256_subs_epu8(one, other); }
KERNEL Block high_half(Block block) { return _mm256_srli_epi16(block, 4) & fill(0x0f); }
KERNEL Block lookup(Block entries, Block indices) { return _mm256_shuffle_epi8(entries, indices); }
// The bytes move within halves of 16 bytes, so the block between the two is needed.
#define before(block, earlier, count) \
    _mm256_alignr_epi8(block, _mm256_permute2x128_si256(earlier, block, 0x21), 16 - (count))
KERNEL uint64_t mask(Block block) { return (unsigned)_mm256_movemask_epi8(block); }
KERNEL uint64_t top_bits(Block block) { return mask(block); }

#include "blocks.h"

#define CRC32 __attribute__((target("avx2,vpclmulqdq")))

/// Does what `fold` of the narrow kernel does with both halves of a block.
CRC32 static inline Block fold(Block block, Block factors, Block next) {
    return _mm256_clmulepi64_epi128(block, factors, 0x00) ^ _mm256_clmulepi64_epi128(block, factors, 0x11) ^ next;
}

/// Folds the bytes, of which `sums` has the first 64, up to the last 128 bytes or fewer, and returns their offset.
CRC32 size_t cimwire_avx2_fold(uint8_t *sums, const uint8_t *bytes, size_t count) {
    const Block by128 = _mm256_setr_epi64x(0x1e88ef372, 0x14a7fe880, 0x1e88ef372, 0x14a7fe880);
    const Block by64 = _mm256_setr_epi64x(0x154442bd4, 0x1c6e41596, 0x154442bd4, 0x1c6e41596);
    Block lanes[4] = {load(sums), load(sums + 32), load(bytes + 64), load(bytes + 96)};
    size_t at = 128;
    for (; count - at >= 128; at += 128) {
        for (int lane = 0; lane < 4; lane++) lanes[lane] = fold(lanes[lane], by128, load(bytes + at + lane * 32));
    }
    store(sums, fold(lanes[0], by64, lanes[2]));
    store(sums + 32, fold(lanes[1], by64, lanes[3]));
    return at;
}

#endif
