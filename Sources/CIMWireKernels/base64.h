// SPDX-License-Identifier: Apache-2.0
// Base64 in blocks of 16 bytes, which needs further functions: left, right (shifts of 32 bits), plus, words, and join,
// which returns the 24 bits of four values in each 32 bits.

KERNEL_EXPORT size_t NAME(base64_decode)(const uint8_t *digits, size_t count, uint8_t *output, size_t room) {
    // What is added to a digit depends on its high half; the slash is the only other digit with the half of the plus.
    const Block shifts = table(0, 16, 19, 4, 191, 191, 185, 185, 0, 0, 0, 0, 0, 0, 0, 0);
    const Block order = table(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 255, 255, 255, 255);
    size_t at = 0;
    for (size_t written = 0; count - at > 16 && room - written >= 16; at += 16, written += 12) {
        const Block block = load(digits + at);
        if (mask(equal(base64_digits(block), fill(0)))) break;
        const Block kinds = plus(high_half(block), equal(block, fill('/')));
        store(output + written, lookup(join(plus(block, lookup(shifts, kinds))), order));
    }
    return at;
}

KERNEL_EXPORT size_t NAME(base64_encode)(const uint8_t *bytes, size_t count, uint8_t *output) {
    const Block order = table(2, 1, 0, 255, 5, 4, 3, 255, 8, 7, 6, 255, 11, 10, 9, 255);
    // What is added to a value depends on its kind: 13 capitals, 0 small letters, 1 to 10 numerals, 11 plus, 12 slash.
    const Block shifts = table(71, 252, 252, 252, 252, 252, 252, 252, 252, 252, 252, 237, 240, 65, 0, 0);
    size_t at = 0;
    for (; count - at >= 16; at += 12, output += 16) {
        const Block groups = lookup(load(bytes + at), order);
        const Block first = right(groups, 18) | (right(groups, 4) & words(0x3f00));
        const Block last = (left(groups, 10) & words(0x3f0000)) | (left(groups, 24) & words(0x3f000000));
        const Block values = first | last;
        const Block kinds = minus(values, fill(51)) | (is_below(values, 26) & fill(13));
        store(output, plus(values, lookup(shifts, kinds)));
    }
    return at;
}
