// SPDX-License-Identifier: Apache-2.0

import IMWireServerAPI
import Testing

@Suite("SHA-1")
struct SHA1Tests {
    // The examples of FIPS 180-4, published by NIST.
    static let vectors = [
        ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            1, "a49b2446a02c645bf419f995b67091253a04a259"
        ),
        ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ]

    @Test("The digests equal NIST's vectors (API-001)", arguments: vectors)
    func goldens(_ text: String, _ count: Int, _ expected: String) {
        var hash = SHA1()
        for _ in 0..<count { hash.update(text.utf8) }
        #expect(hex(hash.finalize()) == expected)
    }

    @Test("Every length around the block boundaries has the same digest in any division")
    func lengths() {
        // The hash of the hashes of 200 messages, computed with Python's hashlib: message n has n bytes, and byte i of
        // it is (7n + 13i) mod 256.
        var all = SHA1()
        for count in 0..<200 {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: count * 7 + $0 * 13) }
            var whole = SHA1()
            whole.update(message)
            let digest = whole.finalize()
            var parts = SHA1()
            parts.update(message.prefix(count / 3))
            parts.update(message.dropFirst(count / 3))
            #expect(parts.finalize() == digest)
            all.update(digest)
        }
        #expect(hex(all.finalize()) == "4f540118fd8141386d50239c5f8506ea4d046c4b")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
}
