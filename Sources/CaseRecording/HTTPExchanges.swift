// SPDX-License-Identifier: Apache-2.0

import IMWireConformance
import IMWireRMTP
import LiveReaders

/// The requests of one connection in a wire log, each with its answer.
///
/// A server logs each request and the body of each answer as one event; a proxy logs the bytes of HTTP, whose messages
/// are not aligned with its events.
struct HTTPExchanges {
    /// A request, whose target is the path and the query, and its answer.
    typealias Exchange = (method: String, target: [UInt8], body: [UInt8], answer: [UInt8])

    private(set) var all: [Exchange] = []
    /// The numbers of what cannot be read, by the reason.
    private(set) var unread: [String: Int] = [:]

    /// Reads the events of a connection.
    init(_ events: [WireEvent]) throws(RecordingFault) {
        var parts: [(bytes: [UInt8], direction: RMTPDirection)] = []
        for event in events where event.transport == .http {
            if let bytes = event.bytes { parts.append((bytes, event.direction)) }
        }
        var start: [UInt8] = []
        for part in parts where part.direction == .up {
            start += part.bytes
            if start.contains(UInt8(ascii: "\n")) { break }
        }
        if HTTPExchanges.words(start).count == 3 {
            readBytes(parts)
        } else {
            try readMessages(parts)
        }
    }

    /// Returns the words of the first line, which in the bytes of HTTP end with its version.
    private static func words(_ bytes: [UInt8]) -> [[UInt8]] {
        firstLine(bytes).split(separator: UInt8(ascii: " ")).map(Array.init)
    }

    private static func firstLine(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    }

    // MARK: The log of a server

    /// Reads requests that are a method, a target, an empty line and the body; each answer follows its request.
    private mutating func readMessages(_ parts: [(bytes: [UInt8], direction: RMTPDirection)]) throws(RecordingFault) {
        var answered = 0
        for (bytes, direction) in parts {
            guard direction == .up else {
                guard answered < all.count else { throw RecordingFault("an answer without a request", at: 0) }
                all[answered].answer = bytes
                answered += 1
                continue
            }
            let words = HTTPExchanges.words(bytes)
            let line = HTTPExchanges.firstLine(bytes)
            guard words.count == 2, bytes.dropFirst(line.count).starts(with: "\n\n".utf8) else {
                throw RecordingFault("a request without a method and a target", at: 0)
            }
            let method = String(decoding: words[0], as: UTF8.self)
            let body = Array(bytes.dropFirst(line.count + 2))
            all.append((method, words[1], body, []))
        }
    }

    // MARK: The log of a proxy

    /// Reads the bytes of HTTP, up to the answer that opens a WebSocket, whose messages are another connection's.
    private mutating func readBytes(_ parts: [(bytes: [UInt8], direction: RMTPDirection)]) {
        var (up, down) = (ByteQueue(), ByteQueue())
        for (bytes, direction) in parts {
            if direction == .up { up.append(bytes) } else { down.append(bytes) }
        }
        var (requests, answers) = (HTTPMessageReader(), HTTPMessageReader())
        do throws(HTTPMessageError) {
            while let request = try requests.next(&up, isAnswer: false) {
                guard let (method, target) = request.request else {
                    return count("HTTP with a request without a method and a target")
                }
                let answer = try HTTPExchanges.answer(&answers, &down, hasBody: method != "HEAD")
                if request.isUpgrade, let answer {
                    if answer.status == 101 { return }
                    count("a request for a WebSocket that is refused")
                    continue
                }
                var body = answer?.body ?? []
                if !(answer?.values("content-encoding") ?? []).isEmpty {
                    count("an answer that is compressed")
                    body = []
                }
                all.append((method, Array(target.utf8), request.body, body))
            }
            if up.count > 0 || requests.begun != nil { count("a request that is incomplete") }
            if down.count > 0 || answers.begun != nil { count("an answer that is incomplete") }
        } catch {
            count("HTTP with \(error.reason)")
        }
    }

    /// Returns the answer to a request, which further ones may announce, or nil if there is none.
    private static func answer(
        _ reader: inout HTTPMessageReader, _ queue: inout ByteQueue, hasBody: Bool
    ) throws(HTTPMessageError) -> HTTPMessage? {
        while let answer = try reader.next(&queue, isAnswer: true, hasBody: hasBody) ?? reader.end() {
            // An answer without a status is read like any other, by its body.
            let isInterim = answer.status.map { $0 < 200 && $0 != 101 } ?? false
            if !isInterim { return answer }
        }
        return nil
    }

    private mutating func count(_ reason: String) { unread[reason, default: 0] += 1 }
}
