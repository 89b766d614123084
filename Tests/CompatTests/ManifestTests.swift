// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat
import Testing

@Suite("Manifests") struct ManifestTests {
    @Test("Every platform's manifest survives a round trip", arguments: try platforms().map(\.file))
    func roundTrip(_ file: String) throws {
        let bytes = try #require(try platforms().first { $0.file == file }).bytes
        let manifest = try Manifest(parsing: bytes)
        #expect(manifest.types.count > 0 || manifest.reading != nil)
        #expect(!manifest.provenance.isEmpty)
        #expect(try Manifest(parsing: Array(manifest.json.utf8)) == manifest)
    }

    @Test("Each of the 15 platforms has a manifest")
    func count() throws {
        #expect(try platforms().count == 15)
    }

    @Test("Every member of the format survives a round trip")
    func everything() throws {
        let text = """
            {"$schema":"x","manifest":1,"platform":"p","title":"t",
            "sdk":{"name":"s","version":"1","commit":"c","url":"u"},
            "provenance":[{"source":"s","commit":"c","note":"n"}],"shape":"bridge",
            "reading":{"types":"exact","characters":"ascii","source":{"file":"f"}},"notes":["n"],
            "objectNameLimit":{"value":16,"source":{"file":"f"}},
            "types":[{"objectName":"a:B","class":"B","aliases":[{"objectName":"a:C","source":{"file":"f"}}],"shape":"wire","category":"status",
            "flags":[{"value":3,"words":["W"],"bits":[0,1],"persisted":true,"counted":false,"place":"x",
            "source":{"file":"f","line":3,"certainty":"guess"}}],"direction":"write","commonMembers":false,"keepsMembers":true,
            "members":[{"name":"m","type":["string","null"],"declaredType":"T","required":true,"aliases":["n"],
            "property":"p","direction":"read","absent":"empty-array","omits":["zero","local-path"],"default":{"a":1.50},
            "carries":"o","maxBytes":9,"members":[{"name":"i","type":"base64"}],"source":{"file":"f"}}],
            "source":{"file":"f","line":1,"certainty":"likely"},"note":"n"}],
            "objects":[{"name":"*","class":"C","shape":"property","members":[],"source":{"file":"f"}}],
            "enumerations":[{"name":"e","class":"E","representation":"index",
            "values":[{"name":"v","number":1,"text":"t","source":{"file":"f"}}],"source":{"file":"f"}}]}
            """
        let manifest = try Manifest(parsing: Array(text.utf8))
        #expect(try Manifest(parsing: Array(manifest.json.utf8)) == manifest)
        #expect(manifest.types.first?.members?.first?.defaultValue == "{\"a\":1.50}")
        for word in [
            "guess", "likely", "status", "empty-array", "local-path", "1.50", "index", "\"bits\": [0, 1]",
            "\"text\": \"t\"",
        ] {
            #expect(manifest.json.contains(word), "\(word)")
        }
    }

    @Test(
        "Errors in a manifest include the path",
        arguments: [
            (#"[]"#, ""), (#"{"platform":"p"}"#, "/manifest"), (#"{"manifest":2,"platform":"p"}"#, "/manifest"),
            (#"{"manifest":1}"#, ""), (#"{"manifest":1,"platform":""}"#, "/platform"),
            (#"{"manifest":1,"platform":"p","typos":[]}"#, "/typos"),
            (#"{"manifest":1,"platform":"p","types":{}}"#, "/types"),
            (#"{"manifest":1,"platform":"p","types":[{"class":"C"}]}"#, "/types/0"),
            (#"{"manifest":1,"platform":"p","types":[{"objectName":"a","flag":1}]}"#, "/types/0/flag"),
            (#"{"manifest":1,"platform":"p","types":[{"objectName":"a","flags":[{}]}]}"#, "/types/0/flags/0"),
            (
                #"{"manifest":1,"platform":"p","types":[{"objectName":"a","flags":[{"value":"3"}]}]}"#,
                "/types/0/flags/0/value"
            ),
            (
                #"{"manifest":1,"platform":"p","types":[{"objectName":"a","members":[{"name":"m","type":"text"}]}]}"#,
                "/types/0/members/0/type"
            ),
            (
                #"{"manifest":1,"platform":"p","types":[{"objectName":"a"},{"objectName":"b","source":{"line":1}}]}"#,
                "/types/1/source"
            ),
            (#"{"manifest":1,"platform":"p","shape":"wires"}"#, "/shape"),
            (#"{"manifest":1,"manifest":1,"platform":"p"}"#, "/manifest"),
            (#"{"manifest":1,"platform":"p""#, ""),
        ])
    func errors(_ text: String, _ path: String) {
        let error = #expect(throws: ManifestError.self) { try Manifest(parsing: Array(text.utf8)) }
        #expect(error?.path == path)
    }

    @Test("A manifest's own members and $schema are ignored")
    func extensions() throws {
        #expect(try manifest(#""x-note":1,"types":[{"objectName":"a:B","x-owner":"me"}]"#).types.count == 1)
    }

    @Test("The schema lists the members that the parser knows")
    func schema() throws {
        let url = root.appending(path: "Spec/manifest.schema.json")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        let definitions = try #require(json["$defs"] as? [String: [String: Any]])
        // An unknown member is rejected by name, while a known member is rejected only for its value.
        for (name, prefix, suffix) in [
            ("type", #""types":[{"#, "}]"), ("member", #""types":[{"objectName":"a","members":[{"#, "}]}]"),
            ("flags", #""types":[{"objectName":"a","flags":[{"#, "}]}]"), ("object", #""objects":[{"#, "}]"),
            ("enumeration", #""enumerations":[{"#, "}]"),
        ] {
            let members = try #require(definitions[name]?["properties"] as? [String: Any])
            for member in members.keys {
                do {
                    _ = try manifest("\(prefix)\"\(member)\":null\(suffix)")
                } catch let error as ManifestError {
                    #expect(!error.message.contains("no such member"), "\(name).\(member)")
                }
            }
        }
    }
}
