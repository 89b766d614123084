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

        func transport() throws(EncodeError) -> RMTPTransport {
            switch framing {
            case .websocket: .webSocket
            case .tcp: .tcp(key: try streamKey())
            case .xhr: .polling
            }
        }
    }

    static func decode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        let agreed = try Request(request)
        var reader: RMTPStreamReader
        do {
            reader = RMTPStreamReader(
                try agreed.transport(), agreed.format, mode: request["mode"]?.string == "strict" ? .strict : .lenient,
                limits: agreed.limits.packets, contentLimits: agreed.limits.contents)
        } catch {
            return .failure(error)
        }
        for chunk in try chunks(request, areText: agreed.framing == .xhr) { reader.feed(chunk) }
        if request["end"]?.boolean ?? false { reader.finish() }
        var items: [RawJSON] = []
        while let item = reader.nextResult() { items.append(self.item(item, agreed.format.direction)) }
        return .success(.object([("items", .array(items)), ("pending", .integer(reader.pendingBytes))]))
    }

    private static func chunks(_ request: JSONObject, areText: Bool) throws(Unsupported) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        for chunk in request["chunks"]?.elements ?? [] {
            let bytes = areText ? Array((chunk.string ?? "").utf8) : chunk.string.flatMap { Base64.decode($0) }
            guard let bytes else { throw Unsupported("a chunk is not Base64") }
            chunks.append(bytes)
        }
        return chunks
    }

    private static func item(_ result: Result<RMTPItem, StreamFault>, _ direction: RMTPDirection) -> RawJSON {
        switch result {
        case .success(.packet(let packet, let deviations)): item(packet, deviations, direction)
        case .success(.polled(let packet, let deviations)): item(packet.json, deviations)
        case .failure(let fault): fault.item
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
