// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The content of a message, or the bytes of a content that could not be decoded (RMTP-183).
@nonexhaustive
public enum EnvelopeContent: Sendable {
    /// The content and its deviations, whose offsets count in the content.
    case decoded(Decoded<AnyContent>)
    /// The bytes as they arrived, and the error that decoding them produced.
    case undecodable([UInt8], DecodeError)

    /// Decodes a content; if that fails, keeps its bytes and the error.
    init(
        _ objectName: ObjectName, _ bytes: Span<UInt8>, _ options: Envelope.Options
    ) {
        do {
            self = .decoded(
                try options.registry.decode(bytes, as: objectName, mode: options.mode, limits: options.contentLimits))
        } catch {
            self = .undecodable(bytes.copied, error)
        }
    }

    /// The content, or nil if it could not be decoded.
    public var content: AnyContent? {
        if case .decoded(let decoded) = self { decoded.value } else { nil }
    }

    /// The bytes to send: canonical if the content was decoded, otherwise as they arrived.
    public var bytes: [UInt8] {
        switch self {
        case .decoded(let decoded): decoded.value.encoded()
        case .undecodable(let bytes, _): bytes
        }
    }
}
