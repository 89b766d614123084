// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("Framing: lines")
struct FramingLineTests {
    private static let unit = Array("{}".utf8)

    private func check(
        _ text: String, _ items: [FramingItem], _ format: ChatLineFraming = ChatLineFraming(),
        mode: DecodingMode = .lenient,
        limits: ChatFramingLimits = ChatFramingLimits(), pending: Int = 0, _ at: SourceLocation = #_sourceLocation
    ) {
        let findings = DripFeed { ChatLineDecoder(format, mode: mode, limits: limits) }
            .verify(Array(text.utf8), items, pending: pending)
        #expect(findings.isEmpty, "\(findings)", sourceLocation: at)
    }

    private func loose(_ number: UInt16, _ offset: Int) -> Deviation { Deviation(Deviation.ID(number), offset: offset) }

    @Test(
        "Each delimiter ends a line, and no other byte does", arguments: ChatLineDelimiter.allCases,
        ChatLineEncoding.allCases)
    func delimiters(delimiter: ChatLineDelimiter, encoding: ChatLineEncoding) throws {
        let format = ChatLineFraming(delimiter, encoding)
        let unit = encoding == .json ? Array("{\"a\":\t1 }".utf8) : Array("{\"a\":\r\n\u{0}1}".utf8)
        let line = try ChatLineEncoder(format).line(unit)
        let findings = DripFeed { ChatLineDecoder(format) }
            .verify(line + line, [.unit(unit, at: 0), .unit(unit, at: line.count)], pending: 0)
        #expect(findings.isEmpty, "\(findings)")
        guard encoding == .json else { return }
        let others: [ChatLineDelimiter: String] = [
            .lf: "{\r\u{0}}\n", .cr: "{\n\u{0}}\r", .nul: "{\r\n}\0", .crlf: "{\n\r\u{0}\r}\r\n",
        ]
        let text = others[delimiter, default: ""]
        check(text, [.unit(Array(text.utf8).dropLast(delimiter.byteCount), at: 0)], format)
    }

    @Test("A delimiter of two bytes may be divided, and its halves do not end a line")
    func halves() {
        let format = ChatLineFraming(.crlf, .json)
        check("{\r\r\n{\n\r\n", [.unit(Array("{\r".utf8), at: 0), .unit(Array("{\n".utf8), at: 4)], format)
        check("{}\r", [], format, pending: 3)
    }

    @Test("Empty lines are counted and yield no item")
    func empty() {
        let format = ChatLineFraming(.lf, .json)
        check("\n \t\r\n\n{}\n\r\n", [.unit(Self.unit, at: 6)], format)
        var decoder = ChatLineDecoder(format)
        var position = 0
        let bytes = Array("\n \t\r\n\n{}\n\r\n x".utf8)
        while decoder.nextItem(in: bytes.span, from: &position) != nil {}
        #expect(decoder.emptyLines == 4)
        check(" \n\t\n", [])
    }

    @Test("A line of lineBytes passes, and a longer one is rejected and skipped", arguments: ChatLineDelimiter.allCases)
    func limit(delimiter: ChatLineDelimiter) {
        var limits = ChatFramingLimits()
        limits.lineBytes = 8
        let end = ["\n", "\r\n", "\r", "\0"][ChatLineDelimiter.allCases.firstIndex(of: delimiter) ?? 0]
        let format = ChatLineFraming(delimiter, .json)
        let exact = "{      }"
        let long = "{       }"
        check(exact + end, [.unit(Array(exact.utf8), at: 0)], format, limits: limits)
        check(
            exact + end + long + end + exact + end,
            [
                .unit(Array(exact.utf8), at: 0), .fault(.frameLine, at: 8 + end.utf8.count),
                .unit(Array(exact.utf8), at: 17 + 2 * end.utf8.count),
            ], format, limits: limits)
        check(long + long + long, [.fault(.frameLine, at: 0)], format, limits: limits)
        // The error is reported with the first byte beyond the limit, and skipped bytes are not pending.
        let drip = DripFeed { ChatLineDecoder(format, limits: limits) }
        #expect(drip.run([Array(exact.utf8)]).pending == 8)
        let passing = drip.run([Array(long.utf8)])
        #expect(passing.items == [.fault(.frameLine, at: 0)] && passing.pending == 0 && passing.isPassingOver)
        #expect(drip.run([Array(long.utf8)], end: true).items == [.fault(.frameLine, at: 0)])
        if delimiter == .crlf {
            #expect(drip.run([Array((exact + "\r").utf8)]).items.isEmpty)
            check(exact + "\rx", [.fault(.frameLine, at: 0)], format, limits: limits)
            check(
                long + "\r\r\n" + exact + end, [.fault(.frameLine, at: 0), .unit(Array(exact.utf8), at: 12)], format,
                limits: limits)
        }
    }

