// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// `chat.decode` and `chat.encode`: the socket chat protocol.
enum ChatTestee {
    /// How messages travel, as a request says it.
    private static func framing(_ request: JSONObject) throws(Unsupported) -> ChatFraming {
        let isPacket: Bool
        switch request["framing"]?.string {
        case "line": isPacket = false
        case "packet": isPacket = true
        default: throw Unsupported("no such framing here")
        }
        guard let delimiter = LineDelimiter(rawValue: request["delimiter"]?.string ?? "lf"),
            let encoding = LineEncoding(rawValue: request["encoding"]?.string ?? "base64")
        else { throw Unsupported("no such delimiter or encoding here") }
        guard let body = HeartbeatBody(request["beat"]?.string ?? "beatID") else {
            throw Unsupported("beat cannot be a heartbeat's body (FRM-022)")
        }
        return ChatFraming(isPacket: isPacket, lines: LineFraming(delimiter, encoding, heartbeat: body))
    }

    static func decode(_ request: JSONObject) throws(Unsupported) -> RawJSON {
        let stream = try StreamRequest(request)
        let framing = try framing(request)
        var reader = ChatStreamReader(
            framing, mode: stream.mode, limits: stream.limits, contentLimits: stream.contentLimits)
        var writer = ChatItemWriter()
        var items: [UInt8] = [0x5b]
        for (index, chunk) in stream.chunks.enumerated() {
            reader.feed(chunk, at: stream.time(index))
            drain(&reader, &writer, &items)
        }
        if stream.ends {
            reader.finish()
            drain(&reader, &writer, &items)
        }
        items.append(0x5d)
        var members: [(name: String, value: RawJSON)] = [
            ("items", RawJSON(scanned: String(decoding: items, as: UTF8.self))),
            ("pending", .integer(reader.pendingBytes)), ("emptyLines", .integer(reader.emptyLines)),
        ]
        if framing.isPacket { members.append(("open", .integer(reader.openFragmentSets))) }
        return .object(members)
    }

    private static func drain(
        _ reader: inout ChatStreamReader, _ writer: inout ChatItemWriter, _ items: inout [UInt8]
    ) {
        while let item = reader.nextResult() {
            if items.count > 1 { items.append(0x2c) }
            writer.append(item, to: &items)
        }
    }

    static func encode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        var options = ChatStreamWriter.Options(try framing(request))
        (options.limits, _) = try StreamRequest.limits(request["limits"])
        options.deflate = request["deflate"]?.boolean ?? false
        options.fragmentSize = request["fragmentSize"]?.number?.int64.map { Int($0) }
        options.wantsReceipt = request["wantsReceipt"]?.boolean ?? false
        options.sequence = request["sequence"]?.number?.int64.flatMap { UInt32(exactly: $0) }
        options.heartbeat = request["heartbeat"]?.string == "json" ? .json : .bare
        options.batch = request["batch"]?.boolean ?? false ? .max : nil
        let reader = ChatReader(heartbeat: options.framing.heartbeat)
        var messages: [ChatMessage] = []
        for message in request["messages"]?.elements ?? [] {
            guard let read = try? reader.message(Array(message.text.utf8).span) else {
                throw Unsupported("a message that cannot be read cannot be written")
            }
            messages.append(read.content)
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
