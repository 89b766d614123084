// SPDX-License-Identifier: Apache-2.0

/// The position of a message in a batch or an array.
public struct ChatBatchPosition: Hashable, Sendable {
    /// The index of the message, starting at 0.
    public var index: Int
    /// The number of messages.
    public var count: Int

    /// Creates a position.
    public init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }
}
