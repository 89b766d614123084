// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A decoder for the replies to a poll, a connect or a send: JSON text with a packet or an array of packets (RMTP-090).
///
/// ```swift
/// let decoder = PollingDecoder()
/// for item in decoder.decode(reply.span) { handle(item) }
/// ```
public struct PollingDecoder: Sendable {
    /// The version agreed with the peer.
    public let version: RMTPVersion
    /// How deviations are handled.
    public let mode: DecodingMode
    /// The limits on what a peer may send at once.
    public let limits: RMTPLimits
    /// The limits of the JSON of one packet.
    public let contentLimits: DecodingLimits

    /// An element of a reply: a packet with its deviations, or the error that rejects it.
    public typealias Item = Result<Decoded<PollingPacket>, DecodeError>

    /// Creates a decoder for packets of the given version.
    public init(
        _ version: RMTPVersion = .three, mode: DecodingMode = .lenient, limits: RMTPLimits = RMTPLimits(),
        contentLimits: DecodingLimits = DecodingLimits()
    ) {
        self.version = version
        self.mode = mode
        self.limits = limits
        self.contentLimits = contentLimits
    }

    /// Decodes a reply.
    ///
    /// A reply that is not valid JSON as a whole yields one error and no packets.
    public func decode(_ reply: Span<UInt8>) -> [Item] {
        do throws(DecodeError) {
            if reply.count > limits.packetBytes { throw DecodeError(.limitSize, offset: 0) }  // RMTP-097
            return try places(in: reply).map { place in item(reply, place.start, place.end) }
        } catch {
            return [.failure(error)]
        }
    }

    /// Returns the positions of the packets after checking the whole reply as JSON.
    private func places(in reply: Span<UInt8>) throws(DecodeError) -> [(start: Int, end: Int)] {
        var grammar = DecodingLimits.unlimited
        grammar.depth = .max
        var scanner = JSONScanner(reply, limits: grammar, isStrict: false)
        try scanner.begin()
        let isList = scanner.nextToken() == UInt8(ascii: "[")
        let start = scanner.position
        _ = try scanner.skipValue()
        let end = scanner.position
        try scanner.finish()
        guard isList else { return [(start, end)] }
        scanner.position = start + 1
        var places: [(start: Int, end: Int)] = []
        while scanner.nextToken() != UInt8(ascii: "]") {
            if scanner.next == UInt8(ascii: ",") { scanner.advance() }
            _ = scanner.nextToken()
            let start = scanner.position
            if places.count >= limits.batchMessages { throw DecodeError(.frameBatchLimit, offset: start) }
            _ = try scanner.skipValue()
            places.append((start, scanner.position))
        }
        return places
    }

    private func item(_ reply: Span<UInt8>, _ start: Int, _ end: Int) -> Item {
        do throws(DecodeError) {
            // RMTP-091
            guard reply.octet(start) == UInt8(ascii: "{") else { throw DecodeError(.messageType, offset: 0) }
            var reader = PollingBodyDecoder(reply.part(start, end), version, mode, contentLimits)
            let packet = try reader.packet()
            let deviations = reader.deviations.map {
                Deviation($0.id, offset: $0.offset + start, path: $0.path)
            }
            return .success(Decoded(packet, deviations: deviations))
        } catch {
            return .failure(DecodeError(error.code, offset: error.offset + start, path: error.path))
        }
    }
}
