// SPDX-License-Identifier: Apache-2.0

/// The configuration of the pull of a stream message.
public struct StreamPullConfiguration: Hashable, Sendable {
    /// Whether an earlier pull has synchronised the message (SES-130).
    public var isSynchronized = false
    /// The number of bytes of text that one pull may bring; 4 MiB (SES-138).
    public var textBytes = 4 << 20
    /// The number of chunks that one pull may bring; 65,536 (SES-138).
    public var chunks = 65_536

    /// Creates a configuration with the documented defaults.
    public init() {}
}

extension StreamPullConfiguration: RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("textBytes", &textBytes, 0...67_108_864)
        check.limit("chunks", &chunks, 0...1_048_576)
    }

    /// Throws for the first value outside its range (SES-142); a machine made with it takes the nearest one inside.
    public func validate() throws(SessionError) { try check() }
}
