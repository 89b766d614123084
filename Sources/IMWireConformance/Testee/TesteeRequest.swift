// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// A request to a testee, without the id of its line.
package struct TesteeRequest: Sendable {
    /// The maximum length of a line that either side may send, without its line feed (TST-004).
    package static let longestLine = 8 << 20

    /// The name of the operation.
    package var operation: String
    /// The members of the operation, in the order in which they are written.
    package var members: [(name: String, value: RawJSON)]

    package init(_ operation: String, _ members: [(name: String, value: RawJSON)]) {
        self.operation = operation
        self.members = members
    }

    /// Returns the line of the request, with an LF (TST-001).
    package func line(id: Int) -> [UInt8] {
        var line = JSONBuilder()
        line.add("id", id)
        line.add("op", operation)
        for (name, value) in members { line.add(name, JSONLine.onOneLine(value)) }
        return Array(line.json.text.utf8) + [UInt8(ascii: "\n")]
    }

    /// Returns the line of the first request to every process (TST-020).
    static func hello(id: Int) -> [UInt8] {
        TesteeRequest("hello", [("protocol", .integer(Suite.protocolVersion)), ("suite", RawJSON(Suite.version))])
            .line(id: id)
    }
}