    @Test("A line at the end of the stream is truncated")
    func truncated() {
        let drip = DripFeed { ChatLineDecoder() }
        #expect(
            drip.run([Array("e30=\ne30=".utf8)], end: true).items == [
                .unit(Self.unit, at: 0), .fault(.frameTruncated, at: 9, .connection),
            ])
        #expect(drip.run([Array("e30=\n".utf8)], end: true).items.count == 1)
        #expect(drip.run([Array(" ".utf8)], end: true).items == [.fault(.frameTruncated, at: 1, .connection)])
    }

    @Test("Wrapped and unpadded Base64 is decoded in lenient mode")
    func looseBase64() {
        let cr = ChatLineFraming(.nul)
        check("e3\r\n0=\0", [.unit(Self.unit, at: 0, deviations: [loose(114, 2)])], cr)
        check("e30\n", [.unit(Self.unit, at: 0, deviations: [loose(114, 3)])])
        check("ew=\n", [.unit([0x7b], at: 0, deviations: [loose(114, 3)])])
        check("\ne30=\r\n", [.unit(Self.unit, at: 1, deviations: [loose(114, 5)])])
        check(" e30=\n", [.unit(Self.unit, at: 0, deviations: [loose(114, 0)])])
        check("e3\r\n0=\0", [.fault(.frameBase64, at: 2)], cr, mode: .strict)
        check("e30\n", [.fault(.frameBase64, at: 3)], mode: .strict)
        check("ew=\n", [.fault(.frameBase64, at: 3)], mode: .strict)
        check("e30=\r\n", [.fault(.frameBase64, at: 4)], mode: .strict)
        check(" e3!=\n", [.fault(.frameBase64, at: 0)], mode: .strict)
        check(" e3!=\n", [.fault(.frameBase64, at: 3)])
    }

    @Test(
        "Invalid Base64 is rejected at its first wrong byte",
        arguments: [
            ("e3-=", 2), ("-30=", 0), ("e30=e30=", 4), ("e30==", 4), ("ew===", 4), ("=", 0), ("e30=!", 4), ("e=", 1),
            ("abcd=", 4), ("e31=", 2), ("ex==", 1), ("e31", 2), ("ex", 1), ("e", 1), ("e30=x", 4), ("abcde", 5),
            ("e30x\u{e9}", 4), ("e3\0=", 2), ("ew= =x", 5), ("e 3 1 =", 4),
        ])
    func badBase64(text: String, byte: Int) {
        for mode in [DecodingMode.lenient, .strict] where mode == .lenient || !text.contains(" ") {
            check(
                text + "\ne30=\n", [.fault(.frameBase64, at: byte), .unit(Self.unit, at: text.utf8.count + 1)],
                mode: mode)
        }
    }

    @Test("A line in the other encoding is decoded in lenient mode")
    func otherEncoding() {
        let json = ChatLineFraming(.lf, .json)
        check("{}\n", [.unit(Self.unit, at: 0, deviations: [loose(115, 0)])])
        check(" [1]\r\n", [.unit(Array(" [1]\r".utf8), at: 0, deviations: [loose(115, 1)])])
        check("beatID\n", [.unit(Array("beatID".utf8), at: 0, deviations: [loose(115, 0)])])
        check("\tbeatID \n", [.unit(Array("\tbeatID ".utf8), at: 0, deviations: [loose(115, 1)])])
        check("YmVhdElE\n", [.unit(Array("beatID".utf8), at: 0)])
        check("beatID\n", [.unit(Array("beatID".utf8), at: 0)], json)
        check("e30=\n", [.unit(Self.unit, at: 0, deviations: [loose(115, 0)])], json)
        check(" e30\n", [.unit(Self.unit, at: 0, deviations: [loose(114, 0), loose(115, 1)])], json)
        check("YmVhdElE\n", [.unit(Array("beatID".utf8), at: 0, deviations: [loose(115, 0)])], json)
        check("IFtdIA==\n", [.unit(Array(" [] ".utf8), at: 0, deviations: [loose(115, 0)])], json)
        // Base64 of other data, and text that is not Base64, are left to the JSON reader.
        check("YWJj\n", [.unit(Array("YWJj".utf8), at: 0)], json)
        check("nonsense!\n", [.unit(Array("nonsense!".utf8), at: 0)], json)
        check("ICAg\n", [.unit(Array("ICAg".utf8), at: 0)], json)  // three spaces
        check("{}\n", [.fault(.frameEncoding, at: 0)], mode: .strict)
        check(" [1]\n", [.fault(.frameEncoding, at: 1)], mode: .strict)
        check("beatID\n", [.fault(.frameEncoding, at: 0)], mode: .strict)
        check(" e30\n", [.fault(.frameEncoding, at: 1)], json, mode: .strict)
        check("YWJj\n", [.unit(Array("YWJj".utf8), at: 0)], json, mode: .strict)
        // A heartbeat body that is valid Base64 is still the heartbeat body.
        let beat = ChatLineFraming(.lf, .base64, heartbeat: ChatHeartbeatBody("beat") ?? .standard)
        check("beat\n", [.unit(Array("beat".utf8), at: 0, deviations: [loose(115, 0)])], beat)
    }

    @Test("An offset in the frame is that of its group of four characters")
    func places() {
        func places(_ text: String) -> [Int] {
            var decoder = ChatLineDecoder()
            var position = 0
            let bytes = Array(text.utf8)
            guard case .unit(let unit) = decoder.next(in: bytes.span, from: &position) else { return [] }
            return (0...6).map { unit.streamOffset(of: $0) }
        }
        #expect(places("YWJjZGU=\n") == [0, 0, 0, 4, 4, 8, 8])
        #expect(places("YWJjZGU\n") == [0, 0, 0, 4, 4, 7, 7])
        #expect(places("\nYWJjZGVm\n").isEmpty == false)
        #expect(places(" YW\tJj\rZ GU=\n") == [1, 1, 1, 7, 7, 12, 12])
        #expect(places("{}\n") == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test("Allowed heartbeat bodies are recognized")
    func heartbeats() {
        for text in ["", "a b", "{x", "[", "a\nb", "a\u{1}", String(repeating: "x", count: 65), "\u{85}"] {
            #expect(ChatHeartbeatBody(text) == nil)
        }
        for text in ["x", "心跳", String(repeating: "x", count: 64)] { #expect(ChatHeartbeatBody(text) != nil) }
        func matches(_ text: String) -> Bool { ChatHeartbeatBody.standard.matches(Array(text.utf8).span) }
        #expect(matches("beatID") && matches(" \r\nbeatID\t"))
        #expect(!matches("beatI") && !matches("beatIDx") && !matches("x") && !matches("") && !matches("beat ID"))
    }

    @Test("The broken form is found after other lines and from each offset in a group")
    func broken() throws {
        for skipped in 0..<3 {
            let rest = Array(Golden.brokenLine[skipped...])
            let drip = DripFeed { ChatLineDecoder() }
            let lines = Array("e30=\n".utf8)
            let findings = drip.verify(
                lines + rest, [.unit(Self.unit, at: 0), .fault(.frameBrokenBase64, at: 5, .connection)], pending: 0)
            #expect(findings.isEmpty, "\(findings)")
        }
        for first in ["{}\n", "beatID\n", "[1,\r2]\n", "\n"] {
            let drip = DripFeed { ChatLineDecoder(ChatLineFraming(.lf, .json)) }
            let bytes = Array(first.utf8) + Golden.brokenLine
            let unit = FramingItem.unit(Array(first.utf8.dropLast()), at: 0)
            let fault = FramingItem.fault(.frameBrokenBase64, at: first.utf8.count, .connection)
            let findings = drip.verify(bytes, first == "\n" ? [fault] : [unit, fault], pending: 0)
            #expect(findings.isEmpty, "\(findings)")
        }
        // The form is also found after two other bytes, at the third of the three alignments (FRM-019).
        var long = Golden.brokenLine
        long.insert(contentsOf: [0x80, 0x81], at: 0)
        let findings = DripFeed { ChatLineDecoder() }.verify(long, [.fault(.frameBrokenBase64, at: 0, .connection)])
        #expect(findings.isEmpty, "\(findings)")
        // After 1,024 other bytes, the names are beyond the bytes that are examined.
        let far = [UInt8](repeating: 0x81, count: 1_024) + Golden.brokenLine
        #expect(DripFeed { ChatLineDecoder() }.run([far]).items.isEmpty)
    }

    @Test("A decoder that the broken form closes consumes all bytes, also those that follow (FRM-005)")
    func closing() {
        let bytes = Golden.brokenLine
        var decoder = ChatLineDecoder()
        var position = 0
        _ = decoder.next(in: bytes.span, from: &position)
        #expect(decoder.isClosed && decoder.offset == bytes.count && position == bytes.count)
        let more = Array("{}\n".utf8)
        position = 0
        _ = decoder.next(in: more.span, from: &position)
        #expect(decoder.offset == bytes.count + more.count && position == more.count)
        // A closed decoder has reported its last error, so the end of the stream adds none.
        let fault = decoder.finish(more.span)
        #expect(fault == nil && decoder.offset == bytes.count + more.count)
    }

    @Test("An encoded JSON line contains no line breaks and is never empty")
    func writing() throws {
        let json = ChatLineEncoder(ChatLineFraming(.crlf, .json))
        #expect(try json.line(Array("{\r\n\"a\":\n1}".utf8)) == Array("{  \"a\": 1}\r\n".utf8))
        #expect(try json.line([]).isEmpty && json.line(Array(" \r\n\t".utf8)).isEmpty)
        var limits = ChatFramingLimits()
        limits.lineBytes = 8
        #expect(try ChatLineEncoder(limits: limits).line([UInt8](repeating: 0x7b, count: 6)).count == 9)
        #expect(throws: EncodeError(.size)) {
            try ChatLineEncoder(limits: limits).line([UInt8](repeating: 0x7b, count: 7))
        }
        limits = ChatFramingLimits()
        limits.messageBytes = 3
        #expect(throws: EncodeError(.size)) { try ChatLineEncoder(limits: limits).line(Array("{  }".utf8)) }
        #expect(try ChatLineEncoder(limits: limits).line(Array("[{}]".utf8)).count == 9)
        var room = [UInt8](repeating: 0x55, count: 8)
        let login = Self.unit + Self.unit
        var span = room.mutableSpan
        #expect(try ChatLineEncoder().encode(login.span, into: &span) == .needs(9))
        #expect(room == [UInt8](repeating: 0x55, count: 8))
    }

    @Test(
        "Random lines survive a round trip, and random bytes decode alike in every division",
        arguments: ChatLineDelimiter.allCases)
    func random(delimiter: ChatLineDelimiter) throws {
        var random = Seeded(state: 11)
        let end: [UInt8] = [[0x0a], [0x0d, 0x0a], [0x0d], [0]][
            ChatLineDelimiter.allCases.firstIndex(of: delimiter) ?? 0]
        for _ in 0..<300 {
            let unit = random.bytes(Int.random(in: 1...100, using: &random)) + [1]
            let line = try ChatLineEncoder(ChatLineFraming(delimiter)).line(unit)
            #expect(DripFeed { ChatLineDecoder(ChatLineFraming(delimiter)) }.run([line]).items == [.unit(unit, at: 0)])
        }
        let alphabet: [UInt8] = Array("e30=Ym {[!\t\r\n\0".utf8) + end
        var limits = ChatFramingLimits()
        limits.lineBytes = 12
        for encoding in ChatLineEncoding.allCases {
            for _ in 0..<300 {
                let bytes = (0..<40).map { _ in alphabet.randomElement(using: &random) ?? 0 }
                let drip = DripFeed { ChatLineDecoder(ChatLineFraming(delimiter, encoding), limits: limits) }
                let findings = drip.verify(bytes, drip.run([bytes]).items)
                #expect(findings.isEmpty, "\(findings)")
            }
        }
    }
}
