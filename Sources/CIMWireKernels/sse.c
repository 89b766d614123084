// SPDX-License-Identifier: Apache-2.0
// The kernels for x86-64 with SSE4.2, in blocks of 16 bytes.

#include "CIMWireKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define KERNEL __attribute__((target("sse4.2"))) static inline
#define KERNEL_EXPORT __attribute__((target("sse4.2")))
#define NAME(x) cimwire_sse_##x
enum { WIDTH = 16, STEP = 1 };
#define ALL 0xffff

typedef __m128i Block;

KERNEL Block load(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }
KERNEL Block load_table(const uint8_t *entries) { return load(entries); }
KERNEL void store(uint8_t *bytes, Block block) { _mm_storeu_si128((__m128i *)bytes, block); }
KERNEL Block fill(uint8_t byte) { return _mm_set1_epi8((char)byte); }
KERNEL Block equal(Block one, Block other) { return _mm_cmpeq_epi8(one, other); }
KERNEL Block minus(Block one, Block other) { return _mm_subs_epu8(one, other); }
KERNEL Block high_half(Block block) { return _mm_srli_epi16(block, 4) & fill(0x0f); }
KERNEL Block lookup(Block entries, Block indices) { return _mm_shuffle_epi8(entries, indices); }
#define before(block, earlier, count) _mm_alignr_epi8(block, earlier, 16 - (count))
KERNEL uint64_t mask(Block block) { return (unsigned)_mm_movemask_epi8(block); }
KERNEL uint64_t top_bits(Block block) { return mask(block); }

KERNEL Block left(Block block, int bits) { return _mm_slli_epi32(block, bits); }
KERNEL Block right(Block block, int bits) { return _mm_srli_epi32(block, bits); }
KERNEL Block plus(Block one, Block other) { return _mm_add_epi8(one, other); }
KERNEL Block words(uint32_t word) { return _mm_set1_epi32((int)word); }
KERNEL Block join(Block block) { return _mm_madd_epi16(_mm_maddubs_epi16(block, words(0x1400140)), words(0x11000)); }

#include "blocks.h"
#include "base64.h"

#define CRC32 __attribute__((target("sse4.2,pclmul")))
size_t cimwire_avx2_fold(uint8_t *sums, const uint8_t *bytes, size_t count);

/// Returns a block whose remainder is that of `block` and as many zeros as `factors` stand for, with `next` added.
CRC32 static inline Block fold(Block block, Block factors, Block next) {
    return _mm_clmulepi64_si128(block, factors, 0x00) ^ _mm_clmulepi64_si128(block, factors, 0x11) ^ next;
}

/// Computes a CRC-32 by folding (Gopal and others, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ").
CRC32 size_t NAME(crc32)(int is_wide, uint32_t *remainder, const uint8_t *bytes, size_t count) {
    if (count < 16) return 0;
    // Powers of x modulo the polynomial, with reversed bits: 2^5 more and less than the bits that are skipped.
    const Block by64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
    const Block by16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    Block sum = load(bytes) ^ _mm_cvtsi32_si128((int)*remainder);
    size_t at = 16;
    if (count >= 128) {
        Block sums[4] = {sum, load(bytes + 16), load(bytes + 32), load(bytes + 48)};
        at = is_wide && count >= 512 ? cimwire_avx2_fold((uint8_t *)sums, bytes, count) : 64;
        for (; count - at >= 64; at += 64) {
            for (int lane = 0; lane < 4; lane++) sums[lane] = fold(sums[lane], by64, load(bytes + at + lane * 16));
        }
        sum = fold(fold(fold(sums[0], by16, sums[1]), by16, sums[2]), by16, sums[3]);
    }
    for (; count - at >= 16; at += 16) sum = fold(sum, by16, load(bytes + at));
    // 128 bits become 96, then 64, and Barrett's reduction leaves 32.
    const Block low = _mm_setr_epi32(-1, 0, 0, 0);
    sum = _mm_srli_si128(sum, 8) ^ _mm_clmulepi64_si128(sum, by16, 0x10);
    sum = _mm_srli_si128(sum, 4) ^ _mm_clmulepi64_si128(sum & low, _mm_cvtsi64_si128(0x163cd6124), 0x00);
    const Block polynomial = _mm_set_epi64x(0x1f7011641, 0x1db710641);
    Block quotient = _mm_clmulepi64_si128(sum & low, polynomial, 0x10) & low;
    sum ^= _mm_clmulepi64_si128(quotient, polynomial, 0x00);
    *remainder = (uint32_t)_mm_extract_epi32(sum, 1);
    return at;
}

#endif
