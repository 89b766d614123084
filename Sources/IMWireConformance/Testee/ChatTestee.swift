// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `chat.decode` and `chat.encode`: the socket chat protocol.
enum ChatTestee {
    /// How messages travel, as a request says it.
    private struct Framing {
        var isPacket: Bool
        var format: LineFraming
        var heartbeat: HeartbeatBody

        init(_ request: JSONObject) throws(Unsupported) {
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
            heartbeat = body
            format = LineFraming(delimiter, encoding, heartbeat: body)
        }
    }

    static func decode(_ request: JSONObject) throws(Unsupported) -> RawJSON {
        let stream = try StreamRequest(request)
        let framing = try Framing(request)
        var reader = ChatReader(mode: stream.mode, limits: stream.contentLimits, heartbeat: framing.heartbeat)
        reader.messageBytes = stream.limits.messageBytes
        reader.batchMessages = stream.limits.batchMessages
        var reading = ChatReading(reader)
        return framing.isPacket ? packets(stream, &reading) : lines(stream, framing, &reading)
    }

    private static func lines(_ stream: StreamRequest, _ framing: Framing, _ reading: inout ChatReading) -> RawJSON {
        var decoder = LineDecoder(framing.format, mode: stream.mode, limits: stream.limits)
        var pending: [UInt8] = []
        for chunk in stream.chunks {
            pending += chunk
            var position = 0
            while !decoder.isClosed {
                let goesOn = decoder.withNext(in: pending.span, from: &position) { reading.take($0) }
                if !goesOn { break }
            }
            pending.removeFirst(decoder.isClosed ? pending.count : position)
        }
        if stream.ends, let fault = decoder.finish(pending.span) {
            reading.items.append(fault.item)
            pending = []
        }
        return reading.answer(pending: pending.count, emptyLines: decoder.emptyLines, open: nil)
    }

    private static func packets(_ stream: StreamRequest, _ reading: inout ChatReading) -> RawJSON {
        var decoder = PacketUnitDecoder(limits: stream.limits)
        var pending: [UInt8] = []
        for (index, chunk) in stream.chunks.enumerated() {
            pending += chunk
            var position = 0
            while !decoder.isClosed {
                let goesOn = decoder.withNext(in: pending.span, from: &position, at: stream.time(index)) {
                    reading.take($0)
                }
                if !goesOn { break }
            }
            pending.removeFirst(decoder.isClosed ? pending.count : position)
        }
        if stream.ends, let fault = decoder.finish(pending.span) {
            reading.items.append(fault.item)
            pending = []
        }
        return reading.answer(pending: pending.count, emptyLines: 0, open: decoder.openFragmentSets)
    }

    // MARK: Writing

