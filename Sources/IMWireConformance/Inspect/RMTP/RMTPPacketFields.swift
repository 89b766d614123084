// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import Platform

/// Names the members of one packet behind its header, by the layout of its type (RMTP-030).
///
/// Nothing is judged here: where the body ends too early the names end, and what is too much is called so.
struct RMTPPacketFields {
    /// The contents that were met in the body.
    private(set) var contents: [ProtobufFields.Content] = []
    /// Where the packet's `data` lies.
    private(set) var data: Range<Int>?
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let options: RMTPInspection.Options
    private let body: RMTPBodies.Body
    private let direction: RMTPDirection
    private var cut: FieldCutter

    /// Takes the bytes that the packet's body lies in, and what its body's body is.
    init(_ bytes: [UInt8], _ range: Range<Int>, _ options: RMTPInspection.Options, _ body: RMTPBodies.Body) {
        self.bytes = bytes
        self.range = range
        self.options = options
        self.body = body
        direction = options.format.direction
        cut = FieldCutter(bytes, range)
    }

    /// The members, which cover the body.
    mutating func annotations(_ header: RMTPHeader) -> [Annotation] {
        let version = options.format.version
        let isDown = direction == .down
        switch header.type {
        case .connect: connect()
        case .connAck where isDown: connAck(version)
        case .publish:
            if isDown { number(4, "date", time: true) }
            text("topic", isQuery: false)
            if !isDown || version != .two { text("targetId") }
            number(2, "messageId", "RMTP-031")
            rest()
        case .pubAck:
            number(2, "messageId")
            if isDown {
                number(4, "date", time: true)
                number(2, "status", "RMTP-037") { RMTPStatusText.ack($0) }
                number(2, "millisecond", "RMTP-035")
                text("messageUId")
            }
        case .query:
            text("topic", isQuery: true)
            text("targetId")
            number(2, "messageId")
            rest()
        case .queryAck:
            number(2, "messageId")
            number(4, "date", time: true)
            number(2, "status", "RMTP-037") { RMTPStatusText.ack($0) }
            rest()
        case .queryCon: number(2, "messageId")
        case .disconnect where isDown:
            number(1, "ignored", "RMTP-036")
            number(1, "status", "RMTP-037") { RMTPStatusText.disconnect($0) }
        case .connAck, .disconnect: cut.rest("not read", "such packets go down only", "RMTP-045")
        case .pingReq, .pingResp: break
        default: cut.rest("data", "\(Words.count(range.count, "byte")) without a known layout", "RMTP-013")
        }
        cut.rest("left over", "bytes behind the last member", "RMTP-043")
        return cut.fields
    }

    private mutating func connect() {
        text("protocolId", "RMTP-032")
        number(1, "version")
        number(1, "flags", "RMTP-032")
        let flags = ConnectOptions(rawValue: last(whole: "flags") ?? 0)
        let bits: [(ConnectOptions, String)] = [
            (.cleanSession, "cleanSession: nothing is kept from an earlier connection"),
            (.will, "willTopic and will follow"), (.retainWill, "the will is kept"),
            (.appId, "appId follows"), (.token, "token follows"),
        ]
        cut.detail(bits.filter { flags.contains($0.0) }.map { "\(Words.hex($0.0.rawValue)) \($0.1)" })
        number(2, "keepAlive")
        text("clientId")
        if flags.contains(.will) {
            text("willTopic", "RMTP-032")
            text("will", "RMTP-032")
        }
        if flags.contains(.appId) { text("appId", "RMTP-032") }
        if flags.contains(.token) { text("token", "RMTP-032") }
    }

