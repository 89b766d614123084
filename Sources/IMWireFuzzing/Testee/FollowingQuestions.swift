// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

/// The questions that follow from the codec's answer to another one, so that every operation is asked about the values
/// that it can meet (FUZ-101).
///
/// What was read is written again, a packet is converted to its other form, and a PUBLISH is read as an envelope.
enum FollowingQuestions {
    /// Returns the questions of an input and those that follow from them, each with the codec's answer.
    static func all(_ first: [TesteeRequest], _ codec: CodecTestee) -> [AnsweredQuestion] {
        var all = first.compactMap { AnsweredQuestion($0, codec) }
        var next = 0
        while next < all.count, all.count < most {
            let question = all[next]
            next += 1
            all += following(question).prefix(most - all.count).compactMap {
                AnsweredQuestion($0, codec, after: question.request.operation)
            }
        }
        return all
    }

    /// The maximum number of questions that one input leads to.
    private static let most = 16
    /// The maximum number of packets of one answer that are asked about.
    private static let mostPackets = 3

    private static func following(_ question: AnsweredQuestion) -> [TesteeRequest] {
        let request = question.request
        var list: [TesteeRequest] = []
        if request["mode"]?.string == "lenient" { list.append(request.replacing("mode", with: "strict")) }
        guard request["mode"]?.string != "strict", case .ok(let ok) = question.answer else { return list }
        func ask(_ operation: String, keeping names: [String] = [], _ members: [(String, RawJSON)]) {
            let kept = request.members.filter { names.contains($0.name) }
            list.append(TesteeRequest(operation, kept + members.map { (name: $0.0, value: $0.1) }))
        }
        let value = ok["value"]
        let items = ok["items"]?.elements ?? []
        switch (request.operation, value) {
        case ("content.decode", let value?):
            ask("content.encode", keeping: ["objectName"], [("value", value)])
            if let assigned = assignment(value), let bytes = request["bytes"] {
                ask("content.encode", keeping: ["objectName"], [("value", assigned), ("from", bytes)])
            }
            ask("content.describe", keeping: ["objectName", "bytes"], [])
            ask("content.validate", keeping: ["objectName", "bytes", "limits"], [("mode", "lenient")])
            if let name = value.members?.first?.name {
                ask("content.member", keeping: ["bytes"], [("name", RawJSON(name))])
            }
        case ("frame.decode", _):
            ask("frame.encode", [("frames", .array(items.compactMap { $0["frame"] }))])
        case ("chat.decode", _):
            ask(
                "chat.encode", keeping: ["framing", "delimiter", "encoding", "beat"],
                [("messages", .array(items.compactMap { $0["message"] }))] + options(of: request))
        case ("rmtp.decode", _):
            for item in items.prefix(mostPackets) {
                guard let packet = item["packet"] else { continue }
                let trailing = item["trailing"].map { [("trailing", $0)] } ?? []
                ask(
                    "rmtp.encode", keeping: ["framing", "direction", "protocolVersion"],
                    [("packet", packet)] + trailing)
                list += about(packet, of: request)
            }
        case ("rmtp.convert", let value?):
            // The way back, if this was not the way back already.
            guard question.previous != request.operation else { break }
            let to: RawJSON = request["to"]?.string == "xhr" ? "websocket" : "xhr"
            ask("rmtp.convert", keeping: ["message"], [("packet", value), ("to", to)])
        case ("rmtp.body.decode", let value?): ask("rmtp.body.encode", keeping: ["message"], [("value", value)])
        case ("rmtp.request.decode", let value?): ask("rmtp.request.encode", [("value", value)])
        case ("api.form.decode", let value?): ask("api.form.encode", keeping: ["path"], [("value", value)])
        case ("api.answer.decode", let value?): ask("api.answer.encode", keeping: ["path"], [("value", value)])
        case ("api.callback.decode", let value?): ask("api.callback.encode", keeping: ["callback"], [("value", value)])
        case ("api.headers.encode", let value?):
            let fields = (value.members ?? []).map { RawJSON.array([RawJSON($0.name), $0.value]) }
            ask("api.headers.decode", keeping: ["secret"], [("fields", .array(fields))])
        case ("api.url.decode", let value?): ask("api.url.encode", [("value", value)])
        case ("rmtp.navigation.decode", let value?): ask("rmtp.navigation.encode", [("value", value)])
        case ("rmtp.envelope.decode", let value?):
            for envelope in value["messages"]?.elements?.prefix(mostPackets) ?? [value]
            where envelope.kind == .object {
                ask("rmtp.envelope.encode", keeping: ["direction"], [("value", envelope), ("ownId", "me")])
            }
        default: break
        }
        return list
    }

