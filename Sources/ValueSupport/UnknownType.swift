// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The verdict on a message whose type has no schema.
package struct UnknownType: Sendable {
    /// The known type that was probably meant, or nil if the name resembles none.
    package let suggestion: String?
    /// Whether the name is probably a mistake, because it begins with `RC:` or is one edit from a known name.
    package let isSuspect: Bool

    /// Creates the verdict on a name that `registry` does not have.
    package init(_ name: String, in registry: ContentRegistry) {
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
