// SPDX-License-Identifier: Apache-2.0

/// The limits of a form, each of which is checked before anything is stored (API-018).
///
/// ```swift
/// var limits = FormLimits()
/// limits.fields = 100
/// let form = try URLEncodedForm(decoding: body.span, limits: limits)
/// ```
public struct FormLimits: Hashable, Sendable {
    /// The maximum number of bytes in the encoded form; a content of 128 KiB takes three times its size if every byte
    /// is escaped.
    public var formBytes = 1_048_576
    /// The maximum number of fields; the longest known form names 1,000 users.
    public var fields = 2_048

    /// Creates the limits with their documented defaults.
    public init() {}
}
