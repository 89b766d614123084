// SPDX-License-Identifier: Apache-2.0

/// The reason why no further message can be read, as a phrase for the report.
package struct HTTPMessageError: Error, Hashable {
    package var reason: String
}

/// A reader for the messages of one direction of a connection, in chunks of any size, that scans every byte once.
///
/// The end of a body must be unambiguous: two readers that measure it differently would read different requests from
/// the same stream.
package struct HTTPMessageReader {
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
    ) throws(HTTPMessageError) -> HTTPMessage? {
        while true {
            switch stage {
            case .head:
                guard
                    let head = try line(
                        &queue, until: HTTPMessageReader.lineEnd + HTTPMessageReader.lineEnd, limits.head, "head")
                else { return nil }
                try readHead(head)
                stage = try bodyStage(isAnswer, hasBody)
                if case .body(0) = stage { return completed() }
            case .body(let length):
                guard let bytes = queue.removeFirst(length) else { return nil }
                message.body = Array(bytes)
                return completed()
            case .chunkLine:
                guard let line = try line(&queue, until: HTTPMessageReader.lineEnd, limits.chunkLine, "chunk") else {
                    return nil
                }
                let digits = line.prefix { $0 != UInt8(ascii: ";") }
                guard (1...8).contains(digits.count), digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                    let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
                else {
                    throw HTTPMessageError(reason: "a chunk without a size")
                }
                guard message.body.count + size <= limits.body else { throw tooLarge }
                stage = size == 0 ? .trailers : .chunk(size)
            case .chunk(let size):
                guard let bytes = queue.removeFirst(size) else { return nil }
                message.body += bytes
                stage = .chunkEnd
            case .chunkEnd:
                guard let end = queue.removeFirst(2) else { return nil }
                guard end.elementsEqual(HTTPMessageReader.lineEnd) else {
                    throw HTTPMessageError(reason: "a chunk of another size")
                }
                stage = .chunkLine
            case .trailers:
                guard let line = try line(&queue, until: HTTPMessageReader.lineEnd, limits.head, "trailer") else {
                    return nil
                }
                if line.isEmpty { return completed() }
            case .untilEnd:
                guard message.body.count + queue.count <= limits.body else { throw tooLarge }
                message.body += queue.removeFirst(queue.count) ?? []
                return nil
            }
        }
    }

    /// Returns the message that the end of the stream completes, if its body has no length.
    package mutating func end() -> HTTPMessage? {
        if case .untilEnd = stage { completed() } else { nil }
    }

    private mutating func completed() -> HTTPMessage {
        defer { self = HTTPMessageReader(limits) }
        return message
    }

    private var tooLarge: HTTPMessageError { HTTPMessageError(reason: "a body of more than \(limits.body) bytes") }

    /// Returns the bytes before the next `mark`, and removes both from the queue.
    private mutating func line(
        _ queue: inout ByteQueue, until mark: [UInt8], _ limit: Int, _ what: String
    ) throws(HTTPMessageError) -> ArraySlice<UInt8>? {
        let rest = queue.rest
        var index = rest.startIndex + searched
        while index + mark.count <= rest.endIndex {
            if rest[index] == mark[0], rest[index..<index + mark.count].elementsEqual(mark) {
                let count = index - rest.startIndex
                searched = 0
                guard count <= limit else { throw HTTPMessageError(reason: "a \(what) of more than \(limit) bytes") }
                let line = queue.removeFirst(count)
                queue.drop(mark.count)
                return line
            }
            index += 1
        }
        searched = index - rest.startIndex
        if searched > limit { throw HTTPMessageError(reason: "a \(what) of more than \(limit) bytes") }
        return nil
    }

    /// CR and LF.
    static let lineEnd = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]

    private mutating func readHead(_ head: ArraySlice<UInt8>) throws(HTTPMessageError) {
        let end = HTTPMessageReader.end(ofLine: head)
        message = HTTPMessage(start: String(decoding: head[..<end], as: UTF8.self), fields: [])
        var rest = head[end...].dropFirst(2)
        while !rest.isEmpty {
            let end = HTTPMessageReader.end(ofLine: rest)
            let line = rest[..<end]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                !line[..<colon].contains(where: HTTPMessageReader.isSpace)
            else { throw HTTPMessageError(reason: "a header line that is not a field") }
            let value = line[(colon + 1)...].drop(while: HTTPMessageReader.isSpace)
            message.fields.append(
                (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
            rest = rest[end...].dropFirst(2)
        }
    }

    /// Returns the index of the first CRLF, or the end.
    private static func end(ofLine text: ArraySlice<UInt8>) -> Int {
        text.indices.first { text[$0...].starts(with: lineEnd) } ?? text.endIndex
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Returns how the length of the body is determined (RFC 9112, 6.3).
    private func bodyStage(_ isAnswer: Bool, _ hasBody: Bool) throws(HTTPMessageError) -> Stage {
        let status = isAnswer ? message.status ?? 0 : 0
        if isAnswer, !hasBody || status < 200 || status == 204 || status == 304 { return .body(0) }
        let lengths = message.values("content-length")
        let codings = message.values("transfer-encoding")
        if !codings.isEmpty {
            guard codings.count == 1, codings[0].lowercased() == "chunked", lengths.isEmpty else {
                throw HTTPMessageError(reason: "a body of ambiguous length")
            }
            return .chunkLine
        }
        guard let length = lengths.first else { return isAnswer ? .untilEnd : .body(0) }
        guard lengths.count == 1, (1...18).contains(length.utf8.count),
            length.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let count = Int(length)
        else { throw HTTPMessageError(reason: "a body of ambiguous length") }
        guard count <= limits.body else { throw tooLarge }
        return .body(count)
    }
}
