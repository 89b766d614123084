// SPDX-License-Identifier: Apache-2.0

/// The form in which heartbeats are written (CHT-032).
@nonexhaustive
public enum ChatHeartbeatForm: String, Hashable, Sendable {
    /// The body alone.
    case bare
    /// An object with the body in `beatID`.
    case json
}

extension ChatHeartbeatBody {
    /// The body as the text of a `beatID`.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether a `beatID` equals this body byte for byte (CHT-031).
    func equals(_ beatID: String?) -> Bool {
        beatID?.utf8.elementsEqual(bytes) ?? false
    }
}
