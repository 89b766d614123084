// SPDX-License-Identifier: Apache-2.0

import Platform

/// A schema file of `Spec/content-types` or `Spec/common-objects`.
package struct Schema: Decodable {
    package var title: String?
    package var description: String?
    package var objectName: String?
    package var swiftName: String?
    package var category: String?
    package var persistence: Flags?
    package var provenance: String?
    package var platforms: [String: String]?
    package var since: String?
    package var digest: Digest?
    package var isOpaque: Bool?
    package var foreignMembers: [String: String]?
    package var twin: Twin?
    package var empty: String?
    package var kind: String?
    package var notes: [String]?
    package var properties: [String: Property]?
    package var required: [String]?
    package var order: [String]?

    package enum CodingKeys: String, CodingKey {
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

    package struct Flags: Decodable {
        package var flags: Int?
        package var alternatives: [Int]
    }

    package struct Digest: Decodable {
        package var member: String?
        package var text: String?
    }

    package struct Twin: Decodable {
        package var members: [String]
        package var deviation: String
    }

    /// The schema of a member.
    package struct Property: Decodable {
        package var reference: String?
        package var type: String?
        package var description: String?
        package var contentEncoding: String?
        package var items: Items?
        package var kind: String?
        package var swift: String?
        package var aliases: [Alias]?
        package var coerce: String?
        package var missing: String?
        package var null: String?
        package var empty: String?
        package var foreign: String?
        package var url: String?
        package var valueAliases: ValueAliases?
        package var values: [String: String]?
        package var unit: String?
        package var since: String?

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

        /// Returns the property merged with a referenced one, whose values it overrides.
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

    package struct Items: Decodable {
        package var type: String?
        package var reference: String?

        enum CodingKeys: String, CodingKey {
            case type
            case reference = "$ref"
        }
    }

    /// Another spelling of a member's name, whose place in the list is its priority.
    package struct Alias: Decodable {
        package var name: String
        package var deviation: String

        /// Decodes an alias, whose deviation an application's schema may omit, and which may be only a name (CNT-194).
        package init(from decoder: any Decoder) throws {
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

    package struct ValueAliases: Decodable {
        package var deviation: String
        package var map: [String: Meaning]

        /// Decodes value aliases, whose deviation an application's schema may omit (CNT-194).
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            deviation = try container.decodeIfPresent(String.self, forKey: .deviation) ?? "DEV-151"
            map = try container.decode([String: Meaning].self, forKey: .map)
        }

        enum CodingKeys: String, CodingKey {
            case deviation, map
        }
    }

    package enum Meaning: Decodable {
        case string(String)
        case integer(Int)

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let integer = try? container.decode(Int.self) {
                self = .integer(integer)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }
}
