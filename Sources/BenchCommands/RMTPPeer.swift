// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import SwiftProtobuf

#if canImport(SwiftProtobufPeer)
import SwiftProtobufPeer
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A packet with a body, parsed in the straightforward way: field by field from an array.
struct PeerFrame {
    var header: UInt8
    var date: UInt32?
    var topic = ""
    var targetID = ""
    var messageID: UInt16 = 0
    var status: UInt16 = 0
    var body: [UInt8] = []

    static let publish: UInt8 = 3
    static let queryAck: UInt8 = 6

    struct InvalidFrame: Error {}

    /// Reads a PUBLISH down or a QUERYACK.
    init(_ bytes: [UInt8]) throws {
        var reader = Reader(rest: bytes[...])
        header = try reader.number(UInt8.self)
        switch header >> 4 {
        case Self.publish:
            date = try reader.number(UInt32.self)
            topic = try reader.text()
            targetID = try reader.text()
            messageID = try reader.number(UInt16.self)
        case Self.queryAck:
            messageID = try reader.number(UInt16.self)
            date = try reader.number(UInt32.self)
            status = try reader.number(UInt16.self)
        default: throw InvalidFrame()
        }
        body = Array(reader.rest)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func number<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
            let size = MemoryLayout<Value>.size
            guard rest.count >= size else { throw InvalidFrame() }
            defer { rest.removeFirst(size) }
            return rest.prefix(size).reduce(0) { $0 << 8 | Value($1) }
        }

        mutating func text() throws -> String {
            let length = Int(try number(UInt16.self))
            guard rest.count >= length, let text = String(validating: rest.prefix(length), as: UTF8.self) else {
                throw InvalidFrame()
            }
            rest.removeFirst(length)
            return text
        }
    }

    /// Writes a PUBLISH down.
    func write(into bytes: inout [UInt8]) {
        bytes.append(header)
        Self.append(date ?? 0, to: &bytes)
        Self.append(topic, to: &bytes)
        Self.append(targetID, to: &bytes)
        Self.append(messageID, to: &bytes)
        bytes += body
    }

    /// Appends a number in big-endian byte order.
    static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a string, preceded by its length.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        append(UInt16(text.utf8.count), to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }
}

/// A text message that SwiftProtobuf and Foundation's JSON coders decode and encode.
struct PeerMessage {
    var body: Rmtp_DownStreamMessage
    var content: FoundationPeer<PeerText>

    init(_ body: Rmtp_DownStreamMessage, _ decoder: JSONDecoder) throws {
        self.body = body
        content = try decoder.decode(FoundationPeer<PeerText>.self, from: body.content)
    }

    /// Reads a PUBLISH down.
    static func message(_ frame: [UInt8], _ decoder: JSONDecoder) throws -> PeerMessage {
        try PeerMessage(Rmtp_DownStreamMessage(serializedBytes: PeerFrame(frame).body), decoder)
    }

    /// Reads the answer to a pull.
    static func answer(_ frame: [UInt8], _ decoder: JSONDecoder) throws -> [PeerMessage] {
        try Rmtp_DownStreamMessages(serializedBytes: PeerFrame(frame).body).list.map { try PeerMessage($0, decoder) }
    }

    /// Writes a PUBLISH up to a user.
    func publish(
        to targetID: String, messageID: UInt16, _ encoder: JSONEncoder, into bytes: inout [UInt8]
    ) throws {
        var up = Rmtp_UpStreamMessage()
        up.sessionID = 3
        up.classname = body.classname
        up.content = try encoder.encode(content)
        bytes.append(PeerFrame.publish << 4 | 1 << 1)  // QoS 1
        PeerFrame.append("ppMsgP", to: &bytes)
        PeerFrame.append(targetID, to: &bytes)
        PeerFrame.append(messageID, to: &bytes)
        bytes += try up.serializedBytes() as [UInt8]
    }

    /// Writes the answer to a pull.
    static func answer(
        _ messages: [PeerMessage], messageID: UInt16, date: UInt32, _ encoder: JSONEncoder, into bytes: inout [UInt8]
    ) throws {
        var answer = Rmtp_DownStreamMessages()
        answer.syncTime = messages.last?.body.dataTime ?? 0
        answer.finished = true
        answer.list = try messages.map { message in
            var down = message.body
            down.content = try encoder.encode(message.content)
            return down
        }
        bytes.append(PeerFrame.queryAck << 4)
        PeerFrame.append(messageID, to: &bytes)
        PeerFrame.append(date, to: &bytes)
        PeerFrame.append(UInt16(0), to: &bytes)
        bytes += try answer.serializedBytes() as [UInt8]
    }
}

#endif
