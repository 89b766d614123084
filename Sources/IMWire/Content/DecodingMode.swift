// SPDX-License-Identifier: Apache-2.0

/// How known deviations of peers are met.
@nonexhaustive
public enum DecodingMode: String, Hashable, Sendable {
    /// Reads what can be read and reports each deviation by its id (CNT-050).
    case lenient
    /// Refuses what deviates (CNT-048).
    case strict
}
