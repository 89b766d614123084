// SPDX-License-Identifier: Apache-2.0

/// What manifests are compared with.
package enum CheckMode: String, Hashable, Sendable, CaseIterable {
    /// Each with the registry, and types that the registry does not have with each other.
    case registry
    /// All of them with each other, built-in types too.
    case eachOther = "each-other"
}
