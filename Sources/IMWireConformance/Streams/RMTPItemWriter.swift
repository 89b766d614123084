// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// A writer that turns the items of ``RMTPItemReader`` back into packets (TST-089).
package struct RMTPItemWriter: Sendable {
    /// The reason why an item is not written.
    package struct Refusal: Error {
        package var code: String?
        package var message: String
    }

    private let options: RMTPInspection.Options
    private let encoding: FrameTextEncoding
    private let key: RMTPStreamKey?

    /// Creates a writer with options and a text encoding.
    ///
    /// - Throws: `encode.key` if the key is not eight bytes.
    package init(_ options: RMTPInspection.Options, encoding: FrameTextEncoding) throws(EncodeError) {
        self.options = options
        self.encoding = encoding
        if options.framing == .tcp, let bytes = options.key { key = try RMTPStreamKey(bytes) } else { key = nil }
    }

    /// Returns the bytes of an item: a message, a part of a stream, or an object of a reply.
    package func bytes(_ item: RawJSON, _ direction: RMTPDirection) throws(Refusal) -> [UInt8] {
        do throws(OperationError) {
            return try write(item, RMTPFormat(direction, options.format.version))
        } catch {
            switch error {
            case .unsupported(let reason): throw Refusal(message: reason)
            default: throw Refusal(code: error.code, message: "the packet cannot be written")
            }
        }
    }

    private func write(_ item: RawJSON, _ format: RMTPFormat) throws(OperationError) -> [UInt8] {
        guard let packet = item["packet"]?.kind == .object ? item["packet"] : item else {
            throw .unsupported("the line has no packet")
        }
        var fields = RMTPFields(packet)
        if options.framing == .xhr {
            let packet = try PollingPacket(&fields)
            return try OperationError.writing { () throws(EncodeError) in
                try PollingEncoder(format.version, limits: options.limits.packets).encode(packet)
            }
        }
        if let body = item["body"], body["value"] != nil {
            if let data = packet["data"]?.string.flatMap({ Base64.decode($0) }) {
                guard RMTPBodyJSON.agrees(body, with: data) else {
                    throw .unsupported("packet.data and body contradict each other; omit one of them")
                }
            } else {
                let data = RawJSON.base64(try RMTPBodyJSON.bytes(body))
                fields = RMTPFields(.object((packet.members ?? []) + [("data", data)]))
            }
        }
        let whole = try RMTPPacket(&fields, format, trailing: item["trailing"])
        var bytes: [UInt8] = []
        if options.framing == .tcp {
            let encoder = RMTPFrameEncoder(format, key: key, encoding: encoding, limits: options.limits.packets)
            try OperationError.writing { () throws(EncodeError) in try encoder.encode(whole, into: &bytes) }
        } else {
            let encoder = RMTPMessageEncoder(format, encoding: encoding, limits: options.limits.packets)
            try OperationError.writing { () throws(EncodeError) in try encoder.encode(whole, into: &bytes) }
        }
        return bytes
    }
}
