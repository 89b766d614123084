// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What a message says: its content, or the bytes of one that could not be read (RMTP-183).
@nonexhaustive
public enum EnvelopeContent: Sendable {
    /// The content, and what deviates in it; offsets count in the content.
    case decoded(AnyContent, [Deviation])
    /// The bytes as they arrived, and why they are no such content.
    case undecodable([UInt8], DecodeError)

    /// Reads a content; one that cannot be read is kept.
    init(
        _ objectName: ObjectName, _ bytes: Span<UInt8>, _ options: Envelope.Options
    ) {
        do {
            let decoded = try options.registry.decode(
                objectName, bytes, mode: options.mode, limits: options.contentLimits)
            self = .decoded(decoded.content, decoded.deviations)
        } catch {
            self = .undecodable(bytes.copied, error)
        }
    }

    /// The content, where it could be read.
    public var content: AnyContent? {
        if case .decoded(let content, _) = self { content } else { nil }
    }

    /// The bytes that are sent: canonical where the content could be read, else as they arrived.
    public var bytes: [UInt8] {
        switch self {
        case .decoded(let content, _): content.encoded()
        case .undecodable(let bytes, _): bytes
        }
    }
}
