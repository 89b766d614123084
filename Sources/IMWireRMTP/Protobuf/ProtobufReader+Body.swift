// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ProtobufReader {
    /// Reads a whole body, and looks for required fields that are absent.
    @inline(__always)
    package static func body<Message: ProtobufMessage>(
        _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> DecodedBody<Message> {
        var reader = ProtobufReader(bytes, limits: limits)
        var body = Message()
        let deviations = try reader.read(&body, mode, limits)
        return DecodedBody(body: body, deviations: deviations)
    }

    /// Reads a whole body into an empty message, from the first byte on; what it returns has deviated.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func read<Message: ProtobufMessage>(
        _ body: inout Message, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> [Deviation] {
        if bytes.count > limits.bodyBytes { throw DecodeError(.limitSize, offset: 0) }  // PRB-051
        do {
            try body.merge(from: &self)
        } catch {
            throw located(error, in: Message.self)
        }
        if body.hasRequiredFields { return [] }
        let missing = MissingFields.find(in: body, bytes, limits)
        if mode == .strict, let first = missing.first {
            throw DecodeError(.protoRequired, offset: first.offset, path: first.path)  // PRB-031
        }
        return missing
    }
}
