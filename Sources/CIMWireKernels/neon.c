// SPDX-License-Identifier: Apache-2.0
// The kernels for 64-bit ARM with NEON and the instructions for CRC-32, in blocks of 16 bytes.

#include "CIMWireKernels.h"

#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#include <arm_acle.h>
#include <arm_neon.h>
#include <string.h>

#define KERNEL static inline
#define KERNEL_EXPORT
#define NAME(x) cimwire_neon_##x
enum { WIDTH = 16, STEP = 4 };
#define ALL UINT64_MAX

typedef uint8x16_t Block;

KERNEL Block load(const uint8_t *bytes) { return vld1q_u8(bytes); }
KERNEL Block load_table(const uint8_t *entries) { return load(entries); }
KERNEL void store(uint8_t *bytes, Block block) { vst1q_u8(bytes, block); }
KERNEL Block fill(uint8_t byte) { return vdupq_n_u8(byte); }
KERNEL Block equal(Block one, Block other) { return vceqq_u8(one, other); }
KERNEL Block minus(Block one, Block other) { return vqsubq_u8(one, other); }
KERNEL Block high_half(Block block) { return vshrq_n_u8(block, 4); }
KERNEL Block lookup(Block entries, Block indices) { return vqtbl1q_u8(entries, indices); }
#define before(block, earlier, count) vextq_u8(earlier, block, 16 - (count))
/// There is no instruction that collects one bit of each byte, but one that collects half of each byte.
KERNEL uint64_t mask(Block block) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(block), 4)), 0);
}
KERNEL uint64_t top_bits(Block block) { return mask(vcltzq_s8(vreinterpretq_s8_u8(block))); }

#define left(block, bits) vreinterpretq_u8_u32(vshlq_n_u32(vreinterpretq_u32_u8(block), bits))
#define right(block, bits) vreinterpretq_u8_u32(vshrq_n_u32(vreinterpretq_u32_u8(block), bits))
KERNEL Block plus(Block one, Block other) { return vaddq_u8(one, other); }
KERNEL Block words(uint32_t word) { return vreinterpretq_u8_u32(vdupq_n_u32(word)); }
KERNEL Block join(Block block) {
    const Block first = (left(block, 18) & words(0xfc0000)) | (left(block, 4) & words(0x3f000));
    return first | (right(block, 10) & words(0xfc0)) | right(block, 24);
}

#include "blocks.h"
#include "base64.h"

__attribute__((target("+crc"))) size_t NAME(crc32)(int wide, uint32_t *remainder, const uint8_t *bytes, size_t count) {
    size_t at = 0;
    uint32_t sum = *remainder;
    for (; count - at >= 16; at += 16) {
        uint64_t words[2];
        memcpy(words, bytes + at, 16);
        sum = __crc32d(__crc32d(sum, words[0]), words[1]);
    }
    *remainder = sum;
    return at;
}

#endif
