// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operations `chat.decode` and `chat.encode`, which convert messages of the socket chat protocol.
package enum ChatOperations {
    /// Returns a reader with the settings of a request.
    package static func reader(_ framing: ChatFraming, _ settings: StreamSettings) -> ChatStreamDecoder {
        ChatStreamDecoder(framing, mode: settings.mode, limits: settings.limits, contentLimits: settings.contentLimits)
    }

    /// Decodes the chunks of a stream.
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let settings = try StreamSettings(request)
        let chunks = try StreamChunks(request, timed: true)
        let framing = try framing(request)
        var reader = reader(framing, settings)
        var writer = ChatItemWriter()
        var items: [UInt8] = [UInt8(ascii: "[")]
        chunks.feed(to: &reader) { item in
            if items.count > 1 { items.append(UInt8(ascii: ",")) }
            writer.append(item, to: &items)
        }
        items.append(UInt8(ascii: "]"))
        return .object([
            "items": RawJSON(scanned: String(decoding: items, as: UTF8.self)), "pending": reader.pendingBytes,
            "emptyLines": reader.emptyLines, "open": framing.isPacket ? reader.openFragmentSets : nil,
        ])
    }

    /// Encodes messages.
    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let options = try writing(request)
        let reader = ChatMessageDecoder(heartbeat: options.framing.heartbeat)
        var messages: [ChatMessage] = []
        for message in request["messages"]?.elements ?? [] {
            messages.append(try self.message(message.text.utf8.span, reader))
        }
        var writer = ChatStreamEncoder(options)
        var output: [UInt8] = []
        try OperationError.writing { () throws(EncodeError) in
            for message in messages { try writer.write(message, into: &output) }
            try writer.finish(into: &output)
        }
        return output
    }

    /// Returns the framing that a request specifies.
    package static func framing(_ request: JSONObject) throws(OperationError) -> ChatFraming {
        let isPacket: Bool
        switch request["framing"]?.string {
        case "line": isPacket = false
        case "packet": isPacket = true
        default: throw .unsupported("unknown framing")
        }
        guard let delimiter = ChatLineDelimiter(rawValue: request["delimiter"]?.string ?? "lf"),
            let encoding = ChatLineEncoding(rawValue: request["encoding"]?.string ?? "base64")
        else { throw .unsupported("unknown delimiter or encoding") }
        guard let body = HeartbeatBody(request["beat"]?.string ?? "beatID") else {
            throw .unsupported("beat cannot be a heartbeat's body (FRM-022)")
        }
        return ChatFraming(isPacket: isPacket, lines: ChatLineFraming(delimiter, encoding, heartbeat: body))
    }

    /// Returns the writer options that a request specifies.
    package static func writing(_ request: JSONObject) throws(OperationError) -> ChatStreamEncoder.Options {
        var options = ChatStreamEncoder.Options(try framing(request))
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
    package static func message(
        _ json: Span<UInt8>, _ reader: ChatMessageDecoder
    ) throws(OperationError) -> ChatMessage {
        guard let read = try? reader.message(json) else {
            throw .unsupported("a message that cannot be read cannot be written")
        }
        return read.content
    }
}
