// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A way in which a stream is sent to a testee, whole or as a replay (TST-090 to TST-092), and the expected result.
struct Replay {
    /// The name of the replay in a report.
    var name: String
    /// The chunks, each with its end in `bytes` and its time.
    var pieces: [(end: Int, at: Int?)]
    /// The bytes, if they differ from those of the case.
    var bytes: [UInt8]?
    /// The expected items.
    var expects = Expects.all

    /// Whether the stream is sent as in the case.
    var isWhole = false

    enum Expects {
        /// All items and pending bytes of the case.
        case all
        /// The first items of the case, and nothing else.
        case beginning(length: Int)
        /// All items twice, with the offsets of the second half increased by `shift`.
        case twice(shift: Int)
    }

    /// The maximum length of a stream that is sent byte by byte (TST-090).
    static let longestByteByByte = 4_096

    /// Returns the stream as in the case.
    static func whole(of item: Case) -> Replay {
        Replay(name: "whole", pieces: item.input.pieces, isWhole: true)
    }

    /// Returns all replays of a stream, the first of which is the stream as in the case.
    ///
    /// - Parameter places: the maximum number of places at which to split and cut: 512 in a run, and fewer in the tests
    ///   of a debug build. If it is nil, only the stream as in the case is returned.
    static func all(of item: Case, places: Int?) -> [Replay] {
        guard let places else { return [whole(of: item)] }
        return [whole(of: item)] + divisions(of: item, places: places) + twice(of: item)
    }

    /// Returns the stream byte by byte, split at places, and cut at places (TST-090, TST-091).
    static func divisions(of item: Case, places: Int) -> [Replay] {
        guard isDivided(item) else { return [] }
        let input = item.input
        let count = input.bytes.count
        var replays: [Replay] = []
        let chosen = Replay.places(in: count, most: places)
        if count <= longestByteByByte {
            replays.append(
                Replay(name: "byte by byte", pieces: (1...count).map { ($0, input.time(at: $0 - 1)) }))
        }
        for place in chosen {
            var start = 0
            let pieces = input.pieces.flatMap { piece in
                defer { start = piece.end }
                return start < place && place < piece.end ? [(place, piece.at), piece] : [piece]
            }
            replays.append(Replay(name: "split at byte \(place)", pieces: pieces))
        }
        guard isCut(item) else { return replays }
        for place in chosen {
            let pieces = input.pieces.filter { $0.end < place } + [(end: place, at: input.time(at: place - 1))]
            replays.append(
                Replay(name: "truncated at byte \(place)", pieces: pieces, expects: .beginning(length: place)))
        }
        return replays
    }

    /// Returns the stream twice in a row, if the first one leaves no state that would affect the second (TST-092).
    static func twice(of item: Case) -> [Replay] {
        let bytes = item.input.bytes
        guard isDivided(item), isCut(item), isClosed(item) else { return [] }
        return [
            Replay(
                name: "twice", pieces: [(bytes.count, nil), (bytes.count * 2, nil)], bytes: bytes + bytes,
                expects: .twice(shift: bytes.count))
        ]
    }

    /// Returns whether a stream may be split into other chunks; a message or a reply is always one chunk (TST-088).
    static func isDivided(_ item: Case) -> Bool {
        guard item.input.bytes.count > 1 else { return false }
        return item.operation != .rmtpDecode || item.input.member("framing")?.string == "tcp"
    }

    /// Returns whether a stream may be cut, which requires that the request does not state whether the stream ends.
    static func isCut(_ item: Case) -> Bool { item.input.member("end") == nil }

    /// Returns the places at which a stream is split and cut.
    static func places(in count: Int, most: Int) -> [Int] {
        if count <= most + 1 { return Array(1..<max(1, count)) }
        // The ends matter most, and the other places are spread evenly.
        let edge = most / 4
        let middle = most - 2 * edge
        let spread = (0..<middle).map { edge + 1 + $0 * (count - 2 * edge - 2) / max(1, middle) }
        return Array(Set(Array(1...edge) + spread + Array(count - edge..<count))).sorted()
    }

    /// Returns whether a stream leaves no state that could affect another stream (TST-092).
    private static func isClosed(_ item: Case) -> Bool {
        guard item.input.pieces.allSatisfy({ $0.at == nil }) else { return false }
        return item.expectations.allSatisfy { expectation in
            let items = expectation.json["items"]?.elements ?? []
            let isBroken = items.contains { $0["error"]?["scope"]?.string == "connection" }
            return expectation.json["pending"]?.number?.int64 == 0
                && (expectation.json["open"]?.number?.int64 ?? 0) == 0
                && !isBroken && !isSkipping(item, items)
        }
    }

    /// Returns whether the last line that is too long has no end, so that a stream that follows continues it.
    private static func isSkipping(_ item: Case, _ items: [RawJSON]) -> Bool {
        let errors = items.compactMap { $0["error"] }.filter { $0["code"]?.string == "frame.line" }
        guard let start = errors.last?["offset"]?.number?.int64.flatMap({ Int(exactly: $0) }) else { return false }
        let line = item.input.bytes.dropFirst(start)
        return switch item.input.member("delimiter")?.string {
        case "crlf": !zip(line, line.dropFirst()).contains { $0 == (0x0d, 0x0a) }
        case "cr": !line.contains(0x0d)
        case "nul": !line.contains(0)
        default: !line.contains(0x0a)
        }
    }

    /// Returns the members of the request: the chunks, and their times if the case has any.
    func members(of item: Case, mode: DecodingMode) -> [(name: String, value: RawJSON)] {
        let bytes = self.bytes ?? item.input.bytes
        // Polled replies are text, and are sent as text (TST-088).
        let isText = item.operation == .rmtpDecode && item.input.member("framing")?.string == "xhr"
        var start = 0
        let chunks = pieces.map { piece in
            defer { start = piece.end }
            let chunk = bytes[min(start, piece.end)..<piece.end]
            return isText ? RawJSON(String(decoding: chunk, as: UTF8.self)) : RawJSON.base64(chunk)
        }
        var members = item.input.members
        members.append(("chunks", .array(chunks)))
        if pieces.contains(where: { $0.at != nil }) {
            members.append(("times", .array(pieces.map { .integer($0.at ?? 0) })))
        }
        if item.input.saysMode { members.append(("mode", RawJSON(mode.rawValue))) }
        return members
    }
}