    /// The values that are assigned to members, one of each kind of JSON; some can be read, and some cannot.
    private static let assigned: [RawJSON] = [
        "a", .integer(7), .boolean(true), .array(["a"]), .object([("id", "a")]), .array([.object([("id", "a")])]),
        .array([]), .null,
    ]

    /// Returns a value with one member of a content that was read, which keeps its value or has another one (TST-213),
    /// or nil if the content or its type has no member.
    ///
    /// A member that was kept unparsed is replaced only by a value of another type.
    private static func assignment(_ value: RawJSON) -> RawJSON? {
        guard let members = value.members, !members.isEmpty, value["$base64"] == nil else { return nil }
        let hash = TextHash.of(value.text)
        let member = members[Int(hash % UInt64(members.count))]
        let choice = Int(hash >> 32 & 15)
        return .object([(member.name, choice < assigned.count ? assigned[choice] : member.value)])
    }

    /// Returns the questions about a packet that was read.
    private static func about(_ packet: RawJSON, of request: TesteeRequest) -> [TesteeRequest] {
        let isPolled = request["framing"]?.string == "xhr"
        var list: [TesteeRequest] = []
        if request["direction"]?.string == "down", request["protocolVersion"]?.number?.int64 == 3 {
            list.append(
                TesteeRequest("rmtp.convert", [("packet", packet), ("to", isPolled ? "websocket" : "xhr")]))
        }
        guard !isPolled, request["protocolVersion"]?.number?.int64 == 3 else { return list }
        switch packet["packet"]?.string {
        case "PUBLISH":
            list.append(
                TesteeRequest(
                    "rmtp.envelope.decode",
                    [("packet", packet), ("direction", request["direction"] ?? "down"), ("mode", "lenient")]))
        case "QUERYACK":
            list.append(
                TesteeRequest(
                    "rmtp.envelope.decode", [("packet", packet), ("direction", "down"), ("mode", "lenient")]))
        default: break
        }
        return list
    }

    /// Returns options of `chat.encode` that follow from the request, so that all of them occur.
    private static func options(of request: TesteeRequest) -> [(String, RawJSON)] {
        let hash = TextHash.of(request["chunks"]?.text ?? "")
        var options: [(String, RawJSON)] = []
        func sometimes(_ bit: UInt64, _ name: String, _ value: RawJSON) {
            if hash >> bit & 3 == 0 { options.append((name, value)) }
        }
        sometimes(0, "batch", .boolean(true))
        guard request["framing"]?.string == "packet" else {
            sometimes(2, "heartbeat", "json")
            return options
        }
        sometimes(2, "wantsReceipt", .boolean(true))
        sometimes(4, "fragmentSize", .integer([0, 1, 12, 64][Int(hash >> 16 & 3)]))
        sometimes(6, "sequence", .integer([0, 2, 4_294_967_295, 4_294_967_294][Int(hash >> 18 & 3)]))
        sometimes(8, "deflate", .boolean(true))
        return options
    }
}

/// A question with the codec's answer.
struct AnsweredQuestion {
    let request: TesteeRequest
    /// The line of the request, without its line feed.
    let line: [UInt8]
    /// The codec's answer.
    let answer: TesteeAnswer
    /// The line of the codec's answer.
    let codecLine: [UInt8]
    /// The operation of the question from which this one follows, or nil if it follows from an input.
    let previous: String?

    /// Whether the codec cannot understand the request (TST-101).
    var isSkipped: Bool {
        if case .skipped = answer { true } else { false }
    }

    /// Asks the codec, or returns nil if the line would be too long to send (TST-004).
    init?(_ request: TesteeRequest, _ codec: CodecTestee, after previous: String? = nil) {
        self.request = request
        self.previous = previous
        let line = Array(request.line(id: 1).dropLast())
        guard line.count <= TesteeRequest.longestLine else { return nil }
        let answered = codec.answer(line: line.span)
        guard let json = RawJSON(line: answered), let answer = TesteeAnswer(json, id: 1) else { return nil }
        self.line = line
        codecLine = answered
        self.answer = answer
    }
}

extension TesteeRequest {
    /// Returns the member with the given name, or nil if it is absent.
    package subscript(_ name: String) -> RawJSON? { members.last { $0.name == name }?.value }

    /// Returns the request with another value of a member.
    func replacing(_ name: String, with value: RawJSON) -> TesteeRequest {
        TesteeRequest(operation, members.map { $0.name == name ? ($0.name, value) : $0 })
    }
}