    private mutating func connAck(_ version: RMTPVersion) {
        number(1, "ignored", "RMTP-036")
        number(1, "status", "RMTP-037") { RMTPStatusText.connAck($0) }
        var wanted: ConnAckPacket.Members = [.userId, .sessionId, .timestamp]
        if version == .four {
            number(1, "flags", "RMTP-034")
            wanted = ConnAckPacket.Members(rawValue: last(whole: "flags") ?? 0)
            let bits: [(ConnAckPacket.Members, String)] = [
                (.userId, "userId"), (.sessionId, "sessionId"), (.timestamp, "timestamp"), (.messageId, "messageId"),
            ]
            cut.detail(bits.filter { wanted.contains($0.0) }.map { "\(Words.hex($0.0.rawValue)) \($0.1) follows" })
        }
        let rule = version == .four ? "RMTP-034" : "RMTP-033"
        if wanted.contains(.userId) { text("userId", rule) }
        if wanted.contains(.sessionId) { text("sessionId", rule) }
        if wanted.contains(.timestamp) { number(8, "timestamp", rule) }
        if version == .four, wanted.contains(.messageId) { number(2, "messageId", "RMTP-121") }
    }

    // MARK: Members

    private mutating func number(
        _ length: Int, _ name: String, _ requirement: String = "RMTP-030", time isTime: Bool = false,
        _ meaning: (Int) -> String? = { _ in nil }
    ) {
        let start = cut.fields.count
        var number: UInt64 = 0
        cut.take(length, name, requirement) {
            number = $0.reduce(0) { $0 << 8 | UInt64($1) }
            return String(number)
        }
        guard cut.fields.count > start, cut.isWhole else { return }
        cut.fields[start].meaning =
            isTime ? RMTPPacketFields.date(number) : Int(exactly: number).flatMap(meaning)
    }

    /// The byte that was cut last, where it is the one of that name.
    private func last(whole name: String) -> UInt8? {
        guard let field = cut.fields.last, field.field == name else { return nil }
        return bytes[field.range.lowerBound]
    }

    /// A string: its length, and the text (RMTP-021).
    private mutating func text(
        _ name: String, _ requirement: String = "RMTP-030", isQuery: Bool? = nil
    ) {
        let start = cut.place
        let count = cut.fields.count
        var length = 0
        cut.take(2, "length", "RMTP-021") {
            length = $0.number
            return Words.count(length, "byte")
        }
        let isLength = cut.isWhole
        if isLength { cut.take(length, "text", "RMTP-022") { RMTPPacketFields.text($0) } }
        guard cut.place > start else { return }
        let parts = Array(cut.fields[count...])
        cut.fields.removeSubrange(count...)
        let value = length == 0 && isLength ? "\"\"" : parts.last?.value ?? ""
        var whole = Annotation(start..<cut.place, name, value, requirement, parts: parts)
        if let isQuery, cut.isWhole { describe(&whole, isQuery) }
        cut.fields.append(whole)
    }

    /// What the registry says about a topic.
    private func describe(_ topic: inout Annotation, _ isQuery: Bool) {
        topic.requirement = "RMTP-160"
        let name = topic.parts.count > 1 ? String(decoding: bytes[topic.parts[1].range], as: UTF8.self) : ""
        topic.meaning = RMTPBodies.meaning(name, isQuery: isQuery) ?? "not in the registry"
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        // RMTP-022: characters beyond the BMP may come as two surrogates of three bytes; what is ill-formed is not text.
        if let text = String(validating: bytes, as: UTF8.self) { return "\"\(DisplayText.clip(text, 200))\"" }
        return Words.count(bytes.count, "byte")
    }

    /// The body: a protobuf message, known by the topic or not (RMTP-060).
    private mutating func rest() {
        guard cut.place < range.upperBound else { return }
        let place = cut.place..<range.upperBound
        data = place
        var fields = ProtobufFields(bytes, options)
        let size = Words.count(place.count, "byte")
        var whole = Annotation(place, "data", "", "RMTP-060")
        if let type = body.type {
            whole.value = "\(type.messageName), a protobuf message of \(size)"
            whole.parts = fields.annotations(place, type)
        } else if fields.isMessage(place) {
            whole.value = "a protobuf message of \(size)"
            whole.meaning =
                "of no known name, so its fields have numbers" + (body.topic == nil ? "; --topic names it" : "")
            whole.parts = fields.annotations(place, nil)
        } else {
            whole.value = "\(size), no protobuf message"
        }
        contents = fields.contents
        cut.fields.append(whole)
        cut.place = range.upperBound
    }

    /// Seconds since 1970 as a date.
    private static func date(_ seconds: UInt64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
