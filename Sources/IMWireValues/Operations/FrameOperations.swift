// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operations `frame.decode` and `frame.encode`, which show packets with their headers.
package enum FrameOperations {
    /// Returns a reader with the settings of a request.
    package static func reader(_ settings: StreamSettings) -> FrameStreamReader {
        FrameStreamReader(limits: settings.limits)
    }

    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let settings = try StreamSettings(request)
        let chunks = try StreamChunks(request, timed: true)
        var reader = reader(settings)
        var items: [RawJSON] = []
        chunks.feed(to: &reader) { result in
            switch result {
            case .success(let item): items.append(.object(["frame": frame(item)]))
            case .failure(let fault): items.append(fault.item)
            }
        }
        return .object(["items": items, "pending": reader.pendingBytes])
    }

    private static let flags: [(name: String, flag: ChatPacketFlags)] = [
        ("deflate", .deflate), ("fragment", .fragment), ("batch", .batch), ("wantsReceipt", .wantsReceipt),
    ]

    private static func frame(_ packet: FrameStreamReader.Item) -> RawJSON {
        let header = packet.header
        let type: RawJSON =
            switch header.type {
            case .heartbeat: "heartbeat"
            case .message: "message"
            default: .integer(Int(header.type.rawValue))
            }
        let fragment = packet.fragment.map {
            RawJSON.object(["index": $0.index, "count": $0.count, "total": $0.total, "offset": $0.offset])
        }
        return .object([
            "type": type, "flags": flags.filter { header.flags.contains($0.flag) }.map(\.name),
            "sequence": header.sequence, "fragment": fragment, "payload": RawJSON.base64(packet.part),
        ])
    }

    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        var output: [UInt8] = []
        for frame in request["frames"]?.elements ?? [] {
            var set: ChatPacketFlags = []
            for name in frame["flags"]?.elements?.compactMap(\.string) ?? [] {
                guard let flag = flags.first(where: { $0.name == name })?.flag else {
                    throw .unsupported("an unknown flag")
                }
                set.insert(flag)
            }
            let type: ChatPacketType
            switch frame["type"]?.string {
            case "heartbeat": type = .heartbeat
            case "message": type = .message
            default:
                guard let number = frame["type"]?.number?.int64.flatMap({ UInt8(exactly: $0) }) else {
                    throw .unsupported("no type")
                }
                type = ChatPacketType(rawValue: number)
            }
            func number<Value: FixedWidthInteger>(_ json: RawJSON?, _ type: Value.Type) throws(OperationError) -> Value
            {
                guard let value = json?.number?.int64.flatMap({ Value(exactly: $0) }) else {
                    throw .unsupported("a number is missing or too large")
                }
                return value
            }
            var fields: ChatFragmentFields?
            if let fragment = frame["fragment"] {
                fields = ChatFragmentFields(
                    index: try number(fragment["index"], UInt16.self),
                    count: try number(fragment["count"], UInt16.self),
                    total: try number(fragment["total"], UInt32.self),
                    offset: try number(fragment["offset"], UInt32.self))
            }
            let payload = try JSONObject(frame).bytes("payload")
            let header = ChatPacketHeader(type: type, flags: set, sequence: try number(frame["sequence"], UInt32.self))
            header.encode(payload.span, fragment: fields, into: &output)
        }
        return output
    }
}
