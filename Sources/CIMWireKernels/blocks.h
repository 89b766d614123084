// SPDX-License-Identifier: Apache-2.0
// The loops over blocks of bytes, which each file for an instruction set includes after it has defined
//
//   KERNEL          the attributes of a function that uses the instruction set
//   NAME(x)         the name of the exported function `x`
//   WIDTH, STEP     the number of bytes of a block, and the number of bits in a mask that stand for one byte
//   ALL             the mask of all bytes
//   Block           the type of a block, and the functions for it: load, load_table, store, fill, equal, minus (which
//                   ends at 0), high_half, lookup, before, mask (of equal bytes), top_bits

/// Bits that mark the bytes of a block.
typedef uint64_t Mask;

/// A block in which each lookup finds these 16 entries.
#define table(...) load_table((const uint8_t[16]){__VA_ARGS__})

/// Returns the index of the first byte that a mask marks.
static inline size_t first_place(Mask mask) { return (size_t)__builtin_ctzll(mask) / STEP; }

/// Returns the bytes from `at` up to `end`, fewer than a block, followed by zeros.
KERNEL Block rest(const uint8_t *bytes, size_t at, size_t end) {
    uint8_t room[2 * WIDTH] = {0};
    if (end < WIDTH) {
        for (size_t index = 0; index < end - at; index++) room[index] = bytes[at + index];
        return load(room);
    }
    // A block that ends with the text is moved to the front.
    store(room, load(bytes + end - WIDTH));
    return load(room + WIDTH - (end - at));
}

KERNEL Block is_below(Block block, uint8_t limit) { return equal(minus(block, fill(limit - 1)), fill(0)); }

/// Marks `"`, `\` and control characters.
KERNEL Mask text_stops(Block block) {
    return mask(equal(block, fill('"')) | equal(block, fill('\\')) | is_below(block, 0x20));
}

/// Marks the Base64 digits with bits in bytes: each bit stands for a set of high and a set of low halves.
KERNEL Block base64_digits(Block block) {
    const Block highs = table(0, 0, 1, 2, 4, 8, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0);
    const Block lows = table(10, 14, 14, 14, 14, 14, 14, 14, 14, 14, 12, 5, 4, 4, 4, 5);
    return lookup(highs, high_half(block)) & lookup(lows, block & fill(0x0f));
}

enum Stops { TEXT, BASE64, BYTE };

/// Returns the offset of the first byte at or after `start` that is marked, or `end`.
KERNEL size_t scan(const uint8_t *bytes, size_t start, size_t end, enum Stops stops, uint8_t wanted) {
    for (size_t at = start; at < end; at += WIDTH) {
        const int is_whole = end - at >= WIDTH;
        const Block block = is_whole ? load(bytes + at) : rest(bytes, at, end);
        Mask found = stops == TEXT ? text_stops(block)
            : stops == BASE64      ? mask(equal(base64_digits(block), fill(0)))
                                   : mask(equal(block, fill(wanted)));
        if (!is_whole) found &= ((Mask)1 << ((end - at) * STEP)) - 1;
        if (found) return at + first_place(found);
    }
    return end;
}

/// Returns a block in which every byte is zero that can follow the three bytes before it in UTF-8.
///
/// Tables are indexed by the halves of the byte before and by the high half of the byte. A bit that all have stands for
/// a kind of fault (Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte").
KERNEL Block utf8_faults(Block block, Block earlier) {
    enum {
        SHORT = 1,       // a first byte that no continuation follows
        LONG = 2,        // a continuation after ASCII
        OVERLONG3 = 4,   // E0 80 to E0 9F
        LARGE = 8,       // F4 90 to F4 BF, and F5 to FF
        SURROGATE = 16,  // ED A0 to ED BF
        OVERLONG2 = 32,  // C0 and C1
        LARGE4 = 64,     // F5 80 to F5 8F and so on, and F0 80 to F0 8F
        TWO = 128,       // two continuations, which only a sequence of three or four bytes has
        ANY = SHORT | LONG | TWO,
        FIVE = ANY | LARGE | LARGE4,
    };
    const Block high1 = table(
        LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, TWO, TWO, TWO, TWO, SHORT | OVERLONG2, SHORT,
        SHORT | OVERLONG3 | SURROGATE, SHORT | LARGE | LARGE4);
    const Block low1 = table(
        ANY | OVERLONG3 | OVERLONG2 | LARGE4, ANY | OVERLONG2, ANY, ANY, ANY | LARGE, FIVE, FIVE, FIVE, FIVE, FIVE,
        FIVE, FIVE, FIVE, FIVE | SURROGATE, FIVE, FIVE);
    const Block high2 = table(
        SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, LONG | OVERLONG2 | TWO | OVERLONG3 | LARGE4,
        LONG | OVERLONG2 | TWO | OVERLONG3 | LARGE, LONG | OVERLONG2 | TWO | SURROGATE | LARGE,
        LONG | OVERLONG2 | TWO | SURROGATE | LARGE, SHORT, SHORT, SHORT, SHORT);
    const Block last = before(block, earlier, 1);
    const Block kinds =
        lookup(high1, high_half(last)) & lookup(low1, last & fill(0x0f)) & lookup(high2, high_half(block));
    // The third byte of a sequence of three or four and the fourth byte must be second continuations, and no others.
    const Block third = minus(before(block, earlier, 2), fill(0xe0 - 0x80));
    const Block fourth = minus(before(block, earlier, 3), fill(0xf0 - 0x80));
    return ((third | fourth) & fill(0x80)) ^ kinds;
}

/// Returns the offset of the last character that begins before `at`, or `at` if the text before it is ASCII.
static inline size_t last_character(const uint8_t *bytes, size_t start, size_t at) {
    size_t place = at;
    while (place > start && at - place < 3 && (bytes[place - 1] & 0xc0) == 0x80) place--;
    return place > start && bytes[place - 1] >= 0xc0 ? place - 1 : place;
}

KERNEL size_t utf8(const uint8_t *bytes, size_t start, size_t end, int stops_at_text) {
    Block earlier = fill(0);
    Mask was_high = 0;
    // A block of zeros after the last one shows whether the last character is whole.
    for (size_t at = start; at < end || (at == end && was_high); at += WIDTH) {
        const int is_whole = end - at >= WIDTH;
        const Block block = is_whole ? load(bytes + at) : rest(bytes, at, end);
        const Mask is_high = top_bits(block);
        Mask stops = stops_at_text ? text_stops(block) : 0;
        if (!is_whole) stops |= (Mask)1 << ((end - at) * STEP);
        if (is_high | was_high) {
            Mask faults = mask(equal(utf8_faults(block, earlier), fill(0))) ^ ALL;
            if (stops) faults &= stops ^ (stops - 1);  // up to the stop itself, which can cut off a character
            if (faults) return last_character(bytes, start, at);
        }
        if (stops) return at + first_place(stops);
        earlier = block;
        was_high = is_high;
    }
    return end;
}

#define EXPORT_SCAN(name, call) \
    KERNEL_EXPORT size_t NAME(name)(const uint8_t *bytes, size_t start, size_t end) { return call; }

EXPORT_SCAN(text_end, utf8(bytes, start, end, 1))
EXPORT_SCAN(utf8_end, utf8(bytes, start, end, 0))
EXPORT_SCAN(writable_end, scan(bytes, start, end, TEXT, 0))
EXPORT_SCAN(base64_end, scan(bytes, start, end, BASE64, 0))

KERNEL_EXPORT size_t NAME(byte_place)(const uint8_t *bytes, size_t start, size_t end, uint8_t wanted) {
    return scan(bytes, start, end, BYTE, wanted);
}
