// SPDX-License-Identifier: Apache-2.0

/// The version numbers of the suite.
package enum Suite {
    /// The version of the suite and the tool.
    package static let version = "2.0.0"
    /// The version of the testee protocol.
    package static let protocolVersion = 1
}
