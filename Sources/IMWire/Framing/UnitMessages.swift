// SPDX-License-Identifier: Apache-2.0

/// One message of a unit.
package struct UnitMessage: ~Escapable {
    /// The bytes of the message.
    package let bytes: Span<UInt8>
    /// The offset of the message in the unit.
    package let offset: Int
    /// The index of the message in the unit, from 0.
    package let index: Int
    /// The number of messages in the unit.
    package let count: Int
    /// Whether the message is in a batch, where an array is not a message (FRM-070).
    package let isBatched: Bool
    /// The error if the message is too large, with an offset in the unit, or nil if the message may be read (FRM-069).
    package let sizeError: DecodeError?

    @_lifetime(copy unit)
    fileprivate init(_ unit: borrowing ChatStreamUnit, from offset: Int, to end: Int, index: Int, count: Int) {
        bytes = unit.bytes.slice(offset, end)
        self.offset = offset
        self.index = index
        self.count = count
        isBatched = unit.isBatch
        // The limit applies to each element of an array, and not to the array itself.
        let isTooLarge = end - offset > unit.messageBytes && (isBatched || !bytes.startsArray)
        sizeError = isTooLarge ? DecodeError(.limitSize, offset: offset) : nil
    }
}

/// A sequence of the messages of a unit: those of a batch, or the whole unit (FRM-066).
package struct UnitMessages: ~Escapable {
    private let unit: ChatStreamUnit
    private var offset: Int
    private var index = 0
    private let count: Int

    @_lifetime(copy unit)
    init(_ unit: consuming ChatStreamUnit) {
        count = unit.messageCount
        offset = unit.isBatch ? 4 : 0
        self.unit = unit
    }

    /// Returns the next message, or nil after the last one.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    package mutating func next() -> UnitMessage? {
        guard index < count else { return nil }
        let bytes = unit.bytes
        let start = unit.isBatch ? offset + 4 : 0
        // The decoder validated the lengths before it returned the unit (FRM-067).
        let end = unit.isBatch ? Swift.min(start + Int(bytes.bigEndian32(at: offset)), bytes.count) : bytes.count
        let message = UnitMessage(unit, from: start, to: end, index: index, count: count)
        offset = end
        index += 1
        return message
    }
}

/// The form of a batch: a number of messages, and each message with its length (FRM-066).
enum BatchForm {
    /// Returns the error in a batch, or nil if its count and lengths match its size.
    static func fault(in unit: Span<UInt8>, limits: ChatFramingLimits) -> DecodeError.Code? {
        guard unit.count >= 4 else { return .frameBatch }
        let count = Int(unit.bigEndian32(at: 0))
        if count == 0 { return .frameBatch }
        if count > limits.batchMessages { return .frameBatchLimit }  // FRM-068
        var offset = 4
        for _ in 0..<count {
            guard unit.count - offset >= 4 else { return .frameBatch }
            let length = Int(unit.bigEndian32(at: offset))
            offset += 4
            guard length > 0, length <= unit.count - offset else { return .frameBatch }
            offset += length
        }
        return offset == unit.count ? nil : .frameBatch
    }
}
