// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// Lines: delimited framing.
///
/// The first byte of an input chooses delimiter, encoding, mode and limits.
package struct LineTarget: FuzzTarget {
    package let name = "lines"
    private var whole = StreamTrace()
    private var pieces = StreamTrace()

    /// Makes the target.
    package init() {}

    /// What the first byte of an input chooses.
    package struct Settings {
        package var format: LineFraming
        package var mode: DecodingMode
        package var limits: FramingLimits

        package init(_ choice: UInt8) {
            let delimiter: LineDelimiter =
                switch choice & 3 {
                case 0: .lf
                case 1: .crlf
                case 2: .cr
                default: .nul
                }
            format = LineFraming(delimiter, choice & 4 == 0 ? .base64 : .json)
            mode = choice & 8 == 0 ? .lenient : .strict
            limits = PacketTarget.limits(choice >> 4)
        }

        /// The bytes of the delimiter.
        package var delimiter: [UInt8] {
            switch format.delimiter {
            case .lf: Settings.delimiters[0]
            case .crlf: Settings.delimiters[1]
            case .cr: Settings.delimiters[2]
            case .nul: Settings.delimiters[3]
            }
        }

        private static let delimiters: [[UInt8]] = [[0x0a], [0x0d, 0x0a], [0x0d], [0]]
    }

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let settings = Settings(choice)
        var units: [[UInt8]] = []
        whole.clear()
        LineTarget.trace(input, Division(whole: input.count), settings, &whole, &units, &observation)
        memory.judge("lines", input: input.count, factor: 400, base: 65_536, &observation)
        SplitOracle.judge(
            "lines", input, from: 1, whole: whole, seam: settings.delimiter.first, into: &pieces, &observation
        ) {
            division, trace in
            var silent = Observation(.silent)
            var ignored: [[UInt8]] = []
            LineTarget.trace(input, division, settings, &trace, &ignored, &silent)
        }
        if whole.steps > input.count + 2 { observation.violate(.steps, at: "lines") }
        writeAgain(units, settings, &observation)
    }

    /// What the decoder gives when the stream comes in pieces; the first units are kept.
    private static func trace(
        _ input: [UInt8], _ division: Division, _ settings: Settings, _ trace: inout StreamTrace,
        _ units: inout [[UInt8]], _ observation: inout Observation
    ) {
        var decoder = LineDecoder(settings.format, mode: settings.mode, limits: settings.limits)
        var consumed = 1
        for end in division {
            let piece = input.span.extracting(consumed..<end)
            var position = 0
            reading: while true {
                trace.steps += 1
                switch decoder.next(in: piece, from: &position) {
                case .needMore: break reading
                case .heartbeat(let offset): trace.items.append(UInt64(offset) &* 0x9e37_79b9_7f4a_7c15)
                case .fault(let fault):
                    observation.note(fault.error, UInt64(input[0]))
                    trace.items.append(StreamTrace.number(fault))
                    PacketTarget.judge(fault, input.count - 1, &observation)
                case .unit(let unit):
                    var number = TextHash.of(unit.bytes) ^ UInt64(unit.offset) &* 31
                    for deviation in unit.deviations {
                        number =
                            (number ^ UInt64(deviation.id.number) ^ UInt64(deviation.offset) << 16)
                            &* 0xbf58_476d_1ce4_e5b9
                        observation.note(.deviation, UInt64(deviation.id.number), UInt64(input[0]))
                    }
                    observation.note(size: unit.bytes.count, UInt64(input[0]))
                    trace.items.append(number)
                    if observation.effort != .silent, units.count < 4, unit.bytes.count <= 512 {
                        let copy = [UInt8](copying: unit.bytes)
                        units.append(copy)
                    }
                }
                if trace.steps > input.count * 2 + 64 { break reading }
            }
            consumed += position
        }
        trace.pending = input.count - consumed
        trace.isClosed = decoder.isClosed
        if trace.pending > decoder.maximumPending { observation.violate(.memory, at: "pending") }
        observation.note(.state, decoder.isClosed ? 1 : 0, UInt64(min(decoder.emptyLines, 3)))
    }

    /// A unit that was read is written as one line that reads as the same unit.
    private func writeAgain(_ units: [[UInt8]], _ settings: Settings, _ observation: inout Observation) {
        let encoder = LineEncoder(settings.format)
        for unit in units {
            var line: [UInt8] = []
            guard (try? encoder.encode(unit.span, into: &line)) != nil, !line.isEmpty else { continue }
            // A JSON line has white space for what would end it; Base64 carries everything.
            guard settings.format.encoding == .base64 || !unit.contains(where: { $0 == 0x0a || $0 == 0x0d || $0 == 0 })
            else {
                continue
            }
            var decoder = LineDecoder(settings.format, mode: settings.mode)
            var position = 0
            let first = decoder.withNext(in: line.span, from: &position) { step -> [UInt8]? in
                switch step {
                case .unit(let unit):
                    let copy = [UInt8](copying: unit.bytes)
                    return copy
                case .heartbeat: return Array("beatID".utf8)
                case .needMore, .fault: return nil
                }
            }
            // What does not begin like JSON may read as the other encoding (FRM-018); it is judged in Base64 only.
            if settings.format.encoding == .json, unit.first != 0x7b, unit.first != 0x5b { continue }
            if first != unit {
                observation.violate(.identity, at: "line \(settings.format.encoding.rawValue)", "\(unit.count) bytes")
            }
            if position != line.count { observation.violate(.identity, at: "line length") }
        }
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
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

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let choice = input.first else { return generate(&random) }
        let settings = Settings(choice)
        var lines = LineTarget.lines(input, settings.delimiter)
        let place = random.pick(0...lines.count - 1)
        switch random.pick(0...8) {
        case 0: lines.insert(lines[place], at: random.pick(0...lines.count))
        case 1: lines.remove(at: place)
        case 2: lines.swapAt(place, random.pick(0...lines.count - 1))
        case 3: lines.insert([], at: place)
        case 4: lines[place] += [UInt8](repeating: 0x41, count: EdgeValues.pick([253, 254, 255, 256, 257], &random))
        case 5:
            lines[place] = Array(
                EdgeValues.pick(
                    ["beatID", "YmVhdElE", "eyJ9", "{}", "[]", " ", "====", "beatID ", "{\"a\":1}"], &random
                ).utf8)
        case 6:
            let line = lines[place]
            lines[place] = Base64.decode(line.span) ?? Array(Base64.encode(line).utf8)
        default:
            // What is inside of the Base64 changes, not the Base64.
            let line = lines[place]
            guard var unit = Base64.decode(line.span) else { break }
            JSONMutator.mutate(&unit, names: ChatVocabularyWords.names, &random)
            lines[place] = Array(Base64.encode(unit).utf8)
        }
        var output = LineTarget.stream(
            random.chance(5) ? UInt8(random.pick(0...31)) : choice, lines, settings.delimiter)
        if output.count > maximumLength { output.removeSubrange(maximumLength...) }
        return output
    }

    /// The lines of an input, the unfinished last one too.
    private static func lines(_ input: [UInt8], _ delimiter: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        let first = delimiter[0]
        let second = delimiter.count > 1 ? delimiter[1] : nil
        var start = 1
        var offset = 1
        while offset < input.count {
            guard input[offset] == first, second == nil || offset + 1 < input.count && input[offset + 1] == second
            else {
                offset += 1
                continue
            }
            lines.append(Array(input[start..<offset]))
            offset += delimiter.count
            start = offset
        }
        lines.append(Array(input[min(start, input.count)...]))
        return lines
    }

    /// Lines as an input, the last one unfinished.
    private static func stream(_ choice: UInt8, _ lines: [[UInt8]], _ delimiter: [UInt8]) -> [UInt8] {
        var output = [choice]
        output.reserveCapacity(lines.reduce(1) { $0 + $1.count + delimiter.count })
        for index in lines.indices {
            if index > 0 { output += delimiter }
            output += lines[index]
        }
        return output
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let choice = input.first else { return [] }
        let settings = Settings(choice)
        let lines = LineTarget.lines(input, settings.delimiter)
        guard lines.count > 1 else { return [] }
        return lines.indices.map { index in
            var fewer = lines
            fewer.remove(at: index)
            return LineTarget.stream(choice, fewer, settings.delimiter)
        }
    }

    package func seed(from item: Case) -> [UInt8]? { LineTarget.seed(item, maximumLength) }

    /// The stream of a case about lines, with the byte that chooses the same settings.
    static func seed(_ item: Case, _ longest: Int) -> [UInt8]? {
        guard item.operation == .chatDecode, item.input.member("framing")?.string != "packet",
            item.input.member("limits") == nil, item.input.member("beat") == nil, item.input.bytes.count < longest
        else { return nil }
        var choice: UInt8
        switch item.input.member("delimiter")?.string {
        case "crlf": choice = 1
        case "cr": choice = 2
        case "nul": choice = 3
        default: choice = 0
        }
        if item.input.member("encoding")?.string == "json" { choice |= 4 }
        if item.input.modes == [.strict] { choice |= 8 }
        return [choice] + item.input.bytes
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? { LineTarget.question(input) }

    /// `chat.decode` over lines, for inputs with the default limits.
    static func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let choice = input.first, choice & 16 == 0 else { return nil }
        let settings = Settings(choice)
        return TesteeRequest(
            "chat.decode",
            [
                ("framing", "line"), ("delimiter", RawJSON(settings.format.delimiter.rawValue)),
                ("encoding", RawJSON(settings.format.encoding.rawValue)),
                ("chunks", RawJSON(list: [Array(input.dropFirst())])), ("mode", RawJSON(settings.mode.rawValue)),
            ])
    }

    package var dictionary: [[UInt8]] {
        ["beatID", "YmVhdElE", "eyJ", "e30=", "\r\n", "{}", "[{}]"].map { Array($0.utf8) }
    }
}
