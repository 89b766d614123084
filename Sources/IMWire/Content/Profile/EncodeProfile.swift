// SPDX-License-Identifier: Apache-2.0

/// The way in which content is written for the readers of one platform (CNT-170).
///
/// Every reader that follows the specification understands the canonical form. Some readers do not follow it: they look
/// for the avatar only under `icon`, or misread UTF-8. A profile adds what such a reader needs, and each departure from
/// the canonical form is reported by its id.
/// ```swift
/// let profile = EncodeProfile.platform("server-python") ?? .canonical
/// let written = content.encoded(for: profile)
/// send(written.bytes)
/// log(written.departures.map(\.id))
/// ```
public struct EncodeProfile: Hashable, Sendable {
    /// A change to the way in which one member is written, in place of or beside its canonical form.
    @nonexhaustive
    public enum Change: Hashable, Sendable {
        /// Writes the value a second time, under this other name of the member (CNT-172).
        case alsoNamed(String)
        /// Writes a number or a Boolean as a string (CNT-173).
        case asString
        /// Writes a Boolean as 1 or 0 (CNT-173).
        case asNumber
        /// Writes a string that holds the JSON text of an object as that object (CNT-173).
        case asObject
    }

    /// A change and the values it applies to.
    public struct Rule: Hashable, Sendable {
        /// The type whose content the rule applies to, or nil for every type.
        public var objectName: ObjectName?
        /// The names of the members that lead to the value, such as `["user", "portrait"]`; array items add no name.
        public var path: [String]
        /// The change.
        public var change: Change
        /// The deviation that the change introduces.
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

    /// The id of the platform, or a custom name.
    public var name: String
    /// Whether every character beyond ASCII is written as `\u` escapes (CNT-174).
    public var escapesNonASCII: Bool
    /// The changes, in any order.
    public var rules: [Rule]

    /// Creates a custom profile.
    public init(name: String, escapesNonASCII: Bool = false, rules: [Rule] = []) {
        self.name = name
        self.escapesNonASCII = escapesNonASCII
        self.rules = rules
    }

    /// Whether content is written in its canonical form.
    public var isCanonical: Bool { !escapesNonASCII && rules.isEmpty }

    /// Returns the profile of a platform whose manifest is known (`Fixtures/platforms`), or nil for any other id.
    public static func platform(_ id: String) -> EncodeProfile? {
        platforms.first { $0.name.equals(id) }
    }
}

/// The bytes of content written for a platform, and their departures from the canonical form.
public struct ProfiledContent: Hashable, Sendable {
    /// The bytes of the content.
    public var bytes: [UInt8]
    /// The departures from the canonical form with their offsets in `bytes`, ordered by offset.
    ///
    /// Escapes are reported once for the whole content.
    public var departures: [Deviation]
}

extension Deviation.ID {
    /// Characters beyond ASCII are escaped for a reader that misreads UTF-8 (CNT-174).
    static let escapedText = Deviation.ID(152)
}
