// SPDX-License-Identifier: Apache-2.0

/// The mode of a check, which determines what manifests are compared with.
package enum CheckMode: String, Hashable, Sendable, CaseIterable {
    /// Each manifest is compared with the registry, and types that the registry does not have with each other.
    case registry
    /// All manifests are compared with each other, including their built-in types.
    case eachOther = "each-other"
}
