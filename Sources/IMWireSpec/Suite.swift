// SPDX-License-Identifier: Apache-2.0

/// The version numbers of the suite.
public enum Suite {
    /// The version of the suite and the tool.
    public static let version = "1.1.0"
    /// The version of the testee protocol.
    public static let protocolVersion = 1
}
