// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ProtobufDecoder {
    /// Reads a whole body, from its first byte, into a message, which is empty or replaced, and returns its
    /// deviations.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func read<Message: ProtobufMessage>(
        _ body: inout Message, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> [Deviation] {
        try limits.check(bytes)
        do {
            try body.merge(from: &self)
        } catch {
            throw located(error, in: Message.self)
        }
        if body.hasRequiredFields { return [] }
        return try MissingFields.report(in: body, bytes, mode, limits)
    }
}
