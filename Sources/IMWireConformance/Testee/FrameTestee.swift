// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The members that requests about streams share.
struct StreamRequest {
    var chunks: [[UInt8]] = []
    var times: [Int64] = []
    var ends: Bool
    var mode: DecodingMode
    var limits: FramingLimits
    var contentLimits: DecodingLimits

    init(_ request: JSONObject) throws(Unsupported) {
        for chunk in request["chunks"]?.elements ?? [] {
            guard let bytes = chunk.string.flatMap({ Base64.decode($0) }) else {
                throw Unsupported("a chunk is not Base64")
            }
            chunks.append(bytes)
        }
        let given = request["times"]?.elements?.map { $0.number?.int64 ?? 0 }
        times = given ?? []
        if given != nil, times.count != chunks.count { throw Unsupported("times and chunks are not as many") }
        ends = request["end"]?.boolean ?? false
        mode = request["mode"]?.string == "strict" ? .strict : .lenient
        let limits = try StreamLimits(request["limits"])
        self.limits = limits.framing
        contentLimits = limits.contents
    }

    /// The time of a chunk, in ms.
    func time(_ index: Int) -> Int64 { index < times.count ? times[index] : 0 }
}

extension StreamFault {
    /// The item of an answer (TST-065).
    var item: RawJSON {
        var text: [UInt8] = []
        var writer = ChatItemWriter()
        writer.append(.failure(self), to: &text)
        return RawJSON(scanned: String(decoding: text, as: UTF8.self))
    }
}

/// `frame.decode` and `frame.encode`: packets with their headers shown.
enum FrameTestee {
    static func decode(_ request: JSONObject) throws(Unsupported) -> RawJSON {
        let stream = try StreamRequest(request)
        var decoder = PacketDecoder(limits: stream.limits)
        var pending: [UInt8] = []
        var items: [RawJSON] = []
        for chunk in stream.chunks {
            pending += chunk
            var position = 0
            read(&decoder, pending, &position, &items)
            pending.removeFirst(decoder.isClosed ? pending.count : position)
        }
        if stream.ends, let fault = decoder.finish(pending.span) {
            items.append(fault.item)
            pending = []
        }
        return .object([("items", .array(items)), ("pending", .integer(pending.count))])
    }

    private static func read(
        _ decoder: inout PacketDecoder, _ bytes: [UInt8], _ position: inout Int, _ items: inout [RawJSON]
    ) {
        while true {
            switch decoder.next(in: bytes.span, from: &position) {
            case .needMore: return
            case .fault(let fault): items.append(fault.item)
            case .packet(let packet): items.append(.object([("frame", frame(packet))]))
            }
            if decoder.isClosed { return }
        }
    }

    private static let flags: [(name: String, flag: PacketFlags)] = [
        ("deflate", .deflate), ("fragment", .fragment), ("batch", .batch), ("wantsReceipt", .wantsReceipt),
    ]

    private static func frame(_ packet: borrowing Packet) -> RawJSON {
        let header = packet.header
        let type: RawJSON =
            switch header.type {
            case .heartbeat: "heartbeat"
            case .message: "message"
            default: .integer(Int(header.type.rawValue))
            }
        var members: [(name: String, value: RawJSON)] = [
            ("type", type),
            ("flags", .array(flags.filter { header.flags.contains($0.flag) }.map { RawJSON($0.name) })),
            ("sequence", .integer(Int(header.sequence))),
        ]
        if let fragment = packet.fragment {
            members.append(
                (
                    "fragment",
                    .object([
                        ("index", .integer(Int(fragment.index))), ("count", .integer(Int(fragment.count))),
                        ("total", .integer(Int(fragment.total))), ("offset", .integer(Int(fragment.offset))),
                    ])
                ))
        }
        members.append(("payload", RawJSON(Base64.encode(packet.part))))
        return .object(members)
    }

    static func encode(_ request: JSONObject) throws(Unsupported) -> RawJSON {
        var output: [UInt8] = []
        for frame in request["frames"]?.elements ?? [] {
            var set: PacketFlags = []
            for name in frame["flags"]?.elements?.compactMap(\.string) ?? [] {
                guard let flag = flags.first(where: { $0.name == name })?.flag else {
                    throw Unsupported("an unknown flag")
                }
                set.insert(flag)
            }
            let type: PacketType
            switch frame["type"]?.string {
            case "heartbeat": type = .heartbeat
            case "message": type = .message
            default:
                guard let number = frame["type"]?.number?.int64.flatMap({ UInt8(exactly: $0) }) else {
                    throw Unsupported("no type")
                }
                type = PacketType(rawValue: number)
            }
            func number<Value: FixedWidthInteger>(_ json: RawJSON?, _ type: Value.Type) throws(Unsupported) -> Value {
                guard let value = json?.number?.int64.flatMap({ Value(exactly: $0) }) else {
                    throw Unsupported("a number is missing or too large")
                }
                return value
            }
            var fields: FragmentFields?
            if let fragment = frame["fragment"] {
                fields = FragmentFields(
                    index: try number(fragment["index"], UInt16.self),
                    count: try number(fragment["count"], UInt16.self),
                    total: try number(fragment["total"], UInt32.self),
                    offset: try number(fragment["offset"], UInt32.self))
            }
            let payload = frame["payload"]?.string.flatMap { Base64.decode($0) } ?? []
            let header = PacketHeader(type: type, flags: set, sequence: try number(frame["sequence"], UInt32.self))
            header.encode(payload.span, fragment: fields, into: &output)
        }
        return .object([("bytes", .base64(output))])
    }
}
