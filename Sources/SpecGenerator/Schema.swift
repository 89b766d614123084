// SPDX-License-Identifier: Apache-2.0

import Platform

/// A schema file of `Spec/content-types` or `Spec/common-objects`.
struct Schema: Decodable {
    var title: String?
    var description: String?
    var objectName: String?
    var swiftName: String?
    var category: String?
    var persistence: Flags?
    var provenance: String?
    var platforms: [String: String]?
    var since: String?
    var digest: Digest?
    var isOpaque: Bool?
    var foreignMembers: [String: String]?
    var twin: Twin?
    var empty: String?
    var kind: String?
    var notes: [String]?
    var properties: [String: Property]?
    var required: [String]?
    var order: [String]?

    enum CodingKeys: String, CodingKey {
        case title, description, properties, required
        case objectName = "x-objectName"
        case swiftName = "x-swiftName"
        case category = "x-category"
        case persistence = "x-persistence"
        case provenance = "x-provenance"
        case platforms = "x-platforms"
        case since = "x-since"
        case digest = "x-digest"
        case isOpaque = "x-opaque"
        case foreignMembers = "x-foreignMembers"
        case twin = "x-twin"
        case empty = "x-empty"
        case kind = "x-kind"
        case notes = "x-notes"
        case order = "x-order"
    }

    struct Flags: Decodable {
        var flags: Int?
        var alternatives: [Int]
    }

    struct Digest: Decodable {
        var member: String?
        var text: String?
    }

    struct Twin: Decodable {
        var members: [String]
        var deviation: String
    }

    /// A member.
    struct Property: Decodable {
        var reference: String?
        var type: String?
        var description: String?
        var contentEncoding: String?
        var items: Items?
        var kind: String?
        var swift: String?
        var aliases: [Alias]?
        var coerce: String?
        var missing: String?
        var null: String?
        var empty: String?
        var foreign: String?
        var url: String?
        var valueAliases: ValueAliases?
        var values: [String: String]?
        var unit: String?
        var since: String?

        enum CodingKeys: String, CodingKey {
            case type, description, contentEncoding, items
            case reference = "$ref"
            case kind = "x-kind"
            case swift = "x-swift"
            case aliases = "x-aliases"
            case coerce = "x-coerce"
            case missing = "x-missing"
            case null = "x-null"
            case empty = "x-empty"
            case foreign = "x-foreign"
            case url = "x-url"
            case valueAliases = "x-valueAliases"
            case values = "x-values"
            case unit = "x-unit"
            case since = "x-since"
        }

        /// What stands here wins over what the reference says.
        func over(_ target: Property) -> Property {
            var merged = target
            merged.reference = reference
            merged.description = description ?? target.description
            merged.swift = swift ?? target.swift
            merged.aliases = aliases ?? target.aliases
            merged.coerce = coerce ?? target.coerce
            merged.missing = missing ?? target.missing
            merged.null = null ?? target.null
            merged.empty = empty ?? target.empty
            merged.foreign = foreign ?? target.foreign
            merged.url = url ?? target.url
            merged.values = values ?? target.values
            merged.unit = unit ?? target.unit
            merged.since = since ?? target.since
            return merged
        }
    }

    struct Items: Decodable {
        var type: String?
        var reference: String?

        enum CodingKeys: String, CodingKey {
            case type
            case reference = "$ref"
        }
    }

    /// Another spelling of a member's name; the order of the list is their priority.
    struct Alias: Decodable {
        var name: String
        var deviation: String

        /// An application's schema may leave the deviation out, or give a name alone (CNT-194).
        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self.name = name
                deviation = "DEV-150"
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            deviation = try container.decodeIfPresent(String.self, forKey: .deviation) ?? "DEV-150"
        }

        enum CodingKeys: String, CodingKey {
            case name, deviation
        }
    }

    struct ValueAliases: Decodable {
        var deviation: String
        var map: [String: Meaning]

        /// An application's schema may leave the deviation out (CNT-194).
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            deviation = try container.decodeIfPresent(String.self, forKey: .deviation) ?? "DEV-151"
            map = try container.decode([String: Meaning].self, forKey: .map)
        }

        enum CodingKeys: String, CodingKey {
            case deviation, map
        }
    }

    enum Meaning: Decodable {
        case string(String)
        case integer(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let integer = try? container.decode(Int.self) {
                self = .integer(integer)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }
}
