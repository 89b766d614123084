// SPDX-License-Identifier: Apache-2.0

/// How much of a form is read; each is checked before anything is kept (API-018).
public struct FormLimits: Hashable, Sendable {
    /// Bytes of the form as it is written; a content of 128 KiB takes three times as many when all is escaped.
    public var formBytes = 1_048_576
    /// Fields; the longest form known names 1,000 users.
    public var fields = 2_048

    /// Creates the limits with their documented defaults.
    public init() {}
}
