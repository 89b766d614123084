// SPDX-License-Identifier: Apache-2.0

/// A reader for the messages of one direction of a connection, in chunks of any size, that scans every byte once.
///
/// The end of a body must be unambiguous: two readers that measure it differently would read different requests from
/// the same stream.
package struct HTTPMessageReader {
    /// The reason why nothing more can be read.
    package struct Fault: Error, Hashable {
        /// The reason, as a phrase for the report.
        package var reason: String
    }

    /// The sizes that a message may have.
    package struct Limits: Hashable, Sendable {
        /// The maximum number of bytes of a head.
        package var head = 16_384
        /// The maximum number of bytes of a body.
        package var body = 2_097_152
        /// The maximum number of bytes of the line before a chunk.
        package var chunkLine = 1_024

        /// Creates the limits with their default values.
        package init() {}
    }

    private enum Stage {
        case head
        case body(Int)
        case chunkLine
        case chunk(Int)
        case chunkEnd
        case trailers
        case untilEnd
    }

    private let limits: Limits
    private var stage = Stage.head
    private var message = HTTPMessage(start: "", fields: [])
    /// The number of bytes already searched for the end of a line or head.
    private var searched = 0

    /// Creates a reader that has not read anything.
    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The number of bytes of an incomplete body.
    package var pending: Int { message.body.count }

    /// The message whose head was read and whose body is incomplete, or nil if there is none.
    package var begun: HTTPMessage? {
        if case .head = stage { nil } else { message }
    }

    /// Returns the next message, or nil if more bytes are needed.
    ///
    /// - Parameters:
    ///   - isAnswer: Whether to read a response, whose body extends to the end of the stream if it has no length.
    ///   - hasBody: Whether the message may have a body; false for the response to a HEAD request.
    package mutating func next(
        _ queue: inout ByteQueue, isAnswer: Bool, hasBody: Bool = true
    ) throws(Fault) -> HTTPMessage? {
        while true {
            switch stage {
            case .head:
                guard let head = try line(&queue, until: [13, 10, 13, 10], limits.head, "head") else { return nil }
                try readHead(head)
                stage = try bodyStage(isAnswer, hasBody)
                if case .body(0) = stage { return take() }
            case .body(let length):
                guard let bytes = queue.take(length) else { return nil }
                message.body = Array(bytes)
                return take()
            case .chunkLine:
                guard let line = try line(&queue, until: [13, 10], limits.chunkLine, "chunk") else { return nil }
                let digits = line.prefix { $0 != UInt8(ascii: ";") }
                guard (1...8).contains(digits.count), let size = HTTPMessageReader.hexNumber(digits) else {
                    throw Fault(reason: "a chunk without a size")
                }
                guard message.body.count + size <= limits.body else { throw tooLarge }
                stage = size == 0 ? .trailers : .chunk(size)
            case .chunk(let size):
                guard let bytes = queue.take(size) else { return nil }
                message.body += bytes
                stage = .chunkEnd
            case .chunkEnd:
                guard let end = queue.take(2) else { return nil }
                guard end.elementsEqual([13, 10]) else { throw Fault(reason: "a chunk of another size") }
                stage = .chunkLine
            case .trailers:
                guard let line = try line(&queue, until: [13, 10], limits.head, "trailer") else { return nil }
                if line.isEmpty { return take() }
            case .untilEnd:
                guard message.body.count + queue.count <= limits.body else { throw tooLarge }
                message.body += queue.take(queue.count) ?? []
                return nil
            }
        }
    }

    /// Returns the message that the end of the stream completes, if its body has no length.
    package mutating func end() -> HTTPMessage? {
        if case .untilEnd = stage { take() } else { nil }
    }

    private mutating func take() -> HTTPMessage {
        defer { self = HTTPMessageReader(limits) }
        return message
    }

    private var tooLarge: Fault { Fault(reason: "a body of more than \(limits.body) bytes") }

    /// Returns the bytes before the next `mark`, and removes both from the queue.
    private mutating func line(
        _ queue: inout ByteQueue, until mark: [UInt8], _ limit: Int, _ what: String
    ) throws(Fault) -> ArraySlice<UInt8>? {
        let rest = queue.rest
        var place = rest.startIndex + searched
        while place + mark.count <= rest.endIndex {
            if rest[place] == mark[0], rest[place..<place + mark.count].elementsEqual(mark) {
                let count = place - rest.startIndex
                searched = 0
                guard count <= limit else { throw Fault(reason: "a \(what) of more than \(limit) bytes") }
                let line = queue.take(count)
                queue.drop(mark.count)
                return line
            }
            place += 1
        }
        searched = place - rest.startIndex
        if searched > limit { throw Fault(reason: "a \(what) of more than \(limit) bytes") }
        return nil
    }

    private static func hexNumber(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: number = number << 4 | Int(digit - 0x30)
            case 0x41...0x46, 0x61...0x66: number = number << 4 | Int((digit | 0x20) - 0x57)
            default: return nil
            }
        }
        return number
    }

    private mutating func readHead(_ head: ArraySlice<UInt8>) throws(Fault) {
        let end = HTTPMessageReader.lineEnd(head)
        message = HTTPMessage(start: String(decoding: head[..<end], as: UTF8.self), fields: [])
        var rest = head[end...].dropFirst(2)
        while !rest.isEmpty {
            let end = HTTPMessageReader.lineEnd(rest)
            let line = rest[..<end]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                !line[..<colon].contains(where: HTTPMessageReader.isSpace)
            else { throw Fault(reason: "a header line that is not a field") }
            let value = line[(colon + 1)...].drop(while: HTTPMessageReader.isSpace)
            message.fields.append(
                (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
            rest = rest[end...].dropFirst(2)
        }
    }

    /// Returns the index of the first CRLF, or the end.
    private static func lineEnd(_ text: ArraySlice<UInt8>) -> Int {
        text.indices.first { text[$0] == 13 && $0 + 1 < text.endIndex && text[$0 + 1] == 10 } ?? text.endIndex
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns how the length of the body is determined (RFC 9112, 6.3).
    private func bodyStage(_ isAnswer: Bool, _ hasBody: Bool) throws(Fault) -> Stage {
        let status = isAnswer ? message.status ?? 0 : 0
        if isAnswer, !hasBody || status < 200 || status == 204 || status == 304 { return .body(0) }
        let lengths = message.values("content-length")
        let codings = message.values("transfer-encoding")
        if !codings.isEmpty {
            guard codings.count == 1, codings[0].lowercased() == "chunked", lengths.isEmpty else {
                throw Fault(reason: "a body of ambiguous length")
            }
            return .chunkLine
        }
        guard let length = lengths.first else { return isAnswer ? .untilEnd : .body(0) }
        guard lengths.count == 1, (1...18).contains(length.utf8.count),
            length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length)
        else { throw Fault(reason: "a body of ambiguous length") }
        guard count <= limits.body else { throw tooLarge }
        return .body(count)
    }
}
