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
        var items: [UInt8] = [UInt8(ascii: "[")]
        chunks.feed(to: &reader) { item in
            if items.count > 1 { items.append(UInt8(ascii: ",")) }
            ChatItemWriter.append(item, to: &items)
        }
        items.append(UInt8(ascii: "]"))
        return .object([
            "items": RawJSON(scanned: String(decoding: items, as: UTF8.self)), "pending": reader.pendingBytes,
            "emptyLines": reader.emptyLines, "open": framing.isPacket ? reader.openFragmentSets : nil,
        ])
    }

    /// Encodes messages, or one message into a buffer with a capacity (TST-211).
    static func answer(_ request: JSONObject) throws(OperationError) -> Operation.Answer {
        guard let capacity = request["capacity"]?.number?.int64 else { return .bytes(try encode(request)) }
        let messages = request["messages"]?.elements ?? []
        let options = try writing(request)
        guard options.framing.isPacket, options.batch == nil, messages.count == 1, let json = messages.first else {
            throw .unsupported("a buffer with a capacity is for a packet with one message")
        }
        let message = try message(json.text.utf8.span, ChatMessageDecoder(heartbeat: options.framing.heartbeat))
        var settings = ChatPacketEncoder.Options()
        settings.deflate = options.deflate
        settings.fragmentSize = options.fragmentSize
        settings.limits = options.limits
        var writer = ChatPacketEncoder(settings)
        if let sequence = options.sequence { writer.nextSequence = sequence }
        let wantsReceipt = options.wantsReceipt && !message.kind.isReceipt
        let unit = message.encoded()
        // No packet of a request is larger than its line, however large a capacity is stated.
        var buffer = [UInt8](repeating: 0xEE, count: Int(clamping: min(max(capacity, 0), 16 << 20)))
        let length: EncodedLength
        do throws(EncodeError) {
            var room = buffer.mutableSpan
            length = try writer.encode(unit.span, wantsReceipt: wantsReceipt, into: &room)
        } catch {
            throw .encoding(error)
        }
        switch length {
        case .written(let count): return .bytes(Array(buffer.prefix(count)))
        case .needs(let count):
            guard buffer.allSatisfy({ $0 == 0xEE }) else { throw .unsupported("the buffer was changed") }
            return .members(.object(["bytes": RawJSON.base64([]), "needed": count]))
        }
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
            for message in messages { try writer.encode(message, into: &output) }
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
        guard let body = ChatHeartbeatBody(request["beat"]?.string ?? "beatID") else {
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
        guard let decoded = try? reader.decode(json) else {
            throw .unsupported("a message that cannot be read cannot be written")
        }
        return decoded.value
    }
}
