// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// A writer of the profiles of known platforms, derived from the manifests' reading declarations and schemas (CNT-171).
struct ProfileWriter {
    private let manifests: [PlatformManifest]
    private let library: SchemaLibrary

    /// A change of one value, as Swift source.
    private struct Rule {
        var objectName: String?
        var path: [String]
        var change: String
        var deviation: Int

        var source: String {
            let type = objectName.map { quoted($0) } ?? "nil"
            let steps = path.map { quoted($0) }.joined(separator: ", ")
            return ".init(\(type), [\(steps)], \(change), .init(\(deviation))),"
        }
    }

    init(_ library: SchemaLibrary, platforms: URL) throws {
        self.library = library
        manifests = try FileManager.default.contentsOfDirectory(atPath: platforms.path)
            .filter { $0.hasSuffix(".json") }.sorted()
            .map { name in
                do {
                    let data = try Data(contentsOf: platforms.appending(path: name))
                    return try JSONDecoder().decode(PlatformManifest.self, from: data)
                } catch {
                    throw SpecError("\(name): \(error)")
                }
            }
    }

    func file() throws -> String {
        let profiles: [SwiftText] = try manifests.map { manifest in
            let escapes = manifest.reading?.characters == "ascii" ? ", escapesNonASCII: true" : ""
            let name = "name: \(quoted(manifest.platform))\(escapes)"
            let rules = try rules(manifest)
            if rules.isEmpty { return "EncodeProfile(\(name))," }
            return """
                EncodeProfile(
                    \(name),
                    rules: [
                        \(rules.map(\.source))
                    ]),
                """
        }
        let text: SwiftText = """
            extension EncodeProfile {
                /// The platforms with manifests, ordered by id.
                public static let platforms: [EncodeProfile] = [
                    \(SwiftText.joined(profiles))
                ]
            }
            """
        return text.file(source: "Fixtures/platforms")
    }

    private func rules(_ manifest: PlatformManifest) throws -> [Rule] {
        let isWire = { (shape: String?) in (shape ?? manifest.shape ?? "wire") == "wire" }
        let isExact = manifest.reading?.types == "exact"
        let all = manifest.objects ?? []
        let common = all.first { $0.name == "*" && isWire($0.shape) }?.members ?? []
        var rules: [Rule] = []
        let types = library.contentTypes.filter { !$0.isOpaque }.map { ($0.objectName ?? "", $0.members) }
        for (name, known) in types.sorted(by: { $0.0 < $1.0 }) {
            let declared = (manifest.types ?? []).filter {
                $0.objectName == name && isWire($0.shape) && $0.members != nil
                    && (isRead($0.direction) || manifest.reading != nil && $0.direction == "write")
            }
            guard !declared.isEmpty else { continue }
            let members = declared.flatMap { $0.members ?? [] } + common
            rules += try self.rules(name, [], members, known, isExact)
        }
        for object in all where isWire(object.shape) {
            guard let known = library.object(object.name)?.members, !known.isEmpty else { continue }
            rules += try self.rules(nil, [object.name], object.members ?? [], known, isExact)
        }
        return rules
    }

    private func isRead(_ direction: String?) -> Bool { direction != "write" && direction != "none" }

    private func rules(
        _ objectName: String?, _ path: [String], _ declared: [PlatformManifest.Member], _ known: [SchemaMember],
        _ isExact: Bool
    ) throws -> [Rule] {
        let read = declared.filter { isRead($0.direction) }
        let names = Set(read.flatMap { [$0.name] + ($0.aliases ?? []) })
        var rules: [Rule] = []
        for member in known {
            if !names.contains(member.name) {
                guard let alias = member.aliases.first(where: { names.contains($0.name) }) else { continue }
                rules.append(
                    Rule(
                        objectName: objectName, path: path + [member.name],
                        change: ".alsoNamed(\(quoted(alias.name)))", deviation: try number(alias.deviation)))
            } else if isExact, let own = read.first(where: { $0.name == member.name }) {
                let types = Set(own.type?.words ?? [])
                guard let (change, general) = change(member.kind, to: types) else { continue }
                rules.append(
                    Rule(
                        objectName: objectName, path: path + [member.name], change: change,
                        deviation: try member.deviation(.coerce).map(number) ?? general))
            }
        }
        return rules
    }

    /// Returns the change for readers that declare types other than the canonical one, and the general deviation for
    /// it.
    private func change(_ kind: SchemaMember.Kind, to types: Set<String>) -> (change: String, deviation: Int)? {
        if types.isEmpty || types.contains("any") { return nil }
        let readsText = !types.isDisjoint(with: ["string", "base64", "url"])
        let readsNumbers = !types.isDisjoint(with: ["integer", "number"])
        switch kind {
        case .integer, .number: return readsText && !readsNumbers ? (".asString", 104) : nil
        case .boolean:
            if types.contains("boolean") { return nil }
            return readsNumbers ? (".asNumber", 105) : readsText ? (".asString", 105) : nil
        case .any: return types == ["object"] ? (".asObject", 51) : nil
        default: return nil
        }
    }
}

/// The parts of a platform's manifest that the profiles need (`Spec/compat.md`).
struct PlatformManifest: Decodable {
    var platform: String
    var shape: String?
    var reading: ValueReading?
    var types: [MessageType]?
    var objects: [Object]?

    struct ValueReading: Decodable {
        var types: String?
        var characters: String?
    }

    struct MessageType: Decodable {
        var objectName: String
        var shape: String?
        var direction: String?
        var members: [Member]?
    }

    struct Object: Decodable {
        var name: String
        var shape: String?
        var members: [Member]?
    }

    struct Member: Decodable {
        var name: String
        var type: Words?
        var aliases: [String]?
        var direction: String?
    }

    /// One word or a list of words.
    struct Words: Decodable {
        var words: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let word = try? container.decode(String.self) {
                words = [word]
            } else {
                words = try container.decode([String].self)
            }
        }
    }
}
