// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireSpec
import IMWireValues
import Testing

@Suite("Inspection of RongCloud packets")
struct RMTPInspectionTests {
    /// The `rmtp.decode` cases of the suite, each with its modes.
    static let inputs: [(item: Case, mode: DecodingMode)] =
        ((try? library.get().cases) ?? []).filter { $0.operation == .rmtpDecode }
        .flatMap { item in item.input.modes.map { (item, $0) } }

    /// A part, and the bytes that the offsets of its fields refer to.
    typealias Part = (part: InspectedPart, bytes: [UInt8])

    /// Returns the parts that an inspection reports for pieces: messages, replies, or a stream split at any places.
    static func parts(_ pieces: [[UInt8]], _ options: RMTPInspection.Options) throws -> [Part] {
        var inspection = RMTPInspection(options)
        var parts: [Part] = []
        if options.framing == .tcp {
            let stream = pieces.flatMap { $0 }
            try inspection.stream(stream) { parts.append(($0, stream)) }
        } else {
            for piece in pieces { parts.append((inspection.next(piece), piece)) }
        }
        return parts
    }

    /// Returns the pieces of a case's input.
    static func pieces(_ input: Case.Input) -> [[UInt8]] {
        var start = 0
        return input.pieces.map { piece in
            defer { start = piece.end }
            return Array(input.bytes[start..<piece.end])
        }
    }

    /// Returns a description of the first byte that annotations omit or repeat.
    static func gap(_ parts: [Part], _ framing: RMTPFraming) -> String? {
        if framing == .tcp { return InspectionTests.gap(parts.map(\.part), of: parts.first?.bytes.count ?? 0) }
        return parts.lazy.compactMap { InspectionTests.gap($0.part.fields, in: 0..<$0.bytes.count) }.first
    }

