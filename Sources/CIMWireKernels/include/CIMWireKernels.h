// SPDX-License-Identifier: Apache-2.0
// Loops over bytes that use vector instructions of the processor, which Swift cannot choose at run time.
//
// Every kernel has the level of the processor as its first argument and must not be called with level 0, for which the
// callers have the same loops in Swift. No function reads outside of the bytes that it was passed.

#ifndef CIMWIRE_KERNELS_H
#define CIMWIRE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// The level that is in use, or -1 before it is determined.
extern int cimwire_chosen_level;

/// Returns the highest level of this processor: 0 none, 1 SSE4.2 and PCLMUL or NEON and CRC-32, 2 AVX2, 3 VPCLMULQDQ.
int cimwire_best_level(void);

/// Sets the level that is in use, which is at most the best one, for tests and measurements, and returns it.
int cimwire_limit_level(int level);

/// Returns the level that is in use.
static inline int cimwire_level(void) {
    int level = __atomic_load_n(&cimwire_chosen_level, __ATOMIC_RELAXED);
    return level >= 0 ? level : cimwire_limit_level(cimwire_best_level());
}

/// Returns the offset of the first `"`, `\` or control character at or after `start` if the text up to there is UTF-8.
///
/// The result is `end` if there is none. If the text is not UTF-8, the result is the offset of a character that is not
/// after the fault, and before which the text is UTF-8. The text at `start` begins with a whole character.
size_t cimwire_text_end(int level, const uint8_t *bytes, size_t start, size_t end);

/// Returns `end` if the text is UTF-8, or else the offset of a character as `cimwire_text_end` does.
size_t cimwire_utf8_end(int level, const uint8_t *bytes, size_t start, size_t end);

/// Returns the offset of the first `"`, `\` or control character at or after `start`, or `end`.
size_t cimwire_writable_end(int level, const uint8_t *bytes, size_t start, size_t end);

/// Returns the offset of the first byte outside `A-Z a-z 0-9 + /` at or after `start`, or `end`.
size_t cimwire_base64_end(int level, const uint8_t *bytes, size_t start, size_t end);

/// Returns the offset of the first byte that equals `wanted` at or after `start`, or `end`.
size_t cimwire_byte_place(int level, const uint8_t *bytes, size_t start, size_t end, uint8_t wanted);

/// Decodes groups of four Base64 digits for as long as all are digits, and returns the number of digits decoded.
///
/// The result is a multiple of four and less than `count`; the output is three quarters as long. Of `output`, which has
/// `room` bytes, the bytes after it may change.
size_t cimwire_base64_decode(int level, const uint8_t *digits, size_t count, uint8_t *output, size_t room);

/// Encodes groups of three bytes as four Base64 digits each, and returns the number of bytes encoded.
///
/// The result is a multiple of three and at most `count`. The output must have room for it.
size_t cimwire_base64_encode(int level, const uint8_t *bytes, size_t count, uint8_t *output);

/// Updates the remainder of a CRC-32, before its final inversion, and returns the number of bytes that were included.
///
/// The result is the largest multiple of 16 that is at most `count`.
size_t cimwire_crc32(int level, uint32_t *remainder, const uint8_t *bytes, size_t count);

#endif
