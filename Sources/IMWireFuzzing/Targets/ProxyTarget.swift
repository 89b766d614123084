// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import LiveReaders

/// A target for the proxy's readers of HTTP and WebSockets, and for its filter of WebSocket requests.
///
/// The first byte of an input selects the mode, small limits and whether the connection begins as a WebSocket. The rest
/// consists of segments: a byte with the direction and a length, and that many bytes (FUZ-090).
struct ProxyTarget: FuzzTarget {
    let name = "proxy"

    /// Bytes of one direction that arrive at one time.
    private struct Segment {
        var direction: RMTPDirection
        var bytes: ArraySlice<UInt8>
    }

    private struct ProxySettings {
        var mode: DecodingMode
        var limits = WebReader.Limits()
        var isWebSocket: Bool

        init(_ choice: UInt8) {
            mode = choice & 1 == 0 ? .lenient : .strict
            isWebSocket = choice & 4 != 0
            guard choice & 2 != 0 else { return }
            limits.http.head = 128
            limits.http.body = 64
            limits.http.chunkLine = 16
            limits.message = 64
            limits.requests = 3
            limits.waiting = 96
        }

        /// The number of bytes that a reader may hold after it has read all that it can.
        var bound: Int {
            // For each direction: what waits, an incomplete head or frame, and an incomplete body.
            limits.waiting + 2 * (2 * limits.http.head + 2 * limits.http.body + limits.message + 64)
        }
    }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let settings = ProxySettings(choice)
        let segments = ProxyTarget.segments(input)
        let whole = read(segments, settings, &observation) { [$0] }
        observation.record(size: whole.items.count)
        var before: UInt64 = 0
        for kind in whole.kinds.prefix(16) {
            observation.record(.order, before, kind)
            before = kind
        }
        let hash = TextHash.of(input.span)
        for step in observation.effort == .thorough ? [1, 2, 3, 7] : [1 + Int(hash % 9)] {
            let pieces = read(segments, settings, &observation) { segment in
                stride(from: segment.startIndex, to: segment.endIndex, by: step).map {
                    segment[$0..<min($0 + step, segment.endIndex)]
                }
            }
            if pieces.items != whole.items {
                observation.violate(.split, at: "proxy items", "in pieces of \(step)")
            } else if pieces.pending != whole.pending {
                observation.violate(.split, at: "proxy pending", "\(pieces.pending), whole \(whole.pending)")
            }
            if filtered(segments, settings, step) != filtered(segments, settings, .max) {
                observation.violate(.split, at: "proxy filter", "in pieces of \(step)")
            }
        }
        memory.check(name, input: input.count, factor: 20_000, base: 1 << 20, &observation)
    }

    private func read(
        _ segments: [Segment], _ settings: ProxySettings, _ observation: inout Observation,
        _ divide: (ArraySlice<UInt8>) -> [ArraySlice<UInt8>]
    ) -> (items: [UInt64], kinds: [UInt64], pending: Int) {
        var reader = WebReader(settings.mode, settings.limits)
        var items: [UInt64] = []
        var kinds: [UInt64] = []
        func append(_ found: [(direction: RMTPDirection, arrival: WebArrival)]) {
            for (direction, arrival) in found {
                let (kind, value) = ProxyTarget.numbers(arrival)
                kinds.append(kind &* 2 &+ (direction == .up ? 1 : 0))
                items.append(kinds[kinds.count - 1] ^ value)
            }
        }
        if settings.isWebSocket {
            append(reader.read(Array(ProxyTarget.request.utf8), .up))
            append(reader.read(Array("HTTP/1.1 101 x\r\n\r\n".utf8), .down))
        }
        for segment in segments {
            for piece in divide(segment.bytes) {
                append(reader.read(Array(piece), segment.direction))
                if reader.pending > settings.bound {
                    observation.violate(.memory, at: "proxy pending", "\(reader.pending) of \(settings.bound)")
                }
            }
        }
        // A direction that is no longer read ends without a result.
        for direction in RMTPDirection.allCases { append(reader.end(direction)) }
        return (items, kinds, reader.isUnread ? 0 : reader.pending)
    }

    /// Returns what the filter forwards; its boundaries depend on the pieces and are ignored.
    private func filtered(_ segments: [Segment], _ settings: ProxySettings, _ step: Int) -> [UInt8] {
        var filter = ExtensionFilter(settings.limits.http)
        var output: [UInt8] = []
        let input = segments.filter { $0.direction == .up }.flatMap(\.bytes)
        var place = 0
        while place < input.count {
            let end = step > input.count - place ? input.count : place + step
            output += filter.filter(Array(input[place..<end]))
            place = end
        }
        return output + filter.rest()
    }

    /// Returns hashes of the kind of a result, and of its bytes and places.
    private static func numbers(_ arrival: WebArrival) -> (kind: UInt64, value: UInt64) {
        switch arrival {
        case .opened: return (1, 0)
        case .unread(let reason): return (TextHash.of(reason), 0)
        case .wrong(let code, let place): return (TextHash.of(code), TextHash.of(place))
        case .part(let bytes, let part):
            var kind = TextHash.of(part.form)
            var value = TextHash.of(bytes.span) &+ TextHash.of(part.title)
            for finding in part.findings {
                kind = kind &* 31 &+ TextHash.of(finding.code)
                value = value &* 31 &+ UInt64(bitPattern: Int64(finding.offset))
            }
            return (kind, value)
        }
    }

    private static func segments(_ input: [UInt8]) -> [Segment] {
        var rest = input.dropFirst()
        var segments: [Segment] = []
        while let head = rest.first {
            let bytes = rest.dropFirst().prefix(Int(head & 0x7f) + 1)
            segments.append(Segment(direction: head & 0x80 == 0 ? .up : .down, bytes: bytes))
            rest = rest[bytes.endIndex...]
        }
        return segments
    }

    // MARK: Inputs

    private static let request = "GET /websocket?appId=k&token=a&sdkVer=4.2.0 HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let choice = UInt8(truncatingIfNeeded: random.next()) & 7
        var input = [choice]
        for _ in 0..<random.pick(1...6) {
            let isUp = random.chance(50)
            let bytes = choice & 4 != 0 ? ProxyTarget.frame(isUp, &random) : ProxyTarget.message(isUp, &random)
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(random.chance(30) ? random.pick(1...9) : 128)
                input.append((isUp ? 0 : 0x80) | UInt8(piece.count - 1))
                input += piece
                rest = rest.dropFirst(piece.count)
            }
        }
        return input
    }

    private static func message(_ isUp: Bool, _ random: inout SeededRandom) -> [UInt8] {
        let body = EdgeValues.pick(
            [
                #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":1}"}"#, "{}", "",
                #"[{"headerCode":32,"status":0,"userId":"a"}]"#, #"f({"code":200,"server":"a","userId":"a"});"#,
            ], &random)
        let start =
            isUp
            ? EdgeValues.pick(
                [
                    "POST /websocket?messageid=1&header=50&sessionid=s&topic=ppMsgP&targetid=b&pid=1",
                    "GET /navi.js?appId=k", "GET /pullmsg.js?sessionid=s", "GET /ping?r=1", "HEAD /",
                    "OPTIONS /websocket",
                    "GET /websocket?sdkVer=1.0.0",
                ], &random) + " HTTP/1.1"
            : EdgeValues.pick(["HTTP/1.1 200 OK", "HTTP/1.1 100 x", "HTTP/1.1 101 x", "HTTP/1.1 204 x"], &random)
        let upgrade = isUp && random.chance(20) ? "Upgrade: websocket\r\nSec-WebSocket-Extensions: x\r\n" : ""
        let form =
            switch random.pick(0...3) {
            case 0: "Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
            case 1 where !isUp: "\r\n\(body)"
            default: "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
        return Array("\(start)\r\n\(upgrade)\(form)".utf8)
    }

    private static func frame(_ isUp: Bool, _ random: inout SeededRandom) -> [UInt8] {
        let data: [UInt8] = EdgeValues.pick(
            [
                [.header(.pingReq)], [.header(.pingResp)], [.header(.connAck), 0, 0], [],
                [UInt8](repeating: UInt8(ascii: "A"), count: 130),
            ], &random)
        let code: UInt8 = EdgeValues.pick([0x82, 0x82, 0x02, 0x80, 0x00, 0x89, 0x81, 0x88, 0xc2], &random)
        return WebSocketFrames.frame(code, data, mask: isUp ? [1, 2, 3, 4] : nil)
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        // Segments of two connections are joined, so that requests of one meet responses of the other.
        guard random.chance(30), let choice = input.first else {
            var input = input
            ByteMutator.mutate(&input, with: other, dictionary: dictionary, limit: maximumLength, &random)
            return input
        }
        return Array(([choice] + input.dropFirst() + other.dropFirst()).prefix(maximumLength))
    }

    let dictionary = [
        "HTTP/1.1", "\r\n", "\r\n\r\n", "Content-Length: ", "Transfer-Encoding: chunked\r\n",
        "Upgrade: websocket\r\n",
        "GET /", "POST /websocket?", "/navi.js", "/pullmsg.js", "/ping", "101", "200", "0\r\n", "ffffffff\r\n",
        "sec-websocket-extensions:",
    ].map { Array($0.utf8) }
}
