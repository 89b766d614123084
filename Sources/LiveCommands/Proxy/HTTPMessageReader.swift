// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// A complete HTTP/1.1 request or response.
struct HTTPMessage {
    /// The first line.
    var start: String
    var fields: [(name: String, value: String)]
    var body: [UInt8] = []

    /// Returns the values of the fields with a name, which must be given in lowercase and matches case-insensitively.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The status of a response, or nil if the first line is not a status line.
    var status: Int? {
        let words = start.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0].hasPrefix("HTTP/1.") else { return nil }
        return Int(words[1])
    }

    /// The method and target of a request, or nil if the first line is not a request line.
    var request: (method: String, target: String)? {
        let words = start.split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        return (String(words[0]), String(words[1]))
    }
}

/// A reader for the messages of one direction of a connection, in chunks of any size, that scans every byte once.
///
/// The end of a body must be unambiguous: two readers that measure it differently would read different requests from
/// the same stream.
struct HTTPMessageReader {
    /// The reason why nothing more can be read.
    struct Fault: Error, Equatable {
        var reason: String
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

    private var stage = Stage.head
    private var message = HTTPMessage(start: "", fields: [])
    /// The number of bytes already searched for the end of a line or head.
    private var searched = 0
    /// The number of bytes of an incomplete body.
    var pending: Int { message.body.count }
    static let headLimit = 16_384
    static let bodyLimit = 2_097_152

    /// Returns the next message, or nil if more bytes are needed.
    ///
    /// - Parameters:
    ///   - isAnswer: Whether to read a response, whose body extends to the end of the stream if it has no length.
    ///   - hasBody: Whether the message may have a body; false for the response to a HEAD request.
    mutating func next(
        _ buffer: inout ByteBuffer, isAnswer: Bool, hasBody: Bool = true
    ) throws(Fault) -> HTTPMessage? {
        while true {
            switch stage {
            case .head:
                guard let text = try text(&buffer, until: [13, 10, 13, 10], HTTPMessageReader.headLimit, "head") else {
                    return nil
                }
                try readHead(text)
                stage = try bodyStage(isAnswer, hasBody)
                if case .body(0) = stage { return take() }
            case .body(let length):
                guard let bytes = buffer.readBytes(length: length) else { return nil }
                message.body = bytes
                return take()
            case .chunkLine:
                guard let line = try text(&buffer, until: [13, 10], 1_024, "chunk") else { return nil }
                let digits = line.prefix { $0 != ";" }
                guard (1...8).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
                    let size = Int(digits, radix: 16)
                else { throw Fault(reason: "a chunk without a size") }
                guard message.body.count + size <= HTTPMessageReader.bodyLimit else { throw .tooLarge }
                stage = size == 0 ? .trailers : .chunk(size)
            case .chunk(let size):
                guard let bytes = buffer.readBytes(length: size) else { return nil }
                message.body += bytes
                stage = .chunkEnd
            case .chunkEnd:
                guard let end = buffer.readBytes(length: 2) else { return nil }
                guard end == [13, 10] else { throw Fault(reason: "a chunk of another size") }
                stage = .chunkLine
            case .trailers:
                guard let line = try text(&buffer, until: [13, 10], HTTPMessageReader.headLimit, "trailer") else {
                    return nil
                }
                if line.isEmpty { return take() }
            case .untilEnd:
                message.body += buffer.readBytes(length: buffer.readableBytes) ?? []
                guard message.body.count <= HTTPMessageReader.bodyLimit else { throw .tooLarge }
                return nil
            }
        }
    }

    /// Returns the message that the end of the stream completes, if its body has no length.
    mutating func end() -> HTTPMessage? {
        if case .untilEnd = stage { take() } else { nil }
    }

    private mutating func take() -> HTTPMessage {
        defer { self = HTTPMessageReader() }
        return message
    }

    /// Returns the text before the next `mark`, and consumes both.
    private mutating func text(
        _ buffer: inout ByteBuffer, until mark: [UInt8], _ limit: Int, _ what: String
    ) throws(Fault) -> String? {
        let view = buffer.readableBytesView
        var place = view.startIndex + searched
        while place + mark.count <= view.endIndex {
            if view[place] == mark[0], view[place..<place + mark.count].elementsEqual(mark) {
                let count = place - view.startIndex
                searched = 0
                defer { buffer.moveReaderIndex(forwardBy: mark.count) }
                guard count <= limit else { throw Fault(reason: "a \(what) of more than \(limit) bytes") }
                return buffer.readString(length: count)
            }
            place += 1
        }
        searched = place - view.startIndex
        if searched > limit { throw Fault(reason: "a \(what) of more than \(limit) bytes") }
        return nil
    }

    private mutating func readHead(_ text: String) throws(Fault) {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        message = HTTPMessage(start: String(lines.first ?? ""), fields: [])
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                !line[..<colon].contains(where: { $0 == " " || $0 == "\t" })
            else { throw Fault(reason: "a header line that is not a field") }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            message.fields.append((String(line[..<colon]), String(value)))
        }
    }

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
        guard lengths.count == 1, (1...18).contains(length.utf8.count), length.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
            let count = Int(length)
        else { throw Fault(reason: "a body of ambiguous length") }
        guard count <= HTTPMessageReader.bodyLimit else { throw .tooLarge }
        return .body(count)
    }
}

extension HTTPMessageReader.Fault {
    static let tooLarge = HTTPMessageReader.Fault(
        reason: "a body of more than \(HTTPMessageReader.bodyLimit) bytes")
}

#endif
