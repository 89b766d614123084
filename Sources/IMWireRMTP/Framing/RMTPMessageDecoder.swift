// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A decoder for packets on a WebSocket, where each message is one packet and is decoded independently of all others
/// (RMTP-050, RMTP-051).
///
/// ```swift
/// let decoder = RMTPMessageDecoder(RMTPFormat(.up))
/// let packet = try decoder.decodeInPlace(message.span)
/// if case .publish(let publish) = packet.kind { show(publish.topic, publish.data) }
/// ```
public struct RMTPMessageDecoder: Sendable {
    /// The direction and the version agreed with the peer.
    public let format: RMTPFormat
    /// How deviations are handled.
    public let mode: DecodingMode
    /// The limits on what a peer may send at once.
    public let limits: RMTPLimits

    /// Creates a decoder for packets of the given direction and version.
    public init(_ format: RMTPFormat, mode: DecodingMode = .lenient, limits: RMTPLimits = RMTPLimits()) {
        self.format = format
        self.mode = mode
        self.limits = limits
    }

    /// Decodes a packet in place.
    ///
    /// - Throws: `packet.*` and `limit.size`. The next message can be read regardless (RMTP-051).
    @_lifetime(copy message)
    public func decodeInPlace(_ message: Span<UInt8>) throws(DecodeError) -> RMTPPacketView {
        guard message.count > 0, message.count &- 1 <= limits.packetBytes else { throw fault(message.count) }
        let reader = FrameReader(message, from: 1, start: 0, lead: 0, isStrict: mode == .strict, trace: NoTrace())
        return try RMTPPacketView.read(RMTPHeader(rawValue: message.octet(0)), at: 0, format, message, reader)
    }

    /// Decodes a packet and copies it.
    public func decode(_ message: Span<UInt8>) throws(DecodeError) -> Decoded<RMTPPacket> {
        let view = try decodeInPlace(message)
        return Decoded(RMTPPacket(view), deviations: view.deviations)
    }

    @inline(never)
    private func fault(_ count: Int) -> DecodeError {
        DecodeError(count == 0 ? .packetEmpty : .limitSize, offset: 0)  // RMTP-014, RMTP-052
    }
}
