// SPDX-License-Identifier: Apache-2.0

/// A decoded value and the deviations from the canonical form that were found in its input.
///
/// All decoders return this type: those of contents, chat messages, packets, bodies, envelopes and answers. `unknown`
/// exists where a value keeps what its schema does not describe: it lists the members or fields of the value itself, in
/// the order in which they arrived, but not those of nested objects.
public struct Decoded<Value> {
    /// The decoded value.
    public var value: Value
    /// The deviations, in the order in which they were found; empty in strict mode.
    public var deviations: [Deviation]

    /// Creates a result from a value and its deviations.
    @inlinable
    public init(_ value: consuming Value, deviations: [Deviation] = []) {
        self.value = consume value
        self.deviations = deviations
    }
}

extension Decoded: Sendable where Value: Sendable {}
extension Decoded: Equatable where Value: Equatable {}
extension Decoded: Hashable where Value: Hashable {}

extension Decoded where Value: ContentObject {
    /// The names of the members that the schema does not name.
    public var unknown: [String] { value.unknownMembers.names }
}

extension Decoded where Value == AnyContent {
    /// The names of the members that the schema does not name; empty for opaque and unknown types.
    public var unknown: [String] { value.unknownMembers.names }
}
