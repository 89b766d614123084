// SPDX-License-Identifier: Apache-2.0

/// One message of a unit.
public struct UnitMessage: ~Escapable {
    /// The bytes of the message.
    public let bytes: Span<UInt8>
    /// Where it begins in the unit.
    public let offset: Int
    /// Which one of the unit it is, from 0.
    public let index: Int
    /// How many the unit has.
    public let count: Int
    /// Whether it stands in a batch, where an array is no message (FRM-070).
    public let isBatched: Bool
    /// What refuses the message for its size, counted from the unit's first byte; nil where it may be read (FRM-069).
    public let sizeError: DecodeError?

    @_lifetime(copy unit)
    fileprivate init(_ unit: borrowing StreamUnit, from offset: Int, to end: Int, index: Int, count: Int) {
        bytes = unit.bytes.slice(offset, end)
        self.offset = offset
        self.index = index
        self.count = count
        isBatched = unit.isBatch
        // An array is no message: the limit is for each of its elements, and a heartbeat is none either.
        let isTooLarge = end - offset > unit.messageBytes && (isBatched || !bytes.startsArray)
        sizeError = isTooLarge ? DecodeError(.limitSize, offset: offset) : nil
    }
}

extension Span<UInt8> {
    /// Whether the first byte that is not white space opens an array.
    var startsArray: Bool {
        let first = WhiteSpace.end(of: self, from: 0)
        return first < count && byte(at: first) == 0x5b
    }
}

/// Gives out the messages of a unit one after another: those of a batch, or the whole unit (FRM-066).
public struct UnitMessages: ~Escapable {
    private let unit: StreamUnit
    private var offset: Int
    private var index = 0
    private let count: Int

    @_lifetime(copy unit)
    init(_ unit: consuming StreamUnit) {
        count = unit.messageCount
        offset = unit.isBatch ? 4 : 0
        self.unit = unit
    }

    /// The next message, or nil behind the last one.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func next() -> UnitMessage? {
        guard index < count else { return nil }
        let bytes = unit.bytes
        let start = unit.isBatch ? offset + 4 : 0
        // The lengths were followed to the end before the unit was given out (FRM-067).
        let end = unit.isBatch ? Swift.min(start + Int(bytes.bigEndian32(at: offset)), bytes.count) : bytes.count
        let message = UnitMessage(unit, from: start, to: end, index: index, count: count)
        offset = end
        index += 1
        return message
    }
}

/// The form of a batch: a number of messages, and each with its length (FRM-066).
enum BatchForm {
    /// What is wrong with a batch; nil where its numbers fit its bytes.
    static func fault(in unit: Span<UInt8>, limits: FramingLimits) -> DecodeError.Code? {
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
