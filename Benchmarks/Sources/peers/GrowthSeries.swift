// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireRMTP

/// An operation of this project on inputs of growing size, whose time must grow no faster than the size.
struct GrowthSeries: Sendable {
    let name: String
    let sizes: [Int]
    /// Returns a loop of the operation on an input of a size.
    let loop: @Sendable (Int) throws -> (Int) -> Void

    init(_ name: String, upTo limit: Int, _ loop: @escaping @Sendable (Int) throws -> (Int) -> Void) {
        self.name = name
        sizes = (0...10).map { limit >> (10 - $0) }.filter { $0 >= 4 }
        self.loop = loop
    }

    struct Result: Encodable {
        let growth: String
        let sizes: [Int]
        /// The median time of one operation for each size, in nanoseconds.
        let ns: [Double]
        /// The slope of the time over the size, both logarithmic, in the upper half of the sizes: 1 is a straight line.
        let exponent: Double
    }

    func measure() throws -> Result {
        let sides = try sizes.map { size in Side.ours("\(size)", try loop(size)) }
        let times = Race(turn: 1_000_000, turns: 21, warmUp: 2_000_000).times(sides).map(Race.median)
        let upper = sizes.indices.filter { $0 >= sizes.count / 2 }
        let points = upper.map { (x: log(Double(sizes[$0])), y: log(times[$0])) }
        let middle = (
            x: points.map(\.x).reduce(0, +) / Double(points.count),
            y: points.map(\.y).reduce(0, +) / Double(points.count)
        )
        let exponent =
            points.map { ($0.x - middle.x) * ($0.y - middle.y) }.reduce(0, +)
            / points.map { ($0.x - middle.x) * ($0.x - middle.x) }.reduce(0, +)
        return Result(growth: name, sizes: sizes, ns: times, exponent: exponent)
    }
}

extension GrowthSeries {
    static let all: [GrowthSeries] = contents + bodies + streams + sessions

