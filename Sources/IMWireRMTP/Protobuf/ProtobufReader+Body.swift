// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ProtobufReader {
    /// Reads a whole body, and looks for required fields that are absent.
    @inline(__always)
    package static func body<Message: ProtobufMessage>(
        _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> DecodedBody<Message> {
        var reader = ProtobufReader(bytes, limits: limits)
        return try reader.body(mode, limits)
    }

    /// Reads a whole body, from its first byte on.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func body<Message: ProtobufMessage>(
        _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> DecodedBody<Message> {
        if bytes.count > limits.bodyBytes { throw DecodeError(.limitSize, offset: 0) }  // PRB-051
        var body = Message()
        do {
            try body.merge(from: &self)
        } catch {
            throw located(error, in: Message.self)
        }
        if body.hasRequiredFields { return DecodedBody(body: body, deviations: []) }
        let missing = MissingFields.find(in: body, bytes, limits)
        if mode == .strict, let first = missing.first {
            throw DecodeError(.protoRequired, offset: first.offset, path: first.path)  // PRB-031
        }
        return DecodedBody(body: body, deviations: missing)
    }
}
