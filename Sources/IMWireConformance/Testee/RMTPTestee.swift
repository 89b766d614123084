// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// `rmtp.decode` and `rmtp.encode`: RongCloud's binary packets (TST-088, TST-089).
enum RMTPTestee {
    /// What requests of both operations have.
    struct Request {
        var framing: RMTPFraming
        var format: RMTPFormat
        var key: [UInt8]?
        var limits: PacketLimits

        init(_ request: JSONObject) throws(Unsupported) {
            guard let framing = request["framing"]?.string.flatMap(RMTPFraming.init(rawValue:)),
                let direction = request["direction"]?.string.flatMap(RMTPDirection.init(rawValue:)),
                let number = request["protocolVersion"]?.number?.int64,
                let version = Int(exactly: number).flatMap(RMTPVersion.init(rawValue:))
            else { throw Unsupported("no such framing, direction or version here") }
            if framing == .xhr, direction == .up { throw Unsupported("what is polled goes down only (TST-088)") }
            self.framing = framing
            format = RMTPFormat(direction, version)
            if let text = request["key"] {
                guard let bytes = text.string.flatMap({ Base64.decode($0) }) else {
                    throw Unsupported("the key is not Base64")
                }
                key = bytes
            }
            limits = try PacketLimits(request["limits"])
        }

        func streamKey() throws(EncodeError) -> StreamKey? {
            guard framing == .tcp, let key else { return nil }
            return try StreamKey(key)
        }
    }

    static func decode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        let agreed = try Request(request)
        let mode = request["mode"]?.string == "strict" ? DecodingMode.strict : .lenient
        var items: [RawJSON] = []
        var pending = 0
        do throws(RefusedPacket) {
            switch agreed.framing {
            case .websocket:
                let decoder = MessageDecoder(agreed.format, mode: mode, limits: agreed.limits.packets)
                for chunk in try chunks(request) { items.append(message(chunk, decoder)) }
            case .tcp:
                var decoder: StreamDecoder
                do {
                    decoder = StreamDecoder(
                        agreed.format, key: try agreed.streamKey(), mode: mode, limits: agreed.limits.packets)
                } catch {
                    return .failure(error)
                }
                pending = stream(try chunks(request), request["end"]?.boolean ?? false, &decoder, &items)
            case .xhr:
                let decoder = PollingDecoder(
                    agreed.format.version, mode: mode, limits: agreed.limits.packets,
                    contentLimits: agreed.limits.contents)
                for chunk in request["chunks"]?.elements ?? [] {
                    items += decoder.items(Array((chunk.string ?? "").utf8).span).map(item)
                }
            }
        } catch {
            throw Unsupported("a chunk is not Base64")
        }
        return .success(.object([("items", .array(items)), ("pending", .integer(pending))]))
    }

    private static func chunks(_ request: JSONObject) throws(RefusedPacket) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        for chunk in request["chunks"]?.elements ?? [] {
            guard let bytes = chunk.string.flatMap({ Base64.decode($0) }) else {
                throw .unsupported("a chunk is not Base64")
            }
            chunks.append(bytes)
        }
        return chunks
    }

    private static func message(_ bytes: [UInt8], _ decoder: MessageDecoder) -> RawJSON {
        do {
            let view = try decoder.view(bytes.span)
            return item(RMTPPacket(view), view.deviations, decoder.format.direction)
        } catch {
            return StreamFault(error).item
        }
    }

    /// Reads a stream; returns how many bytes are left over.
    private static func stream(
        _ chunks: [[UInt8]], _ ends: Bool, _ decoder: inout StreamDecoder, _ items: inout [RawJSON]
    ) -> Int {
        var buffer = StreamBuffer(limit: decoder.maximumPending + (chunks.map(\.count).max() ?? 0))
        for chunk in chunks {
            _ = buffer.append(chunk.span)
            var position = 0
            while !decoder.isClosed, let item = next(&decoder, buffer.bytes, &position) { items.append(item) }
            buffer.removeFirst(decoder.isClosed ? buffer.count : position)
        }
        guard ends, let fault = decoder.finish(buffer.bytes) else { return buffer.count }
        items.append(fault.item)
        return 0
    }

    private static func next(
        _ decoder: inout StreamDecoder, _ bytes: Span<UInt8>, _ position: inout Int
    ) -> RawJSON? {
        let direction = decoder.format.direction
        switch decoder.next(in: bytes, from: &position) {
        case .needMore: return nil
        case .packet(let view): return item(RMTPPacket(view), view.deviations, direction)
        case .fault(let fault): return fault.item
        }
    }

    private static func item(_ result: PollingDecoder.Item) -> RawJSON {
        switch result {
        case .success(let decoded): item(decoded.content.json, decoded.deviations)
        case .failure(let error): StreamFault(error).item
        }
    }

    /// A packet with its deviations, as the protocol has it; what follows its last member stands beside it (RMTP-043).
    static func item(_ packet: RMTPPacket, _ deviations: [Deviation], _ direction: RMTPDirection) -> RawJSON {
        item(packet.json(direction), deviations, trailing: packet.trailing)
    }

    /// The same of a packet that is JSON already.
    static func item(_ packet: RawJSON, _ deviations: [Deviation], trailing: [UInt8] = []) -> RawJSON {
        let names = deviations.map { RawJSON($0.id.description) }
        let rest = trailing.isEmpty ? [] : [(name: "trailing", value: RawJSON.base64(trailing))]
        return .object([("packet", packet), ("deviations", .array(names))] + rest)
    }

    // MARK: Writing

    static func encode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        let agreed = try Request(request)
        guard let json = request["packet"] else { throw Unsupported("there is no packet") }
        let encoding: FrameTextEncoding
        switch request["astral"]?.string {
        case nil, "cesu8": encoding = .cesu8
        case "utf8": encoding = .utf8
        default: throw Unsupported("no such way to write characters here")
        }
        do throws(RefusedPacket) {
            return .success(.object([("bytes", .base64(try encode(json, request["trailing"], agreed, encoding)))]))
        } catch {
            switch error {
            case .refused(let error): return .failure(error)
            case .unsupported(let reason): throw Unsupported(reason)
            }
        }
    }

    private static func encode(
        _ json: RawJSON, _ trailing: RawJSON?, _ agreed: Request, _ encoding: FrameTextEncoding
    ) throws(RefusedPacket) -> [UInt8] {
        var fields = RMTPFields(json)
        var bytes: [UInt8] = []
        switch agreed.framing {
        case .xhr:
            if trailing != nil { throw .unsupported("nothing trails in polling") }
            let packet = try PollingPacket(&fields)
            return try refusing { () throws(EncodeError) in
                try PollingEncoder(agreed.format.version, limits: agreed.limits.packets).encode(packet)
            }
        case .websocket:
            let packet = try RMTPPacket(&fields, agreed.format, trailing: trailing)
            try refusing { () throws(EncodeError) in
                try MessageEncoder(agreed.format, encoding: encoding, limits: agreed.limits.packets)
                    .encode(packet, into: &bytes)
            }
        case .tcp:
            let packet = try RMTPPacket(&fields, agreed.format, trailing: trailing)
            try refusing { () throws(EncodeError) in
                try StreamEncoder(
                    agreed.format, key: try agreed.streamKey(), encoding: encoding, limits: agreed.limits.packets
                ).encode(packet, into: &bytes)
            }
        }
        return bytes
    }

    private static func refusing<Value>(_ body: () throws(EncodeError) -> Value) throws(RefusedPacket) -> Value {
        do throws(EncodeError) {
            return try body()
        } catch {
            throw .refused(error)
        }
    }
}
