// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The limits of RongCloud's packets, of their bodies and of the JSON in both, which share one set of names
/// (`Spec/rmtp.md`).
package struct PacketLimits: Sendable {
    package var packets = RMTPLimits()
    package var bodies = ProtobufLimits()
    /// The limits of JSON, which apply to contents and to polled packets.
    package var contents = DecodingLimits()

    /// Creates the limits with their documented defaults.
    package init() {}

    package static var names: [String] {
        ["packetBytes", "batchMessages", "bodyBytes", "bodyDepth", "bodyItems"] + StreamLimits.contentNames
    }

    package mutating func set(_ name: String, _ value: Int) -> Bool {
        switch name {
        case "packetBytes": packets.packetBytes = value
        case "batchMessages": packets.batchMessages = value
        case "bodyBytes": bodies.bodyBytes = value
        case "bodyDepth": bodies.bodyDepth = value
        case "bodyItems": bodies.bodyItems = value
        default: return contents.set(name, value)
        }
        return true
    }

    /// Creates limits from the `limits` of a request.
    package init(_ json: RawJSON?) throws(OperationError) {
        for (name, value) in json?.members ?? [] {
            guard let limit = value.number?.int64.flatMap({ Int(exactly: $0) }), limit >= 0 else {
                throw .unsupported("a limit is not a number")
            }
            guard set(name, limit) else { throw .unsupported("an unknown limit") }
        }
    }
}
