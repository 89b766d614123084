// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import Schemas

/// The members of an object according to its schema in `Spec/content-types`, as the generator needs them.
struct ContentShape: Sendable {
    /// A member.
    struct Member: Sendable {
        var name: [UInt8]
        var kind: Kind
        var isRequired: Bool
        /// The other names under which the member is known to arrive.
        var aliases: [[UInt8]]
        /// The values that have a meaning.
        var values: [String]
        /// The texts that stand for another value.
        var valueAliases: Set<String>

        fileprivate init(_ member: SchemaMember) {
            name = Array(member.name.utf8)
            kind = Kind(member.kind)
            isRequired = member.isRequired
            aliases = member.aliases.map { Array($0.name.utf8) }
            var isString = false
            if case .string = member.kind { isString = true }
            values = member.values.map { isString ? RawJSON($0.name).text : $0.name }
            valueAliases = Set(member.valueAliases?.map.map(\.name) ?? [])
        }
    }

    /// The type of a member's value.
    indirect enum Kind: Sendable {
        case string, base64, integer, number, boolean, any, strings, map, listMap, rawObject, rawArray
        case object(ContentShape)
        case objects(ContentShape)

        fileprivate init(_ kind: SchemaMember.Kind) {
            self =
                switch kind {
                case .string: .string
                case .base64: .base64
                case .integer: .integer
                case .number: .number
                case .boolean: .boolean
                case .any: .any
                case .strings: .strings
                case .stringMap: .map
                case .stringListMap: .listMap
                case .rawObject: .rawObject
                case .rawArray: .rawArray
                case .object(let schema): .object(ContentShape(schema))
                case .objects(let schema): .objects(ContentShape(schema))
                }
        }
    }

    /// The members in the order in which they are written.
    private(set) var members: [Member] = []
    /// The names of members that senders are known to add and that do not belong to the object.
    private(set) var foreign: [[UInt8]] = []
    /// Whether an object in which nothing is set counts as absent.
    private(set) var isNothingWhenEmpty = false

    /// Creates the shape of a message type, or returns nil if its members are not published.
    init?(_ objectName: String) {
        guard let schema = SpecSchema.library.type(objectName), !schema.isOpaque else { return nil }
        self.init(schema)
    }

    private init(_ schema: Schema) {
        members = schema.members.map(Member.init)
        foreign = schema.foreignMembers.map { Array($0.name.utf8) }
        isNothingWhenEmpty = schema.empty != nil
    }

    /// Returns all names that can occur in objects of these shapes, in order.
    static func names(of shapes: [ContentShape?]) -> [[UInt8]] {
        Set(shapes.flatMap { $0?.names ?? [] }).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// All names that can occur in the object or its nested objects, including aliases.
    private var names: [[UInt8]] {
        var names = foreign
        for member in members {
            names.append(member.name)
            names += member.aliases
            switch member.kind {
            case .object(let shape), .objects(let shape): names += shape.names
            default: break
            }
        }
        return names
    }
}