    static func encode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        let framing = try Framing(request)
        let (limits, _) = try StreamRequest.limits(request["limits"])
        var messages: [ChatMessage] = []
        for message in request["messages"]?.elements ?? [] {
            guard let read = try? ChatReader(heartbeat: framing.heartbeat).message(Array(message.text.utf8).span) else {
                throw Unsupported("a message that cannot be read cannot be written")
            }
            messages.append(read.content)
        }
        do {
            let bytes =
                framing.isPacket
                ? try packets(messages, request, framing, limits) : try lines(messages, request, framing, limits)
            return .success(.object([("bytes", .base64(bytes))]))
        } catch {
            return .failure(error)
        }
    }

    /// Messages in the groups that become units: all between two heartbeats with `batch`, otherwise one each (TST-084).
    private static func units(
        _ messages: [ChatMessage], _ request: JSONObject, _ heartbeat: HeartbeatBody
    ) -> [(isHeartbeat: Bool, messages: [ChatMessage])] {
        let isBatch = request["batch"]?.boolean ?? false
        var units: [(isHeartbeat: Bool, messages: [ChatMessage])] = []
        for message in messages {
            let isHeartbeat = message.isHeartbeat(heartbeat)
            if isBatch, !isHeartbeat, let last = units.last, !last.isHeartbeat {
                units[units.count - 1].messages.append(message)
            } else {
                units.append((isHeartbeat, [message]))
            }
        }
        return units
    }

    private static func lines(
        _ messages: [ChatMessage], _ request: JSONObject, _ framing: Framing, _ limits: FramingLimits
    ) throws(EncodeError) -> [UInt8] {
        var writer = ChatWriter(
            heartbeat: framing.heartbeat, form: request["heartbeat"]?.string == "json" ? .json : .bare)
        writer.messageBytes = limits.messageBytes
        writer.batchMessages = limits.batchMessages
        let encoder = LineEncoder(framing.format, limits: limits)
        let isBatch = request["batch"]?.boolean ?? false
        var output: [UInt8] = []
        var unit: [UInt8] = []
        for group in units(messages, request, framing.heartbeat) {
            if isBatch, !group.isHeartbeat {
                try writer.write(group.messages, into: &unit)
            } else {
                try writer.write(group.messages[0], into: &unit)
            }
            try encoder.encode(unit.span, into: &output)
        }
        return output
    }

    private static func packets(
        _ messages: [ChatMessage], _ request: JSONObject, _ framing: Framing, _ limits: FramingLimits
    ) throws(EncodeError) -> [UInt8] {
        var options = PacketEncoder.Options()
        options.deflate = request["deflate"]?.boolean ?? false
        options.fragmentSize = request["fragmentSize"]?.number?.int64.map { Int($0) }
        options.limits = limits
        var encoder = PacketEncoder(options)
        if let first = request["sequence"]?.number?.int64.flatMap({ UInt32(exactly: $0) }) {
            encoder.nextSequence = first
        }
        let wants = request["wantsReceipt"]?.boolean ?? false
        let isBatch = request["batch"]?.boolean ?? false
        var writer = ChatWriter(heartbeat: framing.heartbeat)
        writer.messageBytes = limits.messageBytes
        var output: [UInt8] = []
        var bytes: [UInt8] = []
        for group in units(messages, request, framing.heartbeat) {
            if group.isHeartbeat {
                output += PacketEncoder.heartbeat
                continue
            }
            let wantsReceipt = wants && group.messages.contains { !$0.kind.isReceipt }
            if isBatch {
                var batch = BatchWriter(limits: limits)
                for message in group.messages {
                    try writer.write(message, into: &bytes)
                    try batch.append(bytes.span)
                }
                try encoder.encode(batch, wantsReceipt: wantsReceipt, into: &output)
            } else {
                try writer.write(group.messages[0], into: &bytes)
                try encoder.encode(bytes.span, wantsReceipt: wantsReceipt, into: &output)
            }
        }
        return output
    }
}

/// Collects the items of a stream as an answer has them.
private struct ChatReading {
    var reader: ChatReader
    var items: [RawJSON] = []

    init(_ reader: ChatReader) {
        self.reader = reader
    }

    /// Takes what a decoder gave out; false for "need more".
    mutating func take(_ step: consuming UnitStep) -> Bool {
        switch step {
        case .needMore:
            return false
        case .fault(let fault):
            items.append(fault.item)
        case .heartbeat(let offset):
            _ = offset
            for item in reader.items(of: reader.heartbeat.bytes) { append(item, []) }
        case .unit(let unit):
            take(unit)
        }
        return true
    }

    private mutating func take(_ unit: borrowing StreamUnit) {
        let deviations = unit.deviations
        var found: [ChatItem] = []
        if unit.isBatch {
            var messages = unit.messages
            while let message = messages.next() {
                let place = ChatItem.Place(index: message.index, count: message.count)
                found.append(reader.item(of: message.bytes, offset: message.offset, place: place))
            }
        } else {
            reader.read(unit.bytes) { found.append($0) }
        }
        for item in found {
            if let error = item.error {
                var answer = unit.fault(error).item
                if let place = item.place { answer = with(answer, place) }
                items.append(answer)
            } else {
                append(item, deviations)
            }
        }
    }

    private mutating func append(_ item: ChatItem, _ line: [Deviation]) {
        guard let kind = item.kind, let message = item.message,
            let shown = try? RawJSON(text: String(decoding: message.encodedForDisplay(), as: UTF8.self))
        else { return }
        var ids: [String] = []
        for deviation in line + item.deviations where !ids.contains(deviation.id.description) {
            ids.append(deviation.id.description)
        }
        let answer = RawJSON.object([
            ("kind", RawJSON(kind.rawValue)), ("message", JSONLine.onOneLine(shown)),
            ("deviations", .array(ids.map { RawJSON($0) })),
        ])
        items.append(item.place.map { with(answer, $0) } ?? answer)
    }

    private func with(_ item: RawJSON, _ place: ChatItem.Place) -> RawJSON {
        .object((item.members ?? []) + [("batch", .array([.integer(place.index), .integer(place.count)]))])
    }

    func answer(pending: Int, emptyLines: Int, open: Int?) -> RawJSON {
        var members: [(name: String, value: RawJSON)] = [
            ("items", .array(items)), ("pending", .integer(pending)),
            ("emptyLines", .integer(emptyLines + reader.emptyArrays)),
        ]
        if let open { members.append(("open", .integer(open))) }
        return .object(members)
    }
}
