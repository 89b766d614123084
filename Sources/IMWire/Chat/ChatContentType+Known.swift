// SPDX-License-Identifier: Apache-2.0

extension ChatContentType {
    /// The kinds whose content is a ``ChatContent``.
    public static let all: [ChatContentType] = [text, audio, picture, video, file, tip, repeal, firstRepeal]

    /// Whether the kind is one of ``all``, compared byte for byte.
    public var isKnown: Bool {
        ChatContentType.all.contains { $0.rawValue.equals(rawValue) }
    }

    /// Whether content of the kind requires a text (CHT-020).
    var requiresText: Bool {
        self == .text || self == .tip
    }
}
