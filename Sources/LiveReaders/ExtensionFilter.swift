// SPDX-License-Identifier: Apache-2.0

/// A filter that removes the extensions from a WebSocket request, so that the server accepts none and data is not
/// compressed.
///
/// The head of a request is held until it is complete, and a body until its next part is. Data that is not HTTP, and
/// everything after the request for a WebSocket, passes unchanged.
package struct ExtensionFilter {
    private let limits: HTTPMessageReader.Limits
    private var reader: HTTPMessageReader
    /// The bytes that are held.
    private var raw = ByteQueue()
    /// The bytes that the reader has not consumed, which are the last ones of those that are held.
    private var unread = ByteQueue()
    /// Whether everything passes unchanged from now on.
    package private(set) var isDone = false
    private static let name = Array("sec-websocket-extensions:".utf8)

    package init(_ limits: HTTPMessageReader.Limits = HTTPMessageReader.Limits()) {
        self.limits = limits
        reader = HTTPMessageReader(limits)
    }

    /// The number of bytes that are stored.
    package var pending: Int { raw.count + unread.count + reader.pending }

    /// The number of bytes of a request that may be held.
    private var maximumHeld: Int { limits.head + limits.body }

    /// Filters bytes from the client, and returns those to forward to the server now.
    package mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
        if isDone { return bytes }
        raw.append(bytes)
        unread.append(bytes)
        var output: [UInt8] = []
        while !isDone {
            let message: HTTPMessage
            do throws(HTTPMessageError) {
                guard let next = try reader.next(&unread, isAnswer: false) else { break }
                message = next
            } catch {
                isDone = true
                break
            }
            let request = raw.removeFirst(raw.count - unread.count) ?? []
            // A request that is too large to hold passes unchanged, even if it arrives at once and need not be held.
            let isFiltered = message.isUpgrade && request.count <= maximumHeld
            output += isFiltered ? ExtensionFilter.stripped(request) : Array(request)
            isDone = message.isUpgrade
        }
        // The parts of a body that the reader has consumed need not wait for its end.
        if !isDone, let message = reader.begun, !message.isUpgrade {
            output += raw.removeFirst(raw.count - unread.count) ?? []
        }
        // Chunks of a body may have many times its size.
        if raw.count > maximumHeld { isDone = true }
        if isDone { output += rest() }
        return output
    }

    /// Returns the held bytes when the client sends no more.
    package mutating func rest() -> [UInt8] {
        defer { (raw, unread, reader) = (ByteQueue(), ByteQueue(), HTTPMessageReader(limits)) }
        return Array(raw.rest)
    }

    /// Returns a request without its extension offers.
    private static func stripped(_ request: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var rest = request
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[...end]
            rest = rest[(end + 1)...]
            let isOffer = line.prefix(name.count).map(HTTPMessage.lowercased).elementsEqual(name)
            if !isOffer { output += line }
            if line.elementsEqual(HTTPMessageReader.lineEnd) { break }
        }
        return output + rest
    }
}
