// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The operations `chat.decode` and `chat.encode` of the socket chat protocol.
enum ChatTestee {
    static func reader(_ framing: ChatFraming, _ settings: StreamSettings) -> ChatStreamReader {
        ChatStreamReader(framing, mode: settings.mode, limits: settings.limits, contentLimits: settings.contentLimits)
    }

    static func decode(_ request: JSONObject) throws(Unsupported) -> RawJSON {
        let settings = try StreamSettings(request)
        let chunks = try StreamChunks(request, timed: true)
        let framing = try ChatOperations.framing(request)
        var reader = reader(framing, settings)
        var writer = ChatItemWriter()
        var items: [UInt8] = [0x5b]
        chunks.put(to: &reader) { item in
            if items.count > 1 { items.append(0x2c) }
            writer.append(item, to: &items)
        }
        items.append(0x5d)
        var members: [(name: String, value: RawJSON)] = [
            ("items", RawJSON(scanned: String(decoding: items, as: UTF8.self))),
            ("pending", .integer(reader.pendingBytes)), ("emptyLines", .integer(reader.emptyLines)),
        ]
        if framing.isPacket { members.append(("open", .integer(reader.openFragmentSets))) }
        return .object(members)
    }

    static func encode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        let options = try ChatOperations.writing(request)
        let reader = ChatReader(heartbeat: options.framing.heartbeat)
        var messages: [ChatMessage] = []
        for message in request["messages"]?.elements ?? [] {
            messages.append(try ChatOperations.message(message.text.utf8.span, reader))
        }
        var writer = ChatStreamWriter(options)
        var output: [UInt8] = []
        do {
            for message in messages { try writer.write(message, into: &output) }
            try writer.finish(into: &output)
            return .success(.object([("bytes", .base64(output))]))
        } catch {
            return .failure(error)
        }
    }
}