    private static let contents = [
        GrowthSeries("decode, unknown members", upTo: 16_384) { size in
            try decode(#"{"content":"x",\#(list(size) { #""m\#($0)":\#($0)"# })}"#, as: TextMessage.self)
        },
        GrowthSeries("validate, unknown members", upTo: 16_384) { size in
            try validate(#"{"content":"x",\#(list(size) { #""m\#($0)":\#($0)"# })}"#, as: "RC:TxtMsg")
        },
        GrowthSeries("decode, members of a map", upTo: 16_384) { size in
            try decode(
                #"{"mid":"x","put":{\#(list(size) { #""m\#($0)":"v\#($0)""# })}}"#, as: MessageExpansion.self)
        },
        GrowthSeries("decode, repeated members", upTo: 16_384) { size in
            try decode(#"{\#(list(size) { #""content":"\#($0)""# })}"#, as: TextMessage.self)
        },
        GrowthSeries("decode, escapes", upTo: 65_536) { size in
            try decode(#"{"content":"\#(String(repeating: #"a\n\u4e2d"#, count: size))"}"#, as: TextMessage.self)
        },
        GrowthSeries("decode, Chinese characters", upTo: 65_536) { size in
            try decode(#"{"content":"\#(String(repeating: "中", count: size))"}"#, as: TextMessage.self)
        },
        GrowthSeries("decode, Base64 characters", upTo: 262_144) { size in
            try decode(
                #"{"content":"\#(String(repeating: "QUJD", count: size / 4))","imageUri":""}"#, as: ImageMessage.self)
        },
        GrowthSeries("decode, depth", upTo: 16_384) { size in
            try decode(
                #"{"content":"x","m":\#(String(repeating: "[", count: size))\#(String(repeating: "]", count: size))}"#,
                as: TextMessage.self)
        },
        GrowthSeries("decode, list of texts", upTo: 16_384) { size in
            try decode(
                #"{"content":"x","mentionedInfo":{"type":2,"userIdList":[\#(list(size) { #""u\#($0)""# })]}}"#,
                as: TextMessage.self)
        },
        GrowthSeries("encode, unknown members", upTo: 16_384) { size in
            let json = #"{"content":"x",\#(list(size) { #""m\#($0)":\#($0)"# })}"#
            let content = try TextMessage.decode(Array(json.utf8).span, limits: unlimited).value
            return encode(content)
        },
        GrowthSeries("encode, text with escapes", upTo: 65_536) { size in
            encode(TextMessage(content: String(repeating: "a\n\"", count: size)))
        },
    ]

    private static let bodies = [
        GrowthSeries("decode, list of bodies", upTo: 4_096) { size in
            let bytes = try answer(size).encoded()
            return { count in for _ in 0..<count { keep(try? RMTPBody.DownStreamMessages.decode(bytes.span)) } }
        },
        GrowthSeries("encode, list of bodies", upTo: 4_096) { size in
            let answer = answer(size)
            return { count in
                var buffer: [UInt8] = []
                for _ in 0..<count {
                    buffer.removeAll(keepingCapacity: true)
                    try? answer.encode(into: &buffer)
                }
                keep(buffer)
            }
        },
    ]

    private static let streams = [
        GrowthSeries("decode, fragments of a message", upTo: 4_096) { size in
            var options = ChatStreamEncoder.Options(.packets)
            options.fragmentSize = 64
            return try decode(options, [message(String(repeating: "x", count: 64 * size - 200))], pieces: 1)
        },
        GrowthSeries("decode, messages of a batch", upTo: 4_096) { size in
            var options = ChatStreamEncoder.Options(.packets)
            options.batch = size
            options.batchBytes = .max
            return try decode(options, (0..<size).map { try message("text \($0)") }, pieces: 1)
        },
        GrowthSeries("decode, bytes that arrive singly", upTo: 65_536) { size in
            try decode(
                ChatStreamEncoder.Options(.packets), [message(String(repeating: "x", count: size))], pieces: .max)
        },
        GrowthSeries("encode, messages of a batch", upTo: 4_096) { size in
            let messages = try (0..<size).map { try message("text \($0)") }
            return { count in
                var options = ChatStreamEncoder.Options(.packets)
                options.batch = size
                options.batchBytes = .max
                options.limits = framing
                var encoder = ChatStreamEncoder(options)
                for _ in 0..<count { keep(try? encoder.encode(messages)) }
            }
        },
    ]

    private static let sessions = [
        // The recipients acknowledge each message: otherwise each size would measure stores of another length.
        GrowthSeries("session, recipients of a message", upTo: 4_096) { size in
            let users = (0...size).map { "u\($0)" }
            var machine = ChatServerMachine(group: users)
            var number = 0
            return { count in
                for _ in 0..<count {
                    number += 1
                    guard var text = try? message("text") else { return }
                    text.clientMessageID = "c\(number)"
                    keep(machine.handle(.received([text], connection: 0), at: 1))
                    let receipt = ChatMessage(.normalReceipt, messageID: "m\(number)")
                    for connection in 1...size {
                        keep(machine.handle(.received([receipt], connection: connection), at: 1))
                    }
                }
            }
        }
    ]
}

extension GrowthSeries {
    private static var unlimited: DecodingLimits {
        var limits = DecodingLimits()
        limits.contentBytes = 1 << 24
        limits.depth = 1 << 20
        limits.items = 1 << 20
        limits.members = 1 << 20
        limits.stringBytes = 1 << 24
        limits.unknownBytes = 1 << 24
        return limits
    }

    private static var framing: ChatFramingLimits {
        var limits = ChatFramingLimits()
        limits.batchMessages = 1 << 20
        limits.fragmentBytes = 1 << 24
        limits.fragmentCount = 1 << 15
        limits.messageBytes = 1 << 24
        limits.packetBytes = 1 << 24
        return limits
    }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        (0..<count).map(element).joined(separator: ",")
    }

    private static func decode<Content: MessageContent>(_ json: String, as type: Content.Type) throws -> (Int) -> Void {
        let bytes = Array(json.utf8)
        let limits = unlimited
        _ = try Content.decode(bytes.span, limits: limits)
        return { count in for _ in 0..<count { keep(try? Content.decode(bytes.span, limits: limits)) } }
    }

    private static func validate(_ json: String, as objectName: ObjectName) throws -> (Int) -> Void {
        let bytes = Array(json.utf8)
        var validator = ContentValidator(limits: unlimited)
        try validator.validate(bytes.span, as: objectName)
        return { count in for _ in 0..<count { keep(try? validator.validate(bytes.span, as: objectName)) } }
    }

    private static func encode(_ content: some MessageContent) -> (Int) -> Void {
        { count in
            var buffer: [UInt8] = []
            for _ in 0..<count { content.encode(into: &buffer) }
            keep(buffer)
        }
    }

    private static func answer(_ count: Int) -> RMTPBody.DownStreamMessages {
        RMTPBody.DownStreamMessages(
            syncTime: 1_700_000_000_049, list: (0..<count).map { RMTPSample.message($0) }, finished: true)
    }

    private static func message(_ text: String) throws -> ChatMessage {
        var message = try ChatMessage(
            json: #"{"messageType":"normal","clientMessageID":"c","fromUserID":"u0","groupID":"g","#
                + #""chatType":"groupChat","sendTime":"1700000000000"}"#)
        message.contentType = .text
        message.content = .content(ChatContent(text: text))
        return message
    }

    /// Returns a loop that decodes a stream with these messages, fed in one piece or byte by byte.
    private static func decode(
        _ options: ChatStreamEncoder.Options, _ messages: @autoclosure () throws -> [ChatMessage], pieces: Int
    ) throws -> (Int) -> Void {
        var options = options
        options.limits = framing
        var encoder = ChatStreamEncoder(options)
        let messages = try messages()
        let bytes = try encoder.encode(messages)
        let limits = framing
        func decode() -> Int {
            var decoder = ChatStreamDecoder(.packets, limits: limits, contentLimits: unlimited)
            var found = 0
            let step = max(1, bytes.count / min(pieces, bytes.count))
            for start in stride(from: 0, to: bytes.count, by: step) {
                decoder.feed(bytes.span.extracting(start..<min(start + step, bytes.count)))
                while let item = decoder.nextResult() { if case .success = item { found += 1 } }
            }
            return found
        }
        guard decode() == messages.count else { throw Disagreement("a stream is not decoded as it was encoded") }
        return { count in for _ in 0..<count { keep(decode()) } }
    }
}
