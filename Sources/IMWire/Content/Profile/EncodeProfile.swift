// SPDX-License-Identifier: Apache-2.0

/// How contents are written for the readers of one platform (CNT-170).
///
/// The canonical form is right for every reader that follows the specification. Some do not: they look for the avatar
/// only under `icon`, or misread UTF-8. A profile adds what such a reader needs, and names every departure by its id.
/// ```swift
/// let profile = EncodeProfile.platform("server-python") ?? .canonical
/// let written = content.encoded(for: profile)
/// send(written.bytes)
/// log(written.departures.map(\.id))
/// ```
public struct EncodeProfile: Hashable, Sendable {
    /// What is written for one member in place of, or beside, its canonical form.
    @nonexhaustive
    public enum Change: Hashable, Sendable {
        /// The value once more under this other name of the member (CNT-172).
        case alsoNamed(String)
        /// A number or a boolean as a string (CNT-173).
        case asString
        /// A boolean as 1 or 0 (CNT-173).
        case asNumber
        /// A string that holds the JSON text of an object as that object (CNT-173).
        case asObject
    }

    /// A change, and where it applies.
    public struct Rule: Hashable, Sendable {
        /// The type whose contents it applies to; nil for every type.
        public var objectName: ObjectName?
        /// The names of the members that lead to the value, such as `["user", "portrait"]`; items of lists take no step.
        public var path: [String]
        /// What is changed.
        public var change: Change
        /// The deviation that the change is.
        public var deviation: Deviation.ID

        /// Creates a rule.
        public init(_ objectName: ObjectName?, _ path: [String], _ change: Change, _ deviation: Deviation.ID) {
            self.objectName = objectName
            self.path = path
            self.change = change
            self.deviation = deviation
        }
    }

    /// The canonical form, for every reader that follows the specification.
    public static let canonical = EncodeProfile(name: "canonical")

    /// The platform's id, or a name of your own.
    public var name: String
    /// Whether every character beyond ASCII is written as `\u` escapes (CNT-174).
    public var escapesNonASCII: Bool
    /// The changes, in any order.
    public var rules: [Rule]

    /// Creates a profile of your own.
    public init(name: String, escapesNonASCII: Bool = false, rules: [Rule] = []) {
        self.name = name
        self.escapesNonASCII = escapesNonASCII
        self.rules = rules
    }

    /// Whether contents are written in their canonical form.
    public var isCanonical: Bool { !escapesNonASCII && rules.isEmpty }

    /// The profile of a platform whose manifest is known (`Fixtures/platforms`); nil for any other id.
    public static func platform(_ id: String) -> EncodeProfile? {
        platforms.first { $0.name.equals(id) }
    }
}

/// The bytes of a content that was written for a platform, and what is not canonical in them.
public struct ProfiledContent: Hashable, Sendable {
    /// The content's bytes.
    public var bytes: [UInt8]
    /// Every departure from the canonical form, with its offset in `bytes`, in the order of the bytes; an escape is
    /// reported once.
    public var departures: [Deviation]
}

extension Deviation.ID {
    /// Characters beyond ASCII are escaped, for a reader that misreads UTF-8 (CNT-174).
    static let escapedText = Deviation.ID(152)
}
