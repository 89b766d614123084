// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat
import IMWireTestSupport

/// A target for manifests, in which a platform declares what it sends and which the comparison accepts from outside.
package struct ManifestTarget: FuzzTarget {
    package let name = "manifests"
    /// A manifest with which the registry is loaded once, so that its memory is not attributed to an input.
    private let own: Manifest

    /// Creates the target.
    package init() {
        own = Manifest(platform: "own")
        _ = CompatCheck([own])
    }

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        do throws(ManifestError) {
            let manifest = try Manifest(parsing: input)
            observation.note(size: manifest.types.count, UInt64(manifest.objects.count))
            ManifestTarget.judge("manifest", manifest, &observation)
            let hash = TextHash.of(input.span)
            let modes = observation.effort == .thorough || hash & 7 == 0 ? CheckMode.allCases : [.registry]
            for mode in modes {
                let check = CompatCheck([manifest, own], against: mode)
                for finding in check.findings { observation.note(.shape, TextHash.of(finding.kind.rawValue)) }
                if modes.count > 1 { ReportOracle.judge(check, &observation) }
            }
        } catch {
            let depth = error.path.utf8.count { $0 == 0x2f }
            observation.note(.code, TextHash.of(String(error.message.prefix(12))), UInt64(min(depth, 8)))
        }
        memory.judge(name, input: input.count, factor: 8_000, base: 64 << 20, &observation)
    }

    /// Judges whether a manifest is read as it was written, and is written the same again.
    static func judge(_ place: String, _ manifest: Manifest, _ observation: inout Observation) {
        let text = manifest.json
        do throws(ManifestError) {
            let again = try Manifest(parsing: Array(text.utf8))
            if again != manifest { observation.violate(.identity, at: "\(place) again") }
            if again.json != text { observation.violate(.stable, at: place) }
        } catch {
            observation.violate(.identity, at: "\(place) write", error.description)
        }
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        let types = (0..<random.pick(0...4)).map { _ in ManifestTarget.type(&random) }
        var text = #"{"manifest":1,"platform":"\#(ManifestTarget.word(&random))""#
        if random.chance(30) {
            let name = ManifestTarget.word(&random)
            text += #","objects":[{"name":"\#(name)","members":[\#(ManifestTarget.members(&random))]}]"#
        }
        if random.chance(30) {
            let value = #"{"name":"\#(ManifestTarget.word(&random))","number":\#(ManifestTarget.number(&random))}"#
            text += #","enumerations":[{"name":"conversationType","values":[\#(value)]}]"#
        }
        return Array(#"\#(text),"types":[\#(types.joined(separator: ","))]}"#.utf8)
    }

    private static func type(_ random: inout SeededRandom) -> String {
        let names = ["RC:TxtMsg", "RC:ImgMsg", "RC:ReadNtf", "RC:txtMsg", "App:A", "RC:New", ""]
        var text = #"{"objectName":"\#(EdgeValues.pick(names, &random))","class":"\#(word(&random))""#
        if random.chance(50) { text += #","flags":[{"value":\#(number(&random)),"words":["\#(word(&random))"]}]"# }
        if random.chance(20) { text += #","aliases":[{"objectName":"\#(word(&random))"}]"# }
        if random.chance(80) { text += #","members":[\#(members(&random))]"# }
        return text + "}"
    }

    private static func members(_ random: inout SeededRandom, depth: Int = 0) -> String {
        (0..<random.pick(0...3)).map { _ in
            let type = EdgeValues.pick(ManifestMember.MemberType.allCases, &random).rawValue
            var text = #"{"name":"\#(word(&random))","type":"\#(type)""#
            if depth < 3, random.chance(25) { text += #","members":[\#(members(&random, depth: depth + 1))]"# }
            return text + "}"
        }.joined(separator: ",")
    }

    /// Returns a name as it is written between the quotation marks of JSON.
    private static func word(_ random: inout SeededRandom) -> String {
        EdgeValues.pick(
            [
                "content", "extra", "user", "Content", "duration", "isPrivate", ReportOracle.markup, #"\u001b[2J"#,
                "|`*",
                #"\"'&"#, #"\ud83d\ude00"#, "a/b~c", "PRIVATE", "x",
            ], &random)
    }

    private static func number(_ random: inout SeededRandom) -> String {
        EdgeValues.pick(["0", "1", "3", "16", "-1", "9223372036854775807", "1.5"], &random)
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, names: dictionary, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { JSONShrinker.smaller(input) }

    package var dictionary: [[UInt8]] { ManifestTarget.names.map { Array($0.utf8) } }

    private static let names = [
        "manifest", "platform", "title", "shape", "notes", "sdk", "provenance", "objectNameLimit", "types", "objects",
        "enumerations", "objectName", "class", "aliases", "flags", "members", "commonMembers", "direction", "source",
        "note", "name", "type", "declaredType", "required", "property", "absent", "omits", "default", "carries",
        "maxBytes", "file", "line", "certainty", "value", "values", "number", "text", "representation", "words", "bits",
        "persisted", "counted", "place", "version", "commit", "url",
    ]
}
