// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireServerAPI
import IMWireSpec
import IMWireValues

/// Cases that are made from recordings, with stand-ins for everything that people wrote and the codec's current
/// answers.
///
/// The codec's answers are not known to be right. The tag `review` marks the cases until somebody has compared the
/// answers with the specification.
package struct RecordedCases {
    package enum Recording {
        /// A stream of the socket chat protocol.
        case chat([UInt8], StreamFraming)
        /// WebSocket messages with RongCloud's packets.
        case messages([(bytes: [UInt8], direction: RMTPDirection)])
        /// The directions of a TCP connection with RongCloud's packets.
        case streams([(bytes: [UInt8], direction: RMTPDirection)])
        /// A content, as the bytes of its JSON.
        case content(String, [UInt8])
        /// An answer of navigation, as the bytes of its JSONP.
        case navigation([UInt8])
        /// A reply of polling, as the bytes of its JSON.
        case reply([UInt8])
        /// A POST of polling: its path and query, and its body.
        case request(target: [UInt8], body: [UInt8])
        /// The body of a request to a service of the server API.
        case form(ServiceEndpoint, [UInt8])
        /// The answer of a service of the server API, as the bytes of its JSON.
        case answer(ServiceEndpoint, [UInt8])

        /// What the recording is a part of, if it is a message of HTTP.
        var place: String? {
            switch self {
            case .chat, .messages, .streams, .content: nil
            case .navigation: "navigation"
            case .reply, .request: "polling"
            case .form(let service, _), .answer(let service, _): service.rawValue
            }
        }
    }

    private let name: String
    private let version: RMTPVersion
    private var standIns = StandIns()
    private var area = ""
    private var cases: [RawJSON] = []
    /// The values that have stand-ins, by their first bytes, so that one pass over a recording finds all of them.
    private var originals: [ArraySlice<UInt8>: [[UInt8]]] = [:]
    /// The number of values that were looked at to fill `originals`.
    private var indexed = 0

    package init(name: String, version: RMTPVersion = .three) {
        self.name = name
        self.version = version
    }

    package var count: Int { cases.count }

    package var text: String {
        "{\n  \"area\": \"\(area)\",\n  \"cases\": [\n    " + cases.map(\.text).joined(separator: ",\n    ")
            + "\n  ]\n}\n"
    }

    /// Adds the recordings of a log, and returns the numbers of messages of HTTP that become no case, by their path or
    /// the reason.
    ///
    /// - Throws: ``RecordingFault`` if a part of a recording of packets, lines or contents is not understood.
    package mutating func add(_ log: RecordingInput.LogRecordings) throws(RecordingFault) -> [String: Int] {
        var omitted = log.omitted
        for recording in log.recordings {
            do throws(RecordingFault) {
                try add(recording)
            } catch {
                guard let place = recording.place else { throw error }
                omitted["\(place) with \(error.problem)", default: 0] += 1
            }
        }
        return omitted
    }

    /// Adds a recording.
    ///
    /// - Throws: ``RecordingFault`` if a part of the recording is not understood; nothing is added then.
    package mutating func add(_ recording: Recording) throws(RecordingFault) {
        switch recording {
        case .chat(let bytes, let framing):
            let other = try ChatStandIns.rewrite(bytes, framing, &standIns)
            var input: [(name: String, value: RawJSON)] = [("framing", framing == .packet ? "packet" : "line")]
            if case .line(let delimiter, let encoding) = framing {
                input += [("delimiter", RawJSON(delimiter.rawValue)), ("encoding", RawJSON(encoding.rawValue))]
            }
            input += [hex(other), ("end", .boolean(true))]
            try add("chat/recorded", "chat.decode", "CHT-001", input, [other])
        case .messages(let messages):
            var packets = PacketStandIns(version)
            var others: [(bytes: [UInt8], direction: RMTPDirection)] = []
            for (index, message) in messages.enumerated() {
                do throws(RecordingFault) {
                    others.append(
                        (try packets.message(message.bytes, message.direction, &standIns), message.direction))
                } catch {
                    throw RecordingFault("message \(index + 1): \(error.problem)", at: error.offset)
                }
            }
            for way in RMTPDirection.allCases {
                let chunks = others.filter { $0.direction == way }.map(\.bytes)
                if chunks.isEmpty { continue }
                let list = chunks.map { RawJSON.object([hex($0)]) }
                try packetCase("websocket", way, ("chunks", .array(list)), chunks)
            }
        case .streams(let streams):
            var packets = PacketStandIns(version)
            for (bytes, way) in streams {
                let other = try packets.stream(bytes, way, &standIns)
                try packetCase("tcp", way, hex(other), [other])
            }
        case .content(let objectName, let bytes):
            var other = bytes
            try JSONStandIns.rewrite(&other, 0..<other.count, &standIns)
            let name = RawJSON(standIns.text(objectName))
            try add("content/recorded", "content.decode", "CNT-130", [("objectName", name), hex(other)], [other])
        case .navigation(let bytes):
            let other = try PollingStandIns.navigation(bytes, &standIns)
            try add("rmtp/recorded", "rmtp.navigation.decode", "RMTP-210", [hex(other)], [other])
        case .reply(let bytes):
            var other = bytes
            try JSONStandIns.rewrite(&other, 0..<other.count, &standIns)
            try packetCase("xhr", .down, hex(other), [other])
        case .request(let target, let body):
            let (target, body) = try PollingStandIns.request(target, body, &standIns)
            let input = [(name: "target", value: RawJSON(target)), hex(body)]
            try add("rmtp/recorded", "rmtp.request.decode", "RMTP-098", input, [Array(target.utf8), body])
        case .form(let service, let bytes):
            let other = try FormStandIns.rewrite(bytes, service, &standIns)
            if (try? ServiceRequest(service, decoding: other.span)) == nil {
                throw RecordingFault("a request without a stand-in", at: 0)
            }
            try apiCase("api.form.decode", "API-081", service, other)
        case .answer(let service, let bytes):
            var other = bytes
            try JSONStandIns.rewrite(&other, 0..<other.count, &standIns)
            try apiCase("api.answer.decode", "API-085", service, other)
        }
    }

    private func hex(_ bytes: [UInt8]) -> (name: String, value: RawJSON) { ("hex", RawJSON(HexBytes.text(bytes))) }

    private mutating func apiCase(
        _ operation: String, _ requirement: RawJSON, _ service: ServiceEndpoint, _ bytes: [UInt8]
    ) throws(RecordingFault) {
        let path = RawJSON(service.rawValue)
        try add("api/recorded", operation, requirement, [("path", path), hex(bytes)], [bytes])
    }

    private mutating func packetCase(
        _ framing: RawJSON, _ direction: RMTPDirection, _ bytes: (name: String, value: RawJSON), _ parts: [[UInt8]]
    ) throws(RecordingFault) {
        let input: [(name: String, value: RawJSON)] = [
            ("framing", framing), ("direction", RawJSON(direction.rawValue)),
            ("protocolVersion", .integer(version.rawValue)), bytes,
        ]
        try add("rmtp/recorded", "rmtp.decode", "RMTP-002", input, parts)
    }

    private mutating func add(
        _ area: String, _ operation: String, _ requirement: RawJSON, _ input: [(name: String, value: RawJSON)],
        _ parts: [[UInt8]]
    ) throws(RecordingFault) {
        for part in parts { try check(part) }
        func item(_ outcome: RawJSON) -> RawJSON {
            .object([
                ("id", RawJSON("recorded-\(name)-\(cases.count + 1)")),
                ("title", RawJSON("recorded: \(name), part \(cases.count + 1)")),
                ("requirements", .array([requirement])), ("level", "MUST"), ("op", RawJSON(operation)),
                ("since", RawJSON(Suite.version)), ("input", .object(input)), ("expect", .array([outcome])),
                ("tags", .array(["recorded", "review"])),
                ("provenance", "recorded from an application, with personal data replaced"),
            ])
        }
        guard let outcome = RecordedCases.outcome(item(.emptyObject), area) else {
            throw RecordingFault("the codec has no answer", at: 0)
        }
        // A log of several protocols makes one file.
        self.area = self.area.isEmpty || self.area == area ? area : "real/recorded"
        cases.append(item(outcome))
    }

    private static func outcome(_ item: RawJSON, _ area: String) -> RawJSON? {
        let file = RawJSON.object([("area", RawJSON(area)), ("cases", .array([item]))])
        return (try? CaseFile.cases(in: Array(file.text.utf8), file: "recorded").first)?.codecOutcomes().first
    }

    /// Refuses bytes that still contain a value for which there is a stand-in.
    private mutating func check(_ bytes: [UInt8]) throws(RecordingFault) {
        for original in standIns.originals[indexed...] {
            if original.utf8.count < 6 || StandInVocabulary.all.contains(original) { continue }
            let value = Array(original.utf8)
            originals[value.prefix(6), default: []].append(value)
        }
        indexed = standIns.originals.count
        guard !originals.isEmpty, bytes.count >= 6 else { return }
        for place in 0...bytes.count - 6 {
            guard let candidates = originals[bytes[place..<place + 6]] else { continue }
            if candidates.contains(where: { bytes[place...].starts(with: $0) }) {
                throw RecordingFault("a value is still present after the replacement", at: place)
            }
        }
    }
}
