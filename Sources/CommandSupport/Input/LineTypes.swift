// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire
import ValueSupport

/// What is known about the type that a line names.
package struct LineType: Sendable {
    /// The name of the type.
    package let name: ObjectName
    /// Whether the registry has the type.
    package let isKnown: Bool
    /// Whether the registry describes the members of the type.
    package let isTyped: Bool
    /// The verdict on a type that the registry does not have.
    package let unknown: UnknownType?

    init(_ name: ObjectName, in registry: ContentRegistry) {
        let type = registry[name]
        self.name = name
        isKnown = type != nil
        isTyped = type?.isTyped == true
        unknown = type == nil ? UnknownType(name.rawValue, in: registry) : nil
    }
}

/// A lookup of types by the bytes of their names, which remembers recent types.
///
/// Memory is limited: types whose names have the same hash replace each other.
struct LineTypes: Sendable {
    private let registry: ContentRegistry
    /// Sets of types whose names have the same hash.
    private var recent = [LineType?](repeating: nil, count: 256 * ways)
    /// The place in its set that the next type gets.
    private var turn = 0
    private static let ways = 4
    /// Longer names are not remembered; the service accepts 32 characters.
    private static let longest = 128

    init(_ registry: ContentRegistry) {
        self.registry = registry
    }

    /// Returns the type with this name, or nil if the name is not UTF-8.
    mutating func type(_ name: Span<UInt8>) -> LineType? {
        let set = LineTypes.hash(name) * LineTypes.ways
        for place in set..<set + LineTypes.ways {
            if let type = recent[place], LineTypes.equals(name, type.name.rawValue.utf8.span) { return type }
        }
        let text: UTF8Span
        do { text = try UTF8Span(validating: name) } catch { return nil }
        let type = LineType(ObjectName(rawValue: String(copying: text)), in: registry)
        if name.count <= LineTypes.longest {
            recent[set + turn] = type
            turn = (turn + 1) % LineTypes.ways
        }
        return type
    }

    private static func hash(_ name: Span<UInt8>) -> Int {
        var hash: UInt32 = 0x811c_9dc5
        for index in name.indices { hash = (hash ^ UInt32(name[index])) &* 0x0100_0193 }
        return Int(hash >> 24)
    }

    private static func equals(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        for index in one.indices where one[index] != other[index] { return false }
        return true
    }
}

#endif