    @Test("Every byte of every case is annotated once, and errors have an existing rule and the next step")
    func coverage() throws {
        #expect(Self.inputs.count >= 1000)
        var cited: Set<String> = []
        var codes: Set<String> = []
        for (item, mode) in Self.inputs {
            guard let options = RMTPInspection.Options(request: item.input.members, mode: mode),
                let parts = try? Self.parts(Self.pieces(item.input), options)
            else { continue }
            let gap = Self.gap(parts, options.framing)
            #expect(gap == nil, "\(item.id), \(mode): \(gap ?? "")")
            for (part, _) in parts {
                InspectionTests.collect(part.fields + (part.hidden?.fields ?? []), into: &cited)
                for finding in part.findings {
                    #expect(finding.next != nil, "\(item.id): \(finding.code)")
                    if finding.severity == .fault {
                        codes.insert(finding.code)
                        cited.insert(try #require(finding.requirement, "\(item.id): \(finding.code)"))
                    } else {
                        #expect(SpecDeviation.named(finding.code) != nil, "\(item.id): \(finding.code)")
                    }
                }
            }
        }
        #expect(codes.filter { $0.hasPrefix("packet.") }.count == 7, "\(codes.sorted())")
        #expect(codes.filter { $0.hasPrefix("proto.") }.count >= 2, "\(codes.sorted())")
        #expect(cited.count >= 35, "\(cited.sorted())")
        for id in cited { #expect(SpecRequirement.named(id) != nil, "\(id)") }
    }

    @Test("Packets, errors and deviations equal those of the decoders, with their offsets")
    func agreement() throws {
        var compared = 0
        for (item, mode) in Self.inputs where item.input.bytes.count < 100_000 {
            let members = item.input.members.map { ",\"\($0.name)\":\($0.value.text)" }.joined()
            let pieces = Self.pieces(item.input)
            let isText = item.input.members.contains { $0.name == "framing" && $0.value.string == "xhr" }
            // A request cannot carry input that is not valid UTF-8 as text.
            if isText, pieces.contains(where: { String(validating: $0, as: UTF8.self) == nil }) { continue }
            let chunks = pieces.map {
                isText ? RawJSON(String(decoding: $0, as: UTF8.self)).text : "\"\(Base64.encode($0))\""
            }
            let request =
                "{\"op\":\"rmtp.decode\",\"mode\":\"\(mode.rawValue)\",\"chunks\":[\(chunks.joined(separator: ","))]\(members)}"
            let answer = CodecTestee().answer(line: Array(request.utf8).span)
            guard let items = try RawJSON(parsing: answer.span)["ok"]?["items"]?.elements else { continue }
            let options = try #require(RMTPInspection.Options(request: item.input.members, mode: mode))
            let parts = try Self.parts(pieces, options).map(\.part)
            let faults = items.compactMap { $0["error"] }.map { error in
                "\(error["code"]?.string ?? "") \(error["offset"]?.text ?? "") \(error["path"]?.string ?? "")"
            }
            // Errors in the body of a packet that was read are not errors of the packet.
            let told = parts.filter { isText || $0.items.isEmpty }.flatMap(\.findings)
                .filter { $0.severity == .fault }.map { "\($0.code) \($0.offset) \($0.path)" }
            #expect(told.sorted() == faults.sorted(), "\(item.id), \(mode)")
            let packets = items.compactMap { $0["packet"]?["packet"]?.string }
            #expect(parts.flatMap(\.items).map(\.kind) == packets, "\(item.id), \(mode)")
            let deviations = items.compactMap { $0["deviations"]?.elements?.compactMap(\.string) }
            #expect(parts.flatMap(\.items).map(\.deviations) == deviations, "\(item.id), \(mode)")
            compared += 1
        }
        #expect(compared >= 1000)
    }

    @Test("Mutated inputs are annotated completely", arguments: 0..<4)
    func mutations(seed: Int) throws {
        var random = InspectionHostileTests.Generator(state: UInt64(seed))
        let framings = RMTPFraming.allCases
        let bodies = [Self.message] + Self.inputs.map(\.item.input.bytes).filter { $0.count < 4_000 }
        for round in 0..<400 {
            let seed = round % 3 == 0 ? Self.message : bodies.randomElement(using: &random) ?? []
            let bytes = InspectionHostileTests.mutated(seed, &random)
            var options = RMTPInspection.Options(
                round % 3 == 0 ? .websocket : framings.randomElement(using: &random) ?? .tcp,
                RMTPFormat(
                    round % 3 == 0 || Bool.random(using: &random) ? .up : .down,
                    RMTPVersion.allCases.randomElement(using: &random) ?? .three))
            options.mode = round % 2 == 0 ? .strict : .lenient
            options.topic = "qryMsg"
            if options.framing == .tcp, round % 4 == 0 { options.key = [1, 2, 3, 4, 5, 6, 7, 8] }
            let parts = try Self.parts([bytes], options)
            let gap = Self.gap(parts, options.framing)
            #expect(gap == nil, "\(Base64.encode(bytes)) \(options.framing): \(gap ?? "")")
        }
    }

    // MARK: What is shown

    /// A text message to u2 as an SDK writes it.
    static let message: [UInt8] =
        [0x32, 0, 6] + Array("ppMsgP".utf8) + [0, 2] + Array("u2".utf8) + [0, 1, 8, 3, 0x12, 9]
        + Array("RC:TxtMsg".utf8)
        + [0x1a, 0x10] + Array(#"{"content":"hi"}"#.utf8)

    /// Returns all annotations with a name, outermost first.
    private static func named(_ name: String, in fields: [Annotation]) -> [Annotation] {
        fields.flatMap { ($0.field == name ? [$0] : []) + named(name, in: $0.parts) }
    }

    @Test("A message is shown from the bits of its header to the text of its content")
    func lesson() throws {
        let parts = try Self.parts([Self.message], RMTPInspection.Options(.websocket, RMTPFormat(.up)))
        let fields = try #require(parts.first).part.fields
        #expect(fields.map(\.field) == ["header", "topic", "targetId", "messageId", "data"])
        #expect(fields.map(\.range) == [0..<1, 1..<9, 9..<13, 13..<15, 15..<46])
        #expect(fields.map(\.requirement) == ["RMTP-010", "RMTP-160", "RMTP-030", "RMTP-031", "RMTP-060"])
        #expect(fields[0].details.count == 4 && fields[0].details[2].hasPrefix(".....01. qos 1"))
        let body = fields[4].parts
        #expect(body.map(\.field) == ["sessionId", "classname", "content"])
        #expect(body.map(\.range) == [15..<17, 17..<28, 28..<46])
        #expect(body[0].meaning == "persisted, counted as unread" && body[0].requirement == "RMTP-171")
        #expect(body[2].parts.map(\.field) == ["tag", "length", "content"])
        let content = try #require(body[2].parts.last)
        #expect(content.value == #"{"content":"hi"}"# && content.range == 30..<46 && content.requirement == "CNT-020")
        #expect(content.parts.map(\.value) == [#""hi""#])
    }

    @Test("The body of an answer is determined by the earlier query or by the given topic")
    func answers() throws {
        // A QUERY for pullMsg with id 7 and no body, and its QUERYACK with field 2, a varint.
        let query: [UInt8] = [0x50, 0, 7] + Array("pullMsg".utf8) + [0, 1, 0x75, 0, 7]
        let answer: [UInt8] = [0x60, 0, 7, 0, 0, 0, 1, 0, 0, 0x10, 5]
        func data(_ options: RMTPInspection.Options, _ first: [(bytes: [UInt8], RMTPDirection)]) throws -> Annotation {
            var inspection = RMTPInspection(options)
            for message in first { _ = inspection.next(message.bytes, message.1) }
            return try #require(Self.named("data", in: inspection.next(answer, .down).fields).first)
        }
        var options = RMTPInspection.Options(.websocket, RMTPFormat(.down))
        #expect(try data(options, []).parts.map(\.field) == ["field 2"])
        #expect(try data(options, [(query, .up)]).value.hasPrefix("DownStreamMessages"))
        #expect(try data(options, [(query, .up)]).parts.map(\.field) == ["syncTime"])
        #expect(try data(options, [(query, .up), (answer, .down)]).parts.map(\.field) == ["field 2"], "answered once")
        options.topic = "pullMsg"
        #expect(try data(options, []).parts.map(\.field) == ["syncTime"])
    }

    @Test("The body under a key is shown, with offsets in the stream and in the body")
    func key() throws {
        let key: [UInt8] = [9, 8, 7, 6, 5, 4, 3, 2]
        var options = RMTPInspection.Options(.tcp, RMTPFormat(.up))
        options.key = key
        var message = Self.message
        message[30] = 0x5b  // the content begins with another bracket, and is invalid after its first string
        let body = message.dropFirst().enumerated().map { $1 ^ key[$0 % 8] }
        let stream = [0x32, 0x32 ^ UInt8(body.count), UInt8(body.count)] + body
        let part = try #require(try Self.parts([stream, stream], options).last).part
        #expect(part.fields.map(\.field) == ["header", "check byte", "length", "body"])
        #expect(part.hidden?.fields.map(\.field) == ["topic", "targetId", "messageId", "data"])
        let finding = try #require(part.findings.first)
        #expect(finding.offset == stream.count + 3 + 39 && finding.inner == 39, "\(finding)")
        #expect(finding.field == ["data", "content", "content"])
    }
}
