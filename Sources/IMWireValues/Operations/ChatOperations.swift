// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operations `chat.decode` and `chat.encode`, which convert messages of the socket chat protocol.
package enum ChatOperations {
    /// Returns the framing that a request specifies.
    package static func framing(_ request: JSONObject) throws(Unsupported) -> ChatFraming {
        let isPacket: Bool
        switch request["framing"]?.string {
        case "line": isPacket = false
        case "packet": isPacket = true
        default: throw Unsupported("unknown framing")
        }
        guard let delimiter = LineDelimiter(rawValue: request["delimiter"]?.string ?? "lf"),
            let encoding = LineEncoding(rawValue: request["encoding"]?.string ?? "base64")
        else { throw Unsupported("unknown delimiter or encoding") }
        guard let body = HeartbeatBody(request["beat"]?.string ?? "beatID") else {
            throw Unsupported("beat cannot be a heartbeat's body (FRM-022)")
        }
        return ChatFraming(isPacket: isPacket, lines: LineFraming(delimiter, encoding, heartbeat: body))
    }

    /// Returns the writer options that a request specifies.
    package static func writing(_ request: JSONObject) throws(Unsupported) -> ChatStreamWriter.Options {
        var options = ChatStreamWriter.Options(try framing(request))
        options.limits = try StreamLimits(request["limits"]).framing
        options.deflate = request["deflate"]?.boolean ?? false
        options.fragmentSize = request["fragmentSize"]?.number?.int64.map { Int($0) }
        options.wantsReceipt = request["wantsReceipt"]?.boolean ?? false
        options.sequence = request["sequence"]?.number?.int64.flatMap { UInt32(exactly: $0) }
        options.heartbeat = request["heartbeat"]?.string == "json" ? .json : .bare
        options.batch = request["batch"]?.boolean ?? false ? .max : nil
        return options
    }

    /// Reads the message to be encoded.
    package static func message(_ json: Span<UInt8>, _ reader: ChatReader) throws(Unsupported) -> ChatMessage {
        guard let read = try? reader.message(json) else {
            throw Unsupported("a message that cannot be read cannot be written")
        }
        return read.content
    }
}
