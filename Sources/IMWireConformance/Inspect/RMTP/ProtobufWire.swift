// SPDX-License-Identifier: Apache-2.0

/// Finds the fields of a protobuf message in its bytes, without a schema and without a judgement.
struct ProtobufWire {
    /// A field where it lies.
    struct Field {
        /// All of it.
        var range: Range<Int>
        var tag: Range<Int>
        var number: Int
        var wireType: Int
        /// Of a field that has a length.
        var length: Range<Int>?
        /// What stands behind tag and length.
        var value: Range<Int>
        /// The number of a varint.
        var number64: UInt64 = 0

        /// What the wire type says about the value.
        var form: String {
            ["varint", "eight bytes", "length and bytes", "group", "end of a group", "four bytes"][wireType]
        }
    }

    private let bytes: [UInt8]
    private let end: Int

    /// Reads up to `end`, which is not behind the bytes.
    init(_ bytes: [UInt8], end: Int) {
        self.bytes = bytes
        self.end = min(end, bytes.count)
    }

    /// A varint of up to ten bytes, and where it ends; nil where there is none (PRB-002).
    func varint(at start: Int) -> (value: UInt64, end: Int)? {
        var value: UInt64 = 0
        for index in 0..<10 where start + index < end {
            let byte = bytes[start + index]
            value |= UInt64(byte & 0x7f) << UInt64(index * 7)
            if byte & 0x80 == 0 { return (value, start + index + 1) }
        }
        return nil
    }

    /// The field at a place; nil where there is none (PRB-003 to PRB-005).
    func field(at start: Int, depth: Int) -> Field? {
        guard let tag = varint(at: start), tag.value >= 8, tag.value <= UInt64(UInt32.max), tag.end - start <= 5
        else { return nil }
        let (number, type) = (Int(tag.value >> 3), Int(tag.value & 7))
        func field(_ value: Range<Int>, length: Range<Int>? = nil, _ number64: UInt64 = 0) -> Field {
            Field(
                range: start..<value.upperBound, tag: start..<tag.end, number: number, wireType: type, length: length,
                value: value, number64: number64)
        }
        switch type {
        case 0: return varint(at: tag.end).map { field(tag.end..<$0.end, $0.value) }
        case 1, 5:
            let size = type == 1 ? 8 : 4
            return end - tag.end >= size ? field(tag.end..<tag.end + size) : nil
        case 2:
            guard let length = varint(at: tag.end), length.value <= UInt64(end - length.end) else { return nil }
            return field(length.end..<length.end + Int(length.value), length: tag.end..<length.end)
        case 3: return group(number, from: tag.end, depth: depth).map { field(tag.end..<$0) }
        default: return nil
        }
    }

    /// The requirement that what stands at a place breaks, where it is no field.
    func rule(at start: Int) -> String {
        // A varint without an end either goes on too long or is cut off.
        let broken = { place in end - place < 10 ? "PRB-005" : "PRB-002" }
        guard let tag = varint(at: start) else { return broken(start) }
        guard tag.value >= 8, tag.value <= UInt64(UInt32.max), tag.end - start <= 5 else { return "PRB-003" }
        return switch tag.value & 7 {
        case 0: broken(tag.end)
        case 3, 4: "PRB-022"
        case 6, 7: "PRB-004"
        default: "PRB-005"
        }
    }

    /// Where a group ends, its own end included (PRB-022).
    private func group(_ number: Int, from start: Int, depth: Int) -> Int? {
        var place = start
        while depth > 0, let tag = varint(at: place) {
            if tag.value & 7 == 4 { return tag.value >> 3 == UInt64(number) ? tag.end : nil }
            guard let field = field(at: place, depth: depth - 1) else { return nil }
            place = field.range.upperBound
        }
        return nil
    }
}
