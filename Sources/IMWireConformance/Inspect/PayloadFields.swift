// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// The annotations of the bytes of a packet's payload: a unit, a fragment of one, or a deflated one (FRM-050).
struct PayloadFields {
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let flags: ChatPacketFlags
    private let options: ChatInspection.Options

    init(_ bytes: [UInt8], _ range: Range<Int>, _ flags: ChatPacketFlags, _ options: ChatInspection.Options) {
        self.bytes = bytes
        self.range = range
        self.flags = flags
        self.options = options
    }

    /// Returns the fields, which cover the payload.
    func annotations(_ unit: UnitReading?) -> [Annotation] {
        guard !range.isEmpty else { return [] }
        if let unit, !unit.isHidden { return UnitFields(bytes, unit, options).annotations(range) }
        var cut = FieldCutter(bytes, range)
        var start = 0
        var isEnd = true
        if flags.contains(.fragment), range.count > ChatFragmentFields.byteCount {
            let total = bytes[(range.lowerBound + 4)..<(range.lowerBound + 8)].number
            cut.add(2, "index", "FRM-051") { "\($0.number), counted from 0" }
            cut.add(2, "count", "FRM-051") { Words.count($0.number, "part") }
            cut.add(4, "total", "FRM-051") { "\(Words.count($0.number, "byte")) in all parts" }
            cut.add(4, "offset", "FRM-051") { "begins at byte \(Words.grouped($0.number)) of the whole" }
            start = bytes[(range.lowerBound + 8)..<(range.lowerBound + 12)].number
            isEnd = start + range.count - ChatFragmentFields.byteCount == total
        }
        if flags.contains(.deflate) {
            deflated(&cut, isStart: start == 0, isEnd: isEnd)
        } else if flags.contains(.fragment), range.count > ChatFragmentFields.byteCount {
            cut.rest("part", "\(Words.count(range.upperBound - cut.place, "byte")) of the whole", "FRM-056")
        } else if flags.contains(.batch) {
            batch(&cut)
        } else {
            cut.rest("payload", "\(Words.count(range.count, "byte")), not read", "FRM-030")
        }
        return cut.fields
    }

    /// Adds the fields of a batch that was not read, as far as its lengths are consistent.
    private func batch(_ cut: inout FieldCutter) {
        cut.add(4, "number of messages", "FRM-066") { "\($0.number)" }
        var index = 0
        while index < options.parts, range.upperBound - cut.place >= 4 {
            let length = bytes[cut.place..<cut.place + 4].number
            guard length > 0, length <= range.upperBound - cut.place - 4 else { break }
            index += 1
            cut.add(4, "length of message \(index)", "FRM-066") { Words.count($0.number, "byte") }
            cut.add(length, "message \(index)", "FRM-066") { "\(Words.count($0.count, "byte")), not read" }
        }
        cut.rest("rest of the batch", "\(Words.count(range.upperBound - cut.place, "byte")), not read", "FRM-067")
    }

    /// Adds the fields of a zlib stream and the length before it, or of the part that a fragment holds.
    private func deflated(_ cut: inout FieldCutter, isStart: Bool, isEnd: Bool) {
        let length = range.upperBound - cut.place
        if isStart, length >= 10 {
            cut.add(4, "length before compression", "FRM-060") { Words.count($0.number, "byte") }
            cut.add(2, "zlib header", "FRM-062") { Self.zlibHeader($0.number) }
        }
        let left = range.upperBound - cut.place
        let sum = isEnd && left >= 4 ? 4 : 0
        if left > sum {
            cut.add(left - sum, "deflate data", "FRM-060") { Words.count($0.count, "compressed byte") }
        }
        cut.add(sum, "Adler-32", "FRM-060") { _ in "checksum of the uncompressed data" }
    }

    /// Returns a description of the two bytes that begin a zlib stream (RFC 1950).
    private static func zlibHeader(_ number: Int) -> String {
        guard number >> 8 & 0x0f == 8, number % 31 == 0, number >> 12 <= 7 else { return "not that of a zlib stream" }
        let window = "deflate, a window of \(Words.grouped(1 << (number >> 12 + 8))) bytes"
        return number & 0x20 == 0 ? window : window + ", with a preset dictionary, which is not available"
    }
}
