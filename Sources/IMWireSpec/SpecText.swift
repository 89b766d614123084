// SPDX-License-Identifier: Apache-2.0

/// A numbered requirement of `Spec/`.
package struct SpecRequirement: Hashable, Sendable {
    /// The level of a requirement (RFC 2119).
    package enum Level: String, Hashable, Sendable, CaseIterable {
        /// The requirement is absolute; without it, messages are lost or misread.
        case must
        /// The requirement is a recommendation; there may be reasons to ignore it.
        case should
        /// The requirement is optional.
        case may
    }

    /// The permanent id, such as `CNT-014`.
    package let id: String
    /// The level of the requirement.
    package let level: Level
    /// The text of the requirement, whose first sentence summarizes it.
    package let text: String

    init(_ id: String, _ level: Level, _ text: String) {
        self.id = id
        self.level = level
        self.text = text
    }

    /// Returns the requirement with this id, or nil if there is none.
    package static func named(_ id: String) -> SpecRequirement? {
        all.first { $0.id == id }
    }

    /// The first sentence of the text.
    package var sentence: String {
        guard let end = text.firstRange(of: ". ") else { return text }
        return String(text[..<end.lowerBound]) + "."
    }
}

/// A numbered deviation of `Spec/`.
package struct SpecDeviation: Hashable, Sendable {
    /// The permanent id, such as `DEV-08`.
    package let id: String
    /// A short title.
    package let title: String
    /// The class of the deviation: `repairable`, `canonical`, `declared` or `document`.
    package let kind: String
    /// The types that the deviation concerns.
    package let types: String
    /// The canonical form.
    package let canonical: String
    /// The input that a lenient decoder accepts.
    package let lenient: String
    /// The part that a lenient decoder cannot repair.
    package let cannotRepair: String
    /// The platforms that are known to send the deviation.
    package let seenFrom: String
    /// The code with which strict mode rejects the deviation.
    package let strict: String
    /// The source of the deviation.
    package let source: String

    /// Returns the deviation with this id, or nil if there is none.
    package static func named(_ id: String) -> SpecDeviation? {
        all.first { $0.id == id }
    }
}

/// An error code of `Spec/errors.md`.
package struct SpecErrorCode: Hashable, Sendable {
    /// The code, such as `field.type`.
    package let code: String
    /// The description of the error, whose first sentence summarizes it.
    package let text: String

    init(_ code: String, _ text: String) {
        self.code = code
        self.text = text
    }

    /// Returns the error code with this name, or nil if there is none.
    package static func named(_ code: String) -> SpecErrorCode? {
        all.first { $0.code.utf8.elementsEqual(code.utf8) }
    }
}

/// The text of the schemas.
package enum SpecSchema {
    /// Returns the schema of a built-in type as JSON text, or nil if there is none.
    package static func contentType(_ objectName: String) -> String? {
        contentTypes.first { $0.name.utf8.elementsEqual(objectName.utf8) }?.text
    }

    /// The names of the common objects.
    package static var commonObjectNames: [String] { commonObjects.map(\.name) }

    /// Returns the schema of a common object as JSON text, or nil if there is none.
    package static func commonObject(_ name: String) -> String? {
        commonObjects.first { $0.name == name }?.text
    }
}
