// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message of `Spec/rmtp/*.proto`: the body of a packet, or a part of one.
///
/// Every field is optional in Swift, even if the schema requires it: a field that did not arrive is nil (PRB-030).
public protocol ProtobufMessage: Hashable, Sendable {
    /// The name of the message in the schema.
    static var messageName: String { get }
    /// The fields of the schema, in the order of their numbers.
    static var fields: [ProtobufField] { get }

    /// Creates a message without fields.
    init()

    /// The fields that the schema does not have, or not with that wire type, as they arrived (PRB-020).
    var unknownFields: ProtobufUnknownFields { get set }
    /// Whether all required fields are present, including those of nested messages (PRB-030).
    var hasRequiredFields: Bool { get }

    /// Reads fields up to the reader's end and merges them into those already present (PRB-014).
    @_lifetime(reader: copy reader)
    mutating func merge(from reader: inout ProtobufDecoder) throws(DecodeError)

    /// Passes each field to a visitor in the order of the field numbers, followed by the unknown fields.
    func traverse(_ visitor: inout some ProtobufVisitor)

    /// The encoded size of the message in bytes.
    var encodedByteCount: Int { get }
    /// Reads a whole body into an empty message and returns its deviations; ``decode(_:mode:limits:)`` is more
    /// convenient.
    mutating func readBody(
        _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> [Deviation]
    /// Writes the fields in the order of their numbers, even if required ones are absent.
    func write(to encoder: inout ProtobufEncoder)
    /// Appends the message to `buffer`, even if required fields are absent.
    func append(to buffer: inout [UInt8])
}

extension Decoded where Value: ProtobufMessage {
    /// The numbers of the fields that the schema does not have, or not with that wire type.
    public var unknown: [UInt32] { value.unknownFields.numbers }
}

extension ProtobufMessage {
    /// Decodes a body.
    ///
    /// - Throws: `proto.*` if the bytes are not such a message, `limit.*` if a limit is exceeded; in strict mode also
    ///   for each deviation.
    @inlinable
    public static func decode(
        _ bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> Decoded<Self> {
        // Read into the final message: one that is returned is copied by each function that passes it on.
        var body = Self()
        let deviations = try body.readBody(bytes, mode, limits)
        return Decoded(body, deviations: deviations)
    }

    /// Replaces the message by a body that is decoded, and returns its deviations.
    ///
    /// The storage of bytes, lists and equal texts is used again, so a loop that decodes one body after another into the
    /// same message hardly allocates. If an error is thrown, the message is empty.
    ///
    /// - Throws: as ``decode(_:mode:limits:)``.
    public mutating func replace(
        by bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> [Deviation] {
        var reader = ProtobufDecoder(bytes, limits: limits)
        reader.replaces = true
        do {
            return try reader.read(&self, mode, limits)
        } catch {
            self = Self()
            throw error
        }
    }

    /// Creates a message by decoding a body in lenient mode.
    ///
    /// - Throws: `proto.*` if the bytes are not such a message, `limit.*` if a limit is exceeded.
    public init(protobuf bytes: [UInt8], limits: ProtobufLimits = ProtobufLimits()) throws(DecodeError) {
        self = try Self.decode(bytes.span, limits: limits).value
    }

    /// Appends the body to `buffer`, allocating only if its capacity is too small (PRB-044).
    ///
    /// - Parameters:
    ///   - buffer: the bytes to which the body is appended.
    ///   - isPartial: whether to write a body even if it lacks required fields.
    /// - Throws: `encode.member` if a required field is absent (PRB-033).
    @inlinable
    public func encode(into buffer: inout [UInt8], isPartial: Bool = false) throws(EncodeError) {
        if !isPartial, !hasRequiredFields { throw EncodeError(.member) }
        append(to: &buffer)
    }

    /// Returns the bytes of the body.
    ///
    /// - Parameter isPartial: whether to write a body even if it lacks required fields.
    /// - Throws: `encode.member` if a required field is absent (PRB-033).
    public func encoded(isPartial: Bool = false) throws(EncodeError) -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(into: &bytes, isPartial: isPartial)
        return bytes
    }

    /// Returns the name of a field in a path, or `?` for an unknown field.
    static func step(_ number: UInt32) -> String {
        fields.first { $0.number == number }?.name ?? "?"
    }
}
