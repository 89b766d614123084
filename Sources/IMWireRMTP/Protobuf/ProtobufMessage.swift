// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message of `Spec/rmtp/*.proto`: the body of a packet, or part of one.
///
/// Every field is optional in Swift, also one that the schema requires: what did not arrive is nil (PRB-030).
public protocol ProtobufMessage: Hashable, Sendable {
    /// The name in the schema.
    static var messageName: String { get }
    /// The fields of the schema, in the order of their numbers.
    static var fields: [ProtobufField] { get }

    /// Creates a message without any field.
    init()

    /// Fields that the schema does not have, or not with that wire type, as they arrived (PRB-020).
    var unknownFields: ProtobufUnknownFields { get set }
    /// Whether all required fields are there, in nested messages too (PRB-030).
    var hasRequiredFields: Bool { get }

    /// Reads fields until the reader's end, on top of those that are there (PRB-014).
    @_lifetime(reader: copy reader)
    mutating func merge(from reader: inout ProtobufReader) throws(DecodeError)

    /// Shows each field to a visitor in the order of the numbers, and then the unknown ones.
    func traverse(_ visitor: inout some ProtobufVisitor)

    /// How many bytes the message has when it is written.
    var encodedByteCount: Int { get }
    /// Reads a whole body into an empty message, and returns what deviated; ``decode(_:mode:limits:)`` is friendlier.
    mutating func readBody(
        _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> [Deviation]
    /// Writes the message behind what `buffer` holds, whether or not required fields are there.
    func append(to buffer: inout [UInt8])
}

/// A body, and what deviated while it was read.
public struct DecodedBody<Body: ProtobufMessage>: Hashable, Sendable {
    /// The body.
    public var body: Body
    /// What deviated; empty in strict mode.
    public var deviations: [Deviation]

    @inlinable
    init(body: consuming Body, deviations: [Deviation]) {
        self.body = body
        self.deviations = deviations
    }
}

extension ProtobufMessage {
    /// Reads a body.
    ///
    /// - Throws: `proto.*` where the bytes are not of such a message, `limit.*` where a limit is passed; in strict mode
    ///   also for each deviation.
    @inlinable
    public static func decode(
        _ bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> DecodedBody<Self> {
        // Into the message where it will stay: one that is returned is copied by each function that passes it on.
        var body = Self()
        let deviations = try body.readBody(bytes, mode, limits)
        return DecodedBody(body: body, deviations: deviations)
    }

    /// Reads a body, leniently.
    ///
    /// - Throws: `proto.*` where the bytes are not of such a message, `limit.*` where a limit is passed.
    public init(protobuf bytes: [UInt8], limits: ProtobufLimits = ProtobufLimits()) throws(DecodeError) {
        self = try Self.decode(bytes.span, limits: limits).body
    }

    /// Writes the body behind what `buffer` holds; allocates only where its capacity is too small (PRB-044).
    ///
    /// - Parameter isPartial: writes a body that lacks required fields too.
    /// - Throws: `encode.member` where a required field is absent (PRB-033).
    @inlinable
    public func encode(into buffer: inout [UInt8], isPartial: Bool = false) throws(EncodeError) {
        if !isPartial, !hasRequiredFields { throw EncodeError(.member) }
        append(to: &buffer)
    }

    /// The body's bytes.
    ///
    /// - Parameter isPartial: writes a body that lacks required fields too.
    /// - Throws: `encode.member` where a required field is absent (PRB-033).
    public func encoded(isPartial: Bool = false) throws(EncodeError) -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(into: &bytes, isPartial: isPartial)
        return bytes
    }

    /// The name of a field, as a path has it; unknown ones show as `?`.
    static func step(_ number: UInt32) -> String {
        fields.first { $0.number == number }?.name ?? "?"
    }
}
