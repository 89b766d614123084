// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

@Suite("Rules for declarations that belong together") struct AgreementRuleTests {
    @Test("Two different declarations of one name are reported (CMP-043)")
    func twice() throws {
        func twice(_ first: String, _ second: String) throws -> Manifest {
            try manifest(#""types":[{"objectName":"a:B"\#(first)},{"objectName":"a:B"\#(second)}]"#)
        }
        let members = #","members":[{"name":"a","type":"string"}]"#
        let others = #","members":[{"name":"b","type":"string"}]"#
        #expect(found(.typeSplit, try twice(members, others)) == ["CMP-043 tolerated p: a:B"])
        #expect(found(.typeSplit, try twice(members, members)) == [])
        // Facts that one of the declarations omits are not compared (CMP-001).
        #expect(found(.typeSplit, try twice(members, "")) == [])
        #expect(found(.typeSplit, try twice(#","flags":[{"value":3}]"#, #","flags":[{"value":1}]"#)).count == 1)
        let integer = #","members":[{"name":"a","type":"integer"}]"#
        let finding = CompatCheck([try twice(members, integer)]).findings.first { $0.kind == .typeSplit }
        #expect(finding?.right.contains("a is a string and an integer") == true)
    }

    @Test("Declarations of what a server only writes may lack optional members (CMP-043)")
    func writers() throws {
        func twice(_ name: String, _ first: String, _ second: String) throws -> Manifest {
            try manifest(
                #""types":[{"objectName":"\#(name)"\#(first)},{"objectName":"\#(name)"\#(second)}]"#, "server-java")
        }
        let short = #","members":[{"name":"content"}]"#
        let long = #","members":[{"name":"content"},{"name":"extra"}]"#
        #expect(found(.typeSplit, try twice("RC:TxtMsg", short, long)) == ["CMP-043 cosmetic server-java: RC:TxtMsg"])
        let strict = #","members":[{"name":"content"},{"name":"extra","required":true}]"#
        #expect(found(.typeSplit, try twice("a:TxtMsg", short, strict)) == ["CMP-043 tolerated server-java: a:TxtMsg"])
        // The registry requires the content.
        let empty = #","members":[{"name":"extra"}]"#
        #expect(found(.typeSplit, try twice("RC:TxtMsg", empty, long)) == ["CMP-043 tolerated server-java: RC:TxtMsg"])
    }

    @Test("Names that appear to be one type are paired (CMP-044)")
    func near() throws {
        let members = #""members":[{"name":"winner","type":"string"}]"#
        let one = try type("app:chrmPkMsg", members, "ios")
        let two = try type("app:chrmPkNewMsg", members, "android")
        #expect(found(.nameNear, one, two) == ["CMP-044 loses-data android, ios: app:chrmPkMsg"])
        #expect(found(.nameMissing, one, two) == [])
        // The members of a pair are compared.
        let other = try type("app:chrmPkNewMsg", #""members":[{"name":"winner","type":"integer"}]"#, "android")
        #expect(found(.memberType, one, other) == ["CMP-031 loses-data android, ios: app:chrmPkMsg winner"])
        // Types without common members are distinct.
        let stranger = try type("app:chrmPkNewMsg", #""members":[{"name":"seat"}]"#, "android")
        #expect(found(.nameNear, one, stranger) == [])
        #expect(found(.nameMissing, one, stranger).count == 2)
        // A platform that declares both names distinguishes the two types.
        let both = try manifest(
            #""types":[{"objectName":"app:chrmPkMsg"},{"objectName":"app:chrmPkNewMsg"}]"#, "ios")
        #expect(found(.nameNear, both, two) == [])
        #expect(found(.nameNear, try type("app:GiftMsg", "", "ios"), try type("app:RankMsg", "", "android")) == [])
    }

    @Test("A typed decoder that fails ranks first, and a reader that converts loses no data (CMP-045)")
    func typed() throws {
        func status(_ kind: String, _ reading: String, _ platform: String) throws -> Manifest {
            try type(
                "a:B",
                #""reading":"\#(reading)","members":[{"name":"status","type":"\#(kind)"},{"name":"z","type":"object"}]"#,
                platform)
        }
        let exact = CompatCheck([try status("integer", "exact", "ios"), try status("string", "loose", "android")])
        let finding = try #require(exact.findings.first)
        #expect(finding.kind == .memberType && finding.failsDecoder && finding.severity == .losesData)
        #expect(finding.advice.contains("the typed decoder of ios refuses the whole message"))
        let loose = try [status("integer", "loose", "ios"), status("string", "loose", "android")]
        #expect(found(.memberType, loose[0], loose[1]) == ["CMP-031 tolerated android, ios: a:B status"])
        let object = try type("a:B", #""reading":"loose","members":[{"name":"status","type":"object"}]"#, "w")
        #expect(found(.memberType, loose[0], object) == ["CMP-031 loses-data ios, w: a:B status"])
        let again = try Manifest(parsing: Array(loose[0].json.utf8))
        #expect(again == loose[0])
    }

    @Test("A type of one application is not required of an unrelated one (CMP-046)")
    func unrelated() throws {
        let shop = try type("shop:Offer", "", "shop")
        let game = try type("game:Move", "", "game")
        #expect(found(.nameMissing, shop, game) == [])
        let web = try manifest(#""types":[{"objectName":"shop:Order"},{"objectName":"game:Move"}]"#, "web")
        let missing = found(.nameMissing, shop, web)
        #expect(missing == ["CMP-022 tolerated shop: shop:Order", "CMP-022 tolerated web: shop:Offer"])
        // Types that the user names as shared are expected on every platform, and no others are compared.
        let shared = CompatCheck([shop, game], own: ["shop:*"]).findings.filter { $0.kind == .nameMissing }
        #expect(shared.map { "\($0.platform) \($0.place.text)" } == ["game shop:Offer"])
    }

    @Test("Members of a nested object are compared too (CMP-039)")
    func nested() throws {
        func order(_ inner: String, _ platform: String) throws -> Manifest {
            try type("a:Order", #""members":[{"name":"sender","type":"object","members":[\#(inner)]}]"#, platform)
        }
        let ios = try order(#"{"name":"uid","type":"string","required":true}"#, "ios")
        let android = try order(#"{"name":"userId","type":"string"}"#, "android")
        #expect(
            found(.memberMissing, ios, android) == [
                "CMP-030 loses-data android: a:Order sender.uid", "CMP-030 tolerated ios: a:Order sender.userId",
            ])
        // The names of constants are compared without case and without the enumeration's name as a prefix.
        func state(_ word: String, _ number: Int, _ platform: String) throws -> Manifest {
            try manifest(
                #""enumerations":[{"name":"State","values":[{"name":"\#(word)","number":\#(number)}]}]"#, platform)
        }
        #expect(
            found(.enumerationNumber, try state("StateSoldOut", 2, "i"), try state("SOLD_OUT", 3, "w"))
                == ["CMP-035 loses-data i, w: State soldout"])
    }

    @Test("Two files that declare the same types differently are one cause (CMP-043, CMP-121)")
    func splitFiles() throws {
        func declaration(_ name: String, _ flags: Int, _ file: String, _ line: Int) -> String {
            #"{"objectName":"\#(name)","flags":[{"value":\#(flags)}],"source":{"file":"\#(file)","line":\#(line)}}"#
        }
        let types = [
            declaration("a:B", 3, "one.ts", 1), declaration("a:C", 1, "one.ts", 2), declaration("a:B", 1, "two.ts", 1),
            declaration("a:C", 0, "two.ts", 2),
        ]
        let split = CompatCheck([try manifest(#""types":[\#(types.joined(separator: ","))]"#)]).findings.filter {
            $0.kind == .typeSplit
        }
        #expect(split.count == 1 && split.first?.places.count == 2)
        // The first claim and the source are those of one file.
        #expect(split.first?.source?.file == "one.ts" && split.first?.left.contains("one.ts") == true)
    }

    @Test("Positions are not compared with numbers, and an enumeration differs once (CMP-128)")
    func positions() throws {
        func kinds(_ values: String, _ platform: String, _ representation: String = "value") throws -> Manifest {
            try manifest(
                #""enumerations":[{"name":"conversationType","representation":"\#(representation)","values":[\#(values)]}]"#,
                platform)
        }
        let sent = try kinds(#"{"name":"private","number":1},{"name":"group","number":3}"#, "w2")
        let words = try kinds(#"{"name":"GROUP","number":0},{"name":"PRIVATE","number":1}"#, "w1", "index")
        #expect(found(.enumerationNumber, sent, words, against: .eachOther) == [])
        #expect(
            found(.enumerationIndex, sent, words, against: .eachOther) == ["CMP-036 tolerated w1: conversationType"])
        let equal = try kinds(#"{"name":"PRIVATE","number":1}"#, "w1", "index")
        #expect(found(.enumerationIndex, sent, equal, against: .eachOther) == [])
        let other = try kinds(#"{"name":"group","number":1}"#, "w3", "index")
        #expect(
            found(.enumerationNumber, words, other, against: .eachOther)
                == ["CMP-035 tolerated w1, w3: conversationType group"])
    }

    @Test("A different name is safe only if each side reads the other's (CMP-039)")
    func aliases() throws {
        func rank(_ member: String, _ platform: String) throws -> Manifest {
            try type("a:Rank", #""members":[\#(member)]"#, platform)
        }
        let ios = try rank(#"{"name":"rid"}"#, "ios")
        let android = try rank(#"{"name":"roomId","aliases":["rid"]}"#, "android")
        #expect(found(.memberSpelling, ios, android) == ["CMP-029 loses-data android, ios: a:Rank rid"])
        let both = try rank(#"{"name":"rid","aliases":["roomId"]}"#, "ios")
        #expect(found(.memberSpelling, both, android) == ["CMP-029 tolerated android, ios: a:Rank rid"])
        // One side must not omit a member that the other requires.
        let reader = try rank(#"{"name":"rid","required":true}"#, "ios")
        let writer = try rank(#"{"name":"rid","omits":["empty-string"]}"#, "web")
        #expect(found(.memberRequired, reader, writer) == ["CMP-030 loses-data web: a:Rank rid"])
    }
}
