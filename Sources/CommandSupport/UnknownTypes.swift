// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// The verdict on a message whose type has no schema.
package struct UnknownType {
    /// The known type that was probably meant, or nil if the name resembles none.
    package let suggestion: String?
    /// Whether the name is probably a mistake, because it begins with `RC:` or is one edit from a known name.
    package let isSuspect: Bool

    fileprivate init(_ name: String, in registry: ContentRegistry) {
        let near = Suggestion.type(for: name, in: registry)
        let isNear = near.map { Suggestion.distance(name.lowercased(), $0.lowercased()) <= 1 } ?? false
        isSuspect = isNear || name.hasPrefix("RC:")
        // A name without the prefix is often meant to have it; any other name that is merely similar is its own.
        let isBare = near.map { $0.lowercased() == "rc:" + name.lowercased() } ?? false
        suggestion = isSuspect || isBare ? near : nil
    }

    /// The suggestion as text that follows the type: `; did you mean RC:TxtMsg?`, or an empty string.
    package var hint: String { suggestion.map { "; did you mean \($0)?" } ?? "" }

    /// Appends the verdict's members: `,"status":"unknown","suggestion":"RC:TxtMsg"`.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(member: "status", json: "unknown")
        if let suggestion { bytes.append(member: "suggestion", json: suggestion) }
    }
}

/// A lookup of verdicts on types, which remembers the verdict on the previous type because it is likely to repeat.
package struct UnknownTypes {
    private let registry: ContentRegistry
    private var recent: (name: ObjectName, verdict: UnknownType?)?

    /// Creates a lookup for which the types of `registry` are known.
    package init(registry: ContentRegistry) {
        self.registry = registry
    }

    /// Returns the verdict on a type, or nil if the type is known.
    package mutating func verdict(on name: ObjectName) -> UnknownType? {
        if let recent, recent.name == name { return recent.verdict }
        let verdict = registry[name] == nil ? UnknownType(name.rawValue, in: registry) : nil
        recent = (name, verdict)
        return verdict
    }
}

#endif
