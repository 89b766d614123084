// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Protobuf bodies, alone and in packets with their contents.
let bodyOperations = [
    Operation("decode-body") { count in try decode(RMTPSample.message(), count) },
    Operation("encode-body") { count in try encode(RMTPSample.message(), count) },
    Operation("decode-bodies", count: 50) { count in try decode(RMTPSample.answer, count) },
    Operation("encode-bodies", count: 50) { count in try encode(RMTPSample.answer, count) },
    Operation("decode-envelope") { count in
        let decoder = RMTPMessageDecoder(RMTPFormat(.down))
        let bytes = try RMTPSample.delivery()
        for _ in 0..<count {
            guard case .publish(let packet) = try decoder.decodeInPlace(bytes.span).kind else { return }
            consume(try Envelope.decode(packet, .down))
        }
    },
    Operation("encode-envelope") { count in
        let envelope = Envelope(.known(TextMessage(content: "Hello world!", extra: "")), to: "u-1", in: .private)
        var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up)))
        var buffer: [UInt8] = []
        for _ in 0..<count {
            buffer.removeAll(keepingCapacity: true)
            try encoder.publish(envelope, messageID: 7, into: &buffer)
        }
        consume(buffer)
    },
]

private func decode<Body: ProtobufMessage>(_ body: Body, _ count: Int) throws {
    let bytes = try body.encoded()
    for _ in 0..<count { consume(try Body.decode(bytes.span)) }
}

private func encode(_ body: some ProtobufMessage, _ count: Int) throws {
    var buffer: [UInt8] = []
    for _ in 0..<count {
        buffer.removeAll(keepingCapacity: true)
        try body.encode(into: &buffer)
    }
    consume(buffer)
}
