// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat
import IMWireTestSupport

/// A target for manifests, in which a platform declares what it sends and which the comparison accepts from outside.
struct ManifestTarget: JSONTextTarget {
    let name = "manifests"
    /// A manifest with which the registry is loaded once, so that its memory is not attributed to an input.
    private let own: Manifest

    init() {
        own = Manifest(platform: "own")
        _ = CompatCheck([own])
    }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        do throws(ManifestError) {
            let manifest = try Manifest(parsing: input)
            observation.record(size: manifest.types.count, UInt64(manifest.objects.count))
            ManifestTarget.check("manifest", manifest, &observation)
            let hash = TextHash.of(input.span)
            let modes = observation.effort == .thorough || hash & 7 == 0 ? CheckMode.allCases : [.registry]
            for mode in modes {
                let check = CompatCheck([manifest, own], against: mode)
                for finding in check.findings { observation.record(.shape, TextHash.of(finding.kind.rawValue)) }
                if modes.count > 1 { ReportOracle.check(check, &observation) }
            }
        } catch {
            let depth = error.path.utf8.count { $0 == .slash }
            observation.record(.code, TextHash.of(String(error.message.prefix(12))), UInt64(min(depth, 8)))
        }
        memory.check(name, input: input.count, factor: 8_000, base: 64 << 20, &observation)
    }

    /// Checks whether a manifest is read as it was written, and is written the same again.
    static func check(_ place: String, _ manifest: Manifest, _ observation: inout Observation) {
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

    func generate(_ random: inout SeededRandom) -> [UInt8] { ManifestTarget.grammar.text("manifest", &random) }

    private static let grammar = TextGrammar([
        "manifest": [#"{"manifest":1,"platform":"<word>"<objects?30><enumerations?30>,"types":[<type*4>]}"#],
        "objects": [#","objects":[{"name":"<word>","members":[<member*3>]}]"#],
        "enumerations": [
            #","enumerations":[{"name":"conversationType","values":[{"name":"<word>","number":<number>}]}]"#
        ],
        "type": [#"{"objectName":"<objectName>","class":"<word>"<flags?50><aliases?20><members?80>}"#],
        "flags": [#","flags":[{"value":<number>,"words":["<word>"]}]"#],
        "aliases": [#","aliases":[{"objectName":"<word>"}]"#],
        "members": [#","members":[<member*3>]"#],
        "member": [#"{"name":"<word>","type":"<kind>"<members?25>}"#],
        "kind": ManifestMember.MemberType.allCases.map(\.rawValue),
        "objectName": ["RC:TxtMsg", "RC:ImgMsg", "RC:ReadNtf", "RC:txtMsg", "App:A", "RC:New", ""],
        // Names as they are written between the quotation marks of JSON.
        "word": [
            "content", "extra", "user", "Content", "duration", "isPrivate", ReportOracle.markup, #"\u001b[2J"#, "|`*",
            #"\"'&"#, #"\ud83d\ude00"#, "a/b~c", "PRIVATE", "x",
        ],
        "number": ["0", "1", "3", "16", "-1", "9223372036854775807", "1.5"],
    ])

    let dictionary = [[UInt8]](
        words: """
            manifest platform title shape notes sdk provenance objectNameLimit types objects enumerations objectName class
            aliases flags members commonMembers direction source note name type declaredType required property absent omits
            default carries maxBytes file line certainty value values number text representation words bits persisted
            counted place version commit url
            """)
}
