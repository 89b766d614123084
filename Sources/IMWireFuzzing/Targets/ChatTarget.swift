// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for messages of the socket chat protocol.
///
/// An input is a unit: an object, an array of objects, or a heartbeat.
struct ChatTarget: JSONTextTarget {
    let name = "chat"

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        var reader = ChatMessageDecoder()
        var strict = ChatMessageDecoder(mode: .strict)
        let exact = strict.decodeUnit(input.span)
        var count = 0
        reader.decodeUnit(input.span) { item in
            check(item, count < exact.count ? exact[count] : nil, input, &observation)
            count += 1
        }
        if count != exact.count { observation.violate(.leniency, at: "chat count", "\(count) and \(exact.count)") }
        if count > max(1, reader.batchMessages) { observation.violate(.steps, at: "chat items") }
        observation.record(.count, UInt64(min(count, 9)))
        memory.check("chat", input: input.count, factor: 800, base: 262_144, &observation)
    }

    private func check(
        _ result: Result<ChatItem, StreamFault>, _ exact: Result<ChatItem, StreamFault>?, _ input: [UInt8],
        _ observation: inout Observation
    ) {
        let item: ChatItem
        switch result {
        case .success(let decoded): item = decoded
        case .failure(let fault):
            let error = fault.error
            observation.record(.shape, TextHash.of("error"))
            observation.record([], TextHash.of("error"))
            ErrorOracle.checkOffset(error.offset, of: input.count, "offset of an item", "\(error.offset)", &observation)
            observation.record(error)
            ErrorOracle.check(error, of: input.count, allowed: .lenientChat, at: "chat lenient", &observation)
            if case .success? = exact {
                observation.violate(.leniency, at: "chat \(error.code.rawValue) in lenient only")
            }
            return
        }
        let kind = TextHash.of(item.kind.rawValue)
        observation.record(.shape, kind)
        observation.record(item.deviations, kind)
        ErrorOracle.checkOffset(item.offset, of: input.count, "offset of an item", "\(item.offset)", &observation)
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
            ErrorOracle.check(error, of: input.count, allowed: .chat, at: "chat strict", &observation)
            if item.deviations.isEmpty {
                observation.violate(.leniency, at: "\(place) \(error.code.rawValue) without deviation", "\(error)")
            }
        case nil: break
        }
        roundtrip(message, place, &observation)
        // A single message is the whole unit; a bare heartbeat is not an object.
        if item.position == nil, item.deviations.isEmpty, input.contains(.openBrace), message.foreignMembers.isEmpty {
            PreservationOracle.check(place, input: input.span, written: message.encoded(), &observation)
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
        RoundtripOracle.check(
            place, wire, written: written, isInput: false, again: again, encode: { $0.encoded() }, &observation)
        _ = message.digest()
        checkLine(message, place, &observation)
        // The writer and the reader must agree on the form of a unit.
        var unit: [UInt8] = []
        guard (try? ChatMessageEncoder().encode(message, into: &unit)) != nil else { return }
        var reader = ChatMessageDecoder()
        let items = reader.decodeUnit(unit.span)
        for case .failure in items { observation.violate(.identity, at: "\(place) unit") }
        if items.count != 1 { observation.violate(.identity, at: "\(place) unit count") }
    }

    private func checkLine(_ message: ChatMessage, _ place: String, _ observation: inout Observation) {
        let shown = message.encodedForDisplay()
        guard shown.hasLineBreak || observation.effort == .thorough else { return }
        var line: [UInt8] = []
        ChatItemWriter.append(.success(ChatItem(Decoded(message), .normal)), to: &line)
        JSONLine.end(&line)
        LineOracle.check(place, line, holds: shown.span, as: "message", &observation)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        var output: [UInt8] = []
        if random.chance(80) {
            ChatGenerator.message(&output, &random)
        } else {
            JSONGenerator.list(most: 3, &output, &random) { ChatGenerator.message(&$1, &$2) }
        }
        return output
    }

    var names: [[UInt8]] { ChatVocabularyWords.names }

    func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .chatDecode, item.input.member("framing")?.string != "packet",
            let line = item.input.bytes.split(separator: .lineFeed).first, line.count <= maximumLength
        else { return nil }
        let bytes = Array(line)
        return item.input.member("encoding")?.string == "json" ? bytes : Base64.decode(bytes.span)
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        LineTarget.question([0] + Array(Base64.encode(input).utf8) + [.lineFeed])
    }

    let dictionary =
        ChatVocabularyWords.names
        + (ChatVocabularyWords.kinds + ChatVocabularyWords.contentTypes).map { Array($0.utf8) }
}
