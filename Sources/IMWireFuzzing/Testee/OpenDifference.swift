// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance

/// A difference between two answers that are both right, because a requirement leaves the choice open (FUZ-103).
///
/// A test checks each example, as it does for ``KnownDifference``.
package enum OpenDifference {
    /// A choice between two items of a stream.
    package struct Item: Sendable {
        /// The requirement that leaves the choice open.
        package let requirement: String
        /// The codes of errors, each of which is right.
        package let codes: Set<String>

        /// Returns whether the items are two of the allowed ones.
        func covers(_ ours: RawJSON, _ theirs: RawJSON) -> Bool {
            guard let mine = ours["error"], let theirs = theirs["error"], let code = mine["code"]?.string,
                let other = theirs["code"]?.string
            else { return false }
            return code != other && codes.contains(code) && codes.contains(other)
                && mine["scope"]?.string == theirs["scope"]?.string
        }
    }

    /// A choice between an answer and a skip.
    package struct Answer: Sendable {
        /// The requirement that leaves the choice open.
        package let requirement: String
        /// Whether a request leaves the choice.
        package let leaves: @Sendable (TesteeRequest) -> Bool

        /// Returns whether one side skips a request that may be skipped.
        func covers(_ request: TesteeRequest, _ one: TesteeAnswer, _ other: TesteeAnswer) -> Bool {
            switch (one, other) {
            case (.skipped, .ok), (.skipped, .error), (.ok, .skipped), (.error, .skipped): leaves(request)
            default: false
            }
        }
    }

    /// The choices between items.
    package static let items: [Item] = [
        // A damaged stream that inflates to more bytes than it says is refused for either reason.
        Item(requirement: "FRM-063", codes: ["frame.inflate", "frame.inflateLength"])
    ]

    private static func type(named name: String) -> ContentType? {
        ContentRegistry.builtIn[ObjectName(rawValue: name)]
    }

    /// The choices between an answer and a skip.
    package static let answers: [Answer] = [
        // A value of an opaque or unknown type that is not bytes may be written unchanged.
        Answer(requirement: "TST-053") { request in
            request.operation == "content.encode" && request["value"]?["$base64"]?.string == nil
                && !(request["objectName"]?.string.flatMap { type(named: $0) }?.isTyped ?? false)
        },
        // A testee whose limits or clock cannot be set skips a request that sets them.
        Answer(requirement: "TST-051, TST-082") { $0["limits"] != nil || $0["times"] != nil },
    ]
}
