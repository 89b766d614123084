// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for lines, the delimited framing.
///
/// The first byte of an input selects the delimiter, encoding, mode and limits.
struct LineTarget: FuzzTarget {
    let name = "lines"

    /// The settings that the first byte of an input selects.
    struct Settings {
        let format: ChatLineFraming
        /// The bytes of the delimiter.
        let delimiter: [UInt8]
        let mode: DecodingMode
        let limits: ChatFramingLimits

        init(_ choice: UInt8) {
            let (name, bytes) = Settings.delimiters[Int(choice & 3)]
            format = ChatLineFraming(name, choice & 4 == 0 ? .base64 : .json)
            delimiter = bytes
            mode = choice & 8 == 0 ? .lenient : .strict
            limits = PacketTarget.limits(choice >> 4)
        }

        static let delimiters: [(name: ChatLineDelimiter, bytes: [UInt8])] = [
            (.lf, [.lineFeed]), (.crlf, [.carriageReturn, .lineFeed]), (.cr, [.carriageReturn]), (.nul, [0]),
        ]
    }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let settings = Settings(choice)
        var kept: [[UInt8]] = []
        let whole = LineTarget.trace(input, [input.count], settings, &kept, &observation)
        memory.check("lines", input: input.count, factor: 400, base: 65_536, &observation)
        SplitOracle.check("lines", input, whole: whole, seam: settings.delimiter.first, &observation) {
            var ignored: [[UInt8]] = []
            return LineTarget.trace(input, $0, settings, &ignored, &$1)
        }
        if whole.steps > input.count + 2 { observation.violate(.steps, at: "lines") }
        for unit in kept { LineTarget.writeAgain(unit, settings, &observation) }
    }

    /// Decodes the stream in chunks, records the results, and keeps the first units.
    private static func trace(
        _ input: [UInt8], _ ends: [Int], _ settings: Settings, _ kept: inout [[UInt8]],
        _ observation: inout Observation
    ) -> StreamTrace {
        var decoder = ChatLineDecoder(settings.format, mode: settings.mode, limits: settings.limits)
        var trace = StreamTrace()
        trace.read(input, ends, mostSteps: input.count * 2 + 64) { piece, position, trace in
            switch decoder.next(in: piece, from: &position) {
            case .needMore: return true
            case .heartbeat(let offset): trace.items.append(UInt64(offset) &* 0x9e37_79b9_7f4a_7c15)
            case .fault(let fault):
                observation.record(fault.error, UInt64(input[0] & 31))
                trace.add(fault, of: input.count - 1, &observation)
            case .unit(let unit):
                var number = TextHash.of(unit.bytes) ^ UInt64(unit.offset) &* 31
                for deviation in unit.deviations {
                    number =
                        (number ^ UInt64(deviation.id.number) ^ UInt64(deviation.offset) << 16)
                        &* 0xbf58_476d_1ce4_e5b9
                    observation.record(.deviation, UInt64(deviation.id.number), UInt64(input[0] & 31))
                }
                observation.record(size: unit.bytes.count, UInt64(input[0] & 31))
                trace.items.append(number)
                if observation.effort != .silent, kept.count < 4, unit.bytes.count <= 512 {
                    kept.append([UInt8](copying: unit.bytes))
                }
            }
            return false
        }
        trace.isClosed = decoder.isClosed
        if trace.pending > decoder.maximumPending { observation.violate(.memory, at: "pending") }
        observation.record(.state, decoder.isClosed ? 1 : 0, UInt64(min(decoder.emptyLines, 3)))
        return trace
    }

    /// Checks whether a unit is written as one line that reads as the same unit.
    private static func writeAgain(_ unit: [UInt8], _ settings: Settings, _ observation: inout Observation) {
        let encoding = settings.format.encoding
        var line: [UInt8] = []
        guard (try? ChatLineEncoder(settings.format).encode(unit.span, into: &line)) != nil, !line.isEmpty else {
            return
        }
        if encoding == .json {
            // A JSON line has spaces in place of bytes that would end it. A unit that does not begin like JSON can be
            // read as the other encoding (FRM-018). Base64 has all bytes.
            guard !unit.hasLineBreak, !unit.contains(0), unit.first == .openBrace || unit.first == .openBracket else {
                return
            }
        }
        var decoder = ChatLineDecoder(settings.format, mode: settings.mode)
        var position = 0
        let isSame = decoder.withNext(in: line.span, from: &position) { step in
            switch step {
            case .unit(let again): again.bytes.isSame(as: unit.span)
            case .heartbeat: unit.elementsEqual("beatID".utf8)
            case .needMore, .fault: false
            }
        }
        if !isSame { observation.violate(.identity, at: "line \(encoding.rawValue)", "\(unit.count) bytes") }
        if position != line.count { observation.violate(.identity, at: "line length") }
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let choice = UInt8(random.pick(0...31))
        let settings = Settings(choice)
        var input = [choice]
        for _ in 0..<random.pick(1...4) {
            let unit = PacketGenerator.message(&random)
            let isBase64 = (settings.format.encoding == .base64) != random.chance(5)
            input += isBase64 ? Array(Base64.encode(unit).utf8) : unit.filter { !settings.delimiter.contains($0) }
            if !random.chance(5) { input += settings.delimiter }
        }
        return input
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let choice = input.first else { return generate(&random) }
        let delimiter = Settings(choice).delimiter
        let lines = LineTarget.lines(input, delimiter)
        let place = random.pick(0...lines.count - 1)
        let line = lines[place]
        var input = input
        switch random.pick(0...8) {
        case 0: input.insert(contentsOf: input[line] + delimiter, at: EdgeValues.pick(lines, &random).lowerBound)
        case 1: input.removeSubrange(line.lowerBound..<min(input.count, line.upperBound + delimiter.count))
        case 2: input.swapRanges(line, EdgeValues.pick(lines, &random))
        case 3: input.insert(contentsOf: delimiter, at: line.lowerBound)
        case 4:
            let count = EdgeValues.pick([253, 254, 255, 256, 257], &random)
            input.insert(contentsOf: repeatElement(UInt8(ascii: "A"), count: count), at: line.upperBound)
        case 5:
            let word = EdgeValues.pick(
                ["beatID", "YmVhdElE", "eyJ9", "{}", "[]", " ", "====", "beatID ", "{\"a\":1}"], &random)
            input.replaceSubrange(line, with: word.utf8)
        case 6:
            let text = Array(input[line])
            input.replaceSubrange(line, with: Base64.decode(text.span) ?? Array(Base64.encode(text).utf8))
        default:
            // Mutate the content of the Base64 rather than its characters.
            guard var unit = Base64.decode(input.span.extracting(line)) else { break }
            JSONMutator.mutate(&unit, names: ChatVocabularyWords.names, &random)
            input.replaceSubrange(line, with: Base64.encode(unit).utf8)
        }
        if random.chance(5) { input[0] = UInt8(random.pick(0...31)) }
        input.truncate(to: maximumLength)
        return input
    }

    /// Returns the ranges of the lines of an input, including an unfinished last line.
    private static func lines(_ input: [UInt8], _ delimiter: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = min(1, input.count)
        var offset = start
        while let place = input.firstIndex(of: delimiter[0], from: offset) {
            offset = place + 1
            if delimiter.count > 1, offset == input.count || input[offset] != delimiter[1] { continue }
            lines.append(start..<place)
            start = place + delimiter.count
            offset = start
        }
        lines.append(start..<input.count)
        return lines
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let choice = input.first else { return [] }
        let lines = LineTarget.lines(input, Settings(choice).delimiter)
        guard lines.count > 1 else { return [] }
        let parts = lines.indices.map { index in
            // A line is removed with the delimiter that follows it, the last line with the one that precedes it.
            index == lines.count - 1
                ? lines[index - 1].upperBound..<input.count : lines[index].lowerBound..<lines[index + 1].lowerBound
        }
        return input.withoutOne(of: parts)
    }

    func seed(from item: Case) -> [UInt8]? { LineTarget.seed(item, maximumLength) }

    /// Returns the stream of a case about lines, preceded by the byte that selects the same settings.
    static func seed(_ item: Case, _ longest: Int) -> [UInt8]? {
        guard item.operation == .chatDecode, item.input.member("framing")?.string != "packet",
            item.input.member("limits") == nil, item.input.member("beat") == nil, item.input.bytes.count < longest
        else { return nil }
        let delimiter = item.input.member("delimiter")?.string
        var choice = UInt8(Settings.delimiters.firstIndex { $0.name.rawValue == delimiter } ?? 0)
        if item.input.member("encoding")?.string == "json" { choice |= 4 }
        if item.input.modes == [.strict] { choice |= 8 }
        return [choice] + item.input.bytes
    }

    func question(_ input: [UInt8]) -> TesteeRequest? { LineTarget.question(input) }

    /// Returns a `chat.decode` request over lines.
    static func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let choice = input.first, choice < 32 else { return nil }
        let settings = Settings(choice)
        return TesteeRequest(
            "chat.decode",
            [
                ("framing", "line"), ("delimiter", RawJSON(settings.format.delimiter.rawValue)),
                ("encoding", RawJSON(settings.format.encoding.rawValue)),
                ("chunks", .array([.base64(input.dropFirst())])), ("mode", RawJSON(settings.mode.rawValue)),
            ] + PacketTarget.limitsMember(choice >> 4))
    }

    let dictionary = ["beatID", "YmVhdElE", "eyJ", "e30=", "\r\n", "{}", "[{}]"].map { Array($0.utf8) }
}
