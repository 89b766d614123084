// SPDX-License-Identifier: Apache-2.0

/// A numbered requirement of `Spec/`.
public struct SpecRequirement: Hashable, Sendable {
    /// How binding it is (RFC 2119).
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Without it, messages are lost or misread.
        case must
        /// There may be reasons not to.
        case should
        /// Free to do.
        case may
    }

    /// The permanent id, such as `CNT-014`.
    public let id: String
    /// How binding it is.
    public let level: Level
    /// What it says; its first sentence stands for the whole.
    public let text: String

    init(_ id: String, _ level: Level, _ text: String) {
        self.id = id
        self.level = level
        self.text = text
    }

    /// The requirement of that id; nil where there is none.
    public static func named(_ id: String) -> SpecRequirement? {
        all.first { $0.id == id }
    }

    /// The first sentence.
    public var sentence: String {
        guard let end = text.firstRange(of: ". ") else { return text }
        return String(text[..<end.lowerBound]) + "."
    }
}

/// A numbered deviation of `Spec/content.md`.
public struct SpecDeviation: Hashable, Sendable {
    /// The permanent id, such as `DEV-08`.
    public let id: String
    /// What it is, in a few words.
    public let title: String
    /// `repairable`, `canonical`, `declared` or `document`.
    public let kind: String
    /// Which types it concerns.
    public let types: String
    /// The canonical form.
    public let canonical: String
    /// What a lenient decoder accepts.
    public let lenient: String
    /// What it cannot repair.
    public let cannotRepair: String
    /// Which platforms are known to send it.
    public let seenFrom: String
    /// The code that strict mode refuses it with.
    public let strict: String
    /// Where it is known from.
    public let source: String

    /// The deviation of that id; nil where there is none.
    public static func named(_ id: String) -> SpecDeviation? {
        all.first { $0.id == id }
    }
}

/// The text of the schemas.
public enum SpecSchema {
    /// The schema of a built-in type, as JSON text; nil where there is none.
    public static func contentType(_ objectName: String) -> String? {
        contentTypes.first { $0.name.utf8.elementsEqual(objectName.utf8) }?.text
    }

    /// The names of the common objects.
    public static var commonObjectNames: [String] { commonObjects.map(\.name) }

    /// The schema of a common object, as JSON text; nil where there is none.
    public static func commonObject(_ name: String) -> String? {
        commonObjects.first { $0.name == name }?.text
    }
}
