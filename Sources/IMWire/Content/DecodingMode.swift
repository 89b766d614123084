// SPDX-License-Identifier: Apache-2.0

/// A way of handling known deviations of peers.
@nonexhaustive
public enum DecodingMode: String, Hashable, Sendable {
    /// Reads everything that can be read and reports each deviation by its id (CNT-050).
    case lenient
    /// Rejects any deviation (CNT-048).
    case strict
}
