// SPDX-License-Identifier: Apache-2.0

/// The distinct texts of a file's tokens, in the order of their first mention.
struct TextTable {
    private(set) var texts: [String] = []
    private var hashes: [UInt32] = []
    /// The number of a text, from 1, in the slot that its hash selects or in the next free one; a free slot has 0.
    private var slots = [UInt32](repeating: 0, count: 256)
    private let base = TextTable.base

    private static let prime: UInt64 = 1 << 61 - 1
    /// The base of the polynomial hash, which differs from run to run, so that nobody can write texts that collide.
    private static let base = UInt64.random(in: 1 << 32..<prime)

    /// Returns the index of a text, which is added if it is new; bytes that are not UTF-8 are replaced.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let hash = hash(bytes)
        let slot = slot(of: bytes, hash)
        if slots[slot] > 0 { return slots[slot] - 1 }
        var text = String(decoding: bytes, as: UTF8.self)
        if !TextTable.isEqual(text, bytes) { return text.withUTF8 { add($0) } }
        let index = UInt32(truncatingIfNeeded: texts.count)
        texts.append(text)
        hashes.append(hash)
        slots[slot] = index + 1
        if texts.count > slots.count / 4 * 3 { grow() }
        return index
    }

    /// Returns the index of a text, or nil if the file does not contain it.
    func index(of text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            let number = slots[slot(of: bytes, hash(bytes))]
            return number > 0 ? Int(number) - 1 : nil
        }
    }

    /// Returns the slot that holds a text, or the free one in which it belongs.
    private func slot(of bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int {
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] > 0 {
            let index = Int(slots[slot]) - 1
            if hashes[index] == hash, TextTable.isEqual(texts[index], bytes) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (index, hash) in hashes.enumerated() {
            var slot = Int(hash) & (slots.count - 1)
            while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(truncatingIfNeeded: index + 1)
        }
    }

    private static func isEqual(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { text in
            text.count == bytes.count && text.indices.allSatisfy { text[$0] == bytes[$0] }
        } ?? false
    }

    /// Returns the value of the polynomial whose coefficients are the bytes, seven at a time.
    private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        var start = 0
        while start < bytes.count {
            var part: UInt64 = 0
            for byte in bytes[start..<min(start + 7, bytes.count)] { part = part << 8 | UInt64(byte) }
            let product = (hash + part).multipliedFullWidth(by: base)
            hash = (product.low & TextTable.prime) + (product.low >> 61 | product.high << 3)
            while hash >= TextTable.prime { hash -= TextTable.prime }
            start += 7
        }
        return UInt32(truncatingIfNeeded: hash)
    }
}
