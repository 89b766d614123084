// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A comparison of the kernels of this processor with the loops in Swift that they replace on long runs.
package enum KernelComparison {
    /// The levels of this processor, of which there are none without kernels.
    package static var levels: [Int32] { Kernels.best > 0 ? Array(1...Kernels.best) : [] }

    /// Returns the names of the loops whose result at `level` differs from that in Swift.
    ///
    /// - Parameter start: The offset at which runs begin, at most the number of bytes.
    package static func differences(in bytes: [UInt8], from start: Int, at level: Int32) -> [String] {
        let loops: [(name: String, result: (Int32) -> [UInt8])] = [
            ("text", { number(textEnd(bytes.span, from: start, $0)) }),
            ("utf8", { number(UTF8Sequence.firstFault(in: bytes.span, level: $0) ?? -1) }),
            ("writable", { number(BlockScan.writable(bytes.span, from: start, to: bytes.count, level: $0)) }),
            ("base64", { number(BlockScan.base64(bytes.span, from: start, to: bytes.count, level: $0)) }),
            (
                "first",
                { number(BlockScan.first(bytes.last ?? 0, in: bytes.span, from: start, to: bytes.count, level: $0)) }
            ),
            ("decode", { decoded(bytes, $0) }),
            ("encode", { encoded(bytes, $0) }),
            ("crc32", { number(checksum(bytes, from: start, $0)) }),
        ]
        return loops.filter { $0.result(level) != $0.result(0) }.map(\.name)
    }

    private static func number(_ value: Int) -> [UInt8] { Array(String(value).utf8) }

    /// Returns the end of a run of text in a JSON string, or the offset of a fault as a negative number.
    private static func textEnd(_ text: Span<UInt8>, from start: Int, _ level: Int32) -> Int {
        do throws(DecodeError) {
            return try JSONScanner.textEnd(text, from: start, level: level)
        } catch {
            return -1 - error.offset
        }
    }

    /// Returns the decoded bytes of a line, or one byte if it is not unbroken, padded Base64.
    private static func decoded(_ bytes: [UInt8], _ level: Int32) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: bytes.count / 4 * 3)
        var room = output.mutableSpan
        guard let length = Base64.decode(bytes.span, into: &room, level: level) else { return [0] }
        return Array(output.prefix(length))
    }

    private static func encoded(_ bytes: [UInt8], _ level: Int32) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: Base64.encodedLength(bytes.count))
        var room = output.mutableSpan
        Base64.encode(bytes.span, into: &room, at: 0, level: level)
        return output
    }

    private static func checksum(_ bytes: [UInt8], from start: Int, _ level: Int32) -> Int {
        var checksum = CRC32()
        checksum.update(bytes.span, from: 0, to: start, level: level)
        checksum.update(bytes.span, from: start, to: bytes.count, level: level)
        return Int(checksum.value)
    }
}

extension KernelComparison {
    /// Returns bytes that consist of runs of one kind of character, with a few faults.
    package static func bytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
        let kinds: [[UInt8]] = [
            Array("a".utf8), Array("中".utf8), Array("é".utf8), Array("😀".utf8), Array("Qx+/9".utf8),
            [0xed, 0x9f, 0xbf],
        ]
        let stops: [UInt8] = [0x22, 0x5c, 0x0a, 0x00, 0x1f, 0x3d, 0x2d, 0x80, 0xbf, 0xc0, 0xe0, 0xed, 0xf4, 0xf5, 0xff]
        var bytes: [UInt8] = []
        while bytes.count < count {
            let kind = kinds[random.pick(0...kinds.count - 1)]
            for _ in 0..<random.pick(1...60) { bytes += kind }
        }
        bytes.removeLast(bytes.count - count)
        guard count > 0 else { return bytes }
        for _ in 0..<random.pick(0...2) {
            bytes[random.pick(0...count - 1)] = stops[random.pick(0...stops.count - 1)]
        }
        return bytes
    }
}
