// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for messages of the socket chat protocol.
///
/// An input is a unit: an object, an array of objects, or a heartbeat.
package struct ChatTarget: FuzzTarget {
    package let name = "chat"

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        var reader = ChatMessageDecoder()
        var strict = ChatMessageDecoder(mode: .strict)
        let exact = strict.decodeUnit(input.span)
        let items = reader.decodeUnit(input.span)
        for (index, item) in items.enumerated() {
            judge(item, index < exact.count ? exact[index] : nil, input, &observation)
        }
        let count = items.count
        if count != exact.count { observation.violate(.leniency, at: "chat count", "\(count) and \(exact.count)") }
        if count > max(1, reader.batchMessages) { observation.violate(.steps, at: "chat items") }
        observation.note(.count, UInt64(min(count, 9)))
        memory.judge("chat", input: input.count, factor: 800, base: 262_144, &observation)
    }

    private func judge(
        _ result: Result<ChatItem, StreamFault>, _ exact: Result<ChatItem, StreamFault>?, _ input: [UInt8],
        _ observation: inout Observation
    ) {
        let item: ChatItem
        switch result {
        case .success(let decoded): item = decoded
        case .failure(let fault):
            let error = fault.error
            observation.note(.shape, TextHash.of("error"))
            observation.note([], TextHash.of("error"))
            if error.offset < 0 || error.offset > input.count { observation.violate(.error, at: "offset of an item") }
            observation.note(error)
            ErrorOracle.judge(error, of: input.count, allowed: ErrorOracle.chat, &observation)
            if case .success? = exact {
                observation.violate(.leniency, at: "chat \(error.code.rawValue) in lenient only")
            }
            return
        }
        let kind = TextHash.of(item.kind.rawValue)
        observation.note(.shape, kind)
        observation.note(item.deviations, kind)
        if item.offset < 0 || item.offset > input.count { observation.violate(.error, at: "offset of an item") }
        let message = item.message
        let place = "chat \(item.kind.rawValue)"
        switch exact {
        case .success(let exact)?:
            if exact.message != message { observation.violate(.leniency, at: "\(place) value") }
            if !item.deviations.isEmpty {
                observation.violate(.leniency, at: "\(place) \(item.deviations[0].id) is accepted")
            }
        case .failure(let fault)?:
            let error = fault.error
            ErrorOracle.judge(error, of: input.count, allowed: ErrorOracle.chat, mode: .strict, &observation)
            if item.deviations.isEmpty {
                observation.violate(.leniency, at: "\(place) \(error.code.rawValue) without deviation", "\(error)")
            }
        case nil: break
        }
        roundtrip(message, place, &observation)
        // A single message is the whole unit; a bare heartbeat is not an object.
        if item.position == nil, item.deviations.isEmpty, input.contains(0x7b), message.foreignMembers.isEmpty {
            PreservationOracle.judge(place, input: input.span, written: message.encoded(), &observation)
        }
    }

    private func roundtrip(_ message: ChatMessage, _ place: String, _ observation: inout Observation) {
        let written = message.encoded()
        let again: ContentResult<ChatMessage>
        do throws(DecodeError) { again = .success(try ChatMessageDecoder().decode(written.span)) } catch {
            again = .failure(error)
        }
        var wire = message
        wire.foreignMembers = UnknownMembers()
        RoundtripOracle.judge(
            place, wire, written: written, isInput: false, again: again, encode: { $0.encoded() }, &observation)
        _ = message.digest()
        judgeLine(message, place, &observation)
        // The writer and the reader must agree on the form of a unit.
        var unit: [UInt8] = []
        guard (try? ChatMessageEncoder().encode(message, into: &unit)) != nil else { return }
        var reader = ChatMessageDecoder()
        let items = reader.decodeUnit(unit.span)
        for case .failure in items { observation.violate(.identity, at: "\(place) unit") }
        if items.count != 1 { observation.violate(.identity, at: "\(place) unit count") }
    }

    private func judgeLine(_ message: ChatMessage, _ place: String, _ observation: inout Observation) {
        let shown = message.encodedForDisplay()
        guard shown.contains(where: { $0 == 0x0a || $0 == 0x0d }) || observation.effort == .thorough else { return }
        var line: [UInt8] = []
        var writer = ChatItemWriter()
        writer.append(.success(ChatItem(Decoded(message), .normal)), to: &line)
        JSONLine.end(&line)
        LineOracle.judge(place, line, holds: shown.span, as: "message", &observation)
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var output: [UInt8] = []
        if random.chance(80) {
            ChatGenerator.message(&output, &random)
        } else {
            output.append(0x5b)
            for index in 0..<random.pick(0...3) {
                if index > 0 { output.append(0x2c) }
                ChatGenerator.message(&output, &random)
            }
            output.append(0x5d)
        }
        return output
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, names: ChatVocabularyWords.names, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { JSONShrinker.smaller(input) }

    package func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .chatDecode, item.input.member("framing")?.string != "packet",
            let line = item.input.bytes.split(separator: 0x0a).first, line.count <= maximumLength
        else { return nil }
        let bytes = Array(line)
        return item.input.member("encoding")?.string == "json" ? bytes : Base64.decode(bytes.span)
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        LineTarget.question([0] + Array(Base64.encode(input).utf8) + [0x0a])
    }

    package var dictionary: [[UInt8]] {
        ChatVocabularyWords.names
            + (ChatVocabularyWords.kinds + ChatVocabularyWords.contentTypes).map { Array($0.utf8) }
    }
}
