// SPDX-License-Identifier: Apache-2.0
// Compares the kernels of every level of the processor with plain loops, on random bytes.
//
//   check [ROUNDS]      prints the levels that were checked; exits with 1 at the first difference
//
// scripts/test-neon runs this program under an emulator. On x86-64 the tests of Swift do the same and more.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CIMWireKernels.h"

static uint64_t state = 88172645463325252;

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) % limit;
}

static void expect(int is_right, const char *kernel, int level, size_t start, size_t count) {
    if (is_right) return;
    printf("%s: level %d differs from the plain loop, from %zu to %zu\n", kernel, level, start, count);
    exit(1);
}

/// Returns the length of the character at `at` by table 3-7 of Unicode, or 0.
static size_t character(const uint8_t *text, size_t at, size_t end) {
    const uint8_t first = text[at];
    if (first < 0x80) return 1;
    const size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || end - at < length) return 0;
    const uint8_t least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const uint8_t most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (text[at + 1] < least || text[at + 1] > most) return 0;
    for (size_t index = 2; index < length; index++) {
        if ((text[at + index] & 0xc0) != 0x80) return 0;
    }
    return length;
}

static int is_stop(uint8_t byte) { return byte == '"' || byte == '\\' || byte < 0x20; }

/// Checks that `found` is the offset of the first stop or fault, or of a character not after the fault.
static void check_text(int level, const uint8_t *text, size_t start, size_t end, int has_stops, size_t found) {
    size_t at = start;
    int has_passed = found == start;
    while (at < end && !(has_stops && is_stop(text[at])) && character(text, at, end) > 0) {
        at += character(text, at, end);
        has_passed |= at == found;
    }
    const int is_whole = at == end || (has_stops && is_stop(text[at]));
    expect(is_whole ? found == at : has_passed && at - found < 36, has_stops ? "text" : "utf8", level, start, end);
}

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Fills a text with a few kinds of characters, and changes a few bytes.
static void write_text(uint8_t *text, size_t count) {
    static const char *const kinds[] = {"a", "\xe4\xb8\xad", "\xf0\x9f\x98\x80", "\xc3\xa9", "\"", "\\", "\n", "\xed\x9f\xbf"};
    const uint64_t kind = random_below(5);
    size_t at = 0;
    while (at < count) {
        const char *next = kinds[kind < 4 && random_below(40) ? kind : random_below(8)];
        for (; *next && at < count; next++) text[at++] = (uint8_t)*next;
    }
    static const uint8_t odd[] = {0x80, 0xbf, 0xc0, 0xc1, 0xe0, 0xed, 0xa0, 0xf0, 0xf4, 0x90, 0xf5, 0xff, 0x22, 0x5c, 0, 0x1f};
    for (uint64_t changes = random_below(4); count > 0 && changes > 0; changes--) {
        text[random_below(count)] = odd[random_below(sizeof odd)];
    }
}

static void check_scans(int level, size_t count) {
    uint8_t *text = malloc(count + 1);  // not longer, so that a sanitizer sees a read past the end
    uint8_t *exact = realloc(text, count ? count : 1);
    write_text(exact, count);
    const size_t start = count == 0 || random_below(2) ? 0 : random_below(count);
    size_t whole = start;
    while (whole < count && (exact[whole] & 0xc0) == 0x80) whole++;
    check_text(level, exact, whole, count, 1, cimwire_text_end(level, exact, whole, count));
    check_text(level, exact, whole, count, 0, cimwire_utf8_end(level, exact, whole, count));
    size_t at = start;
    while (at < count && !is_stop(exact[at])) at++;
    expect(cimwire_writable_end(level, exact, start, count) == at, "writable", level, start, count);
    const uint8_t wanted = random_below(2) ? '"' : 0xff;
    for (at = start; at < count && exact[at] != wanted; at++) {}
    expect(cimwire_byte_place(level, exact, start, count, wanted) == at, "byte", level, start, count);
    for (size_t index = 0; index < count; index++) exact[index] = (uint8_t)alphabet[random_below(64)];
    if (count > 0 && random_below(4)) exact[random_below(count)] = (uint8_t)random_below(256);
    for (at = start; at < count && exact[at] != 0 && strchr(alphabet, exact[at]); at++) {}
    expect(cimwire_base64_end(level, exact, start, count) == at, "base64", level, start, count);
    free(exact);
}

static void check_base64(int level, size_t count) {
    uint8_t *bytes = malloc(count ? count : 1);
    for (size_t index = 0; index < count; index++) bytes[index] = (uint8_t)random_below(256);
    const size_t length = count / 3 * 4;
    uint8_t *text = malloc(length + 1);
    const size_t encoded = cimwire_base64_encode(level, bytes, count, text);
    expect(encoded % 3 == 0 && encoded <= count, "encode", level, 0, count);
    for (size_t at = 0, to = 0; at + 3 <= count; at += 3, to += 4) {
        const uint32_t group = (uint32_t)bytes[at] << 16 | (uint32_t)bytes[at + 1] << 8 | bytes[at + 2];
        for (int place = 0; place < 4; place++) {
            const uint8_t digit = (uint8_t)alphabet[group >> (18 - 6 * place) & 63];
            expect(at >= encoded || text[to + place] == digit, "encode", level, at, count);
            text[to + place] = digit;
        }
    }
    size_t odd = length;
    if (length > 0 && random_below(3) == 0) text[odd = random_below(length)] = (uint8_t)"=-_\n\xff"[random_below(5)];
    uint8_t *output = malloc(length / 4 * 3 + 1);
    const size_t decoded = cimwire_base64_decode(level, text, length, output, length / 4 * 3);
    expect(decoded % 4 == 0 && (decoded < length || length == 0) && decoded <= odd, "decode", level, 0, length);
    expect(memcmp(output, bytes, decoded / 4 * 3) == 0, "decode", level, decoded, length);
    free(output);
    free(text);
    free(bytes);
}

static void check_crc32(int level, size_t count) {
    uint8_t *bytes = malloc(count ? count : 1);
    for (size_t index = 0; index < count; index++) bytes[index] = (uint8_t)random_below(256);
    const uint32_t before = (uint32_t)random_below((uint64_t)1 << 32);
    uint32_t plain = before, fast = before;
    const size_t done = cimwire_crc32(level, &fast, bytes, count);
    expect(done == count / 16 * 16, "crc32", level, 0, count);
    for (size_t index = 0; index < done; index++) {
        plain ^= bytes[index];
        for (int bit = 0; bit < 8; bit++) plain = plain & 1 ? plain >> 1 ^ 0xedb88320 : plain >> 1;
    }
    expect(plain == fast, "crc32", level, 0, count);
    free(bytes);
}

int main(int argc, char **argv) {
    const long rounds = argc > 1 ? atol(argv[1]) : 20000;
    const int best = cimwire_best_level();
    if (best == 0) {
        printf("this processor has no level to check\n");
        return 1;
    }
    for (int level = 1; level <= best; level++) {
        for (long round = 0; round < rounds; round++) {
            const size_t count = random_below(random_below(8) ? 100 : 600);
            check_scans(level, count);
            check_base64(level, count);
            check_crc32(level, count);
        }
    }
    printf("%ld rounds at each of %d levels\n", rounds, best);
    return 0;
}
