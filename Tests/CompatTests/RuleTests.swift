// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

@Suite("Rules for names, classes and flags") struct RuleTests {
    @Test("Missing types are reported (CMP-022)")
    func missing() throws {
        #expect(
            found(.nameMissing, try type("RC:TxtMsg", "")).contains { $0.hasPrefix("DEV-83 cosmetic p: RC:GIFMsg") })
        // An application's own manifest need not declare built-in types.
        #expect(found(.nameMissing, try type("a:B", "")) == [])
        #expect(
            found(.nameMissing, try type("a:B", ""), try manifest("\"types\":[]", "q")) == ["CMP-022 tolerated q: a:B"])
        #expect(found(.nameMissing, try type("a:B", ""), try type("a:B", "", "q")) == [])
    }

    @Test("Wrong case and aliases of type names are reported (CMP-023, CMP-132)")
    func names() throws {
        #expect(found(.nameCase, try type("RC:CsCha", "")) == ["DEV-30 loses-data p: RC:CsCha"])
        #expect(found(.nameCase, try type("RC:CsLm", "")) == ["DEV-31 cosmetic p: RC:CsLm"])
        #expect(found(.nameCase, try type("RC:txtmsg", "")) == ["CMP-023 loses-data p: RC:txtmsg"])
        #expect(found(.nameCase, try type("RC:TxtMsg", "")) == [])
        #expect(found(.nameAlias, try type("RC:LocMsg", "")) == ["DEV-29 loses-data p: RC:LocMsg"])
        // A constant that only names the type may serve to compare names (CMP-132).
        let constant = #""source":{"file":"names.ts","line":1,"certainty":"likely"}"#
        #expect(found(.nameAlias, try type("RC:LocMsg", constant)) == ["DEV-29 tolerated p: RC:LocMsg"])
        #expect(
            found(.nameAlias, try type("RC:LocMsg", #""class":"Place",\#(constant)"#))
                == ["DEV-29 loses-data p: RC:LocMsg"])
        let alias = try type("RC:LBSMsg", #""aliases":[{"objectName":"RC:LocMsg"}]"#)
        #expect(found(.nameAlias, alias) == ["DEV-29 loses-data p: RC:LocMsg"])
        #expect(found(.nameAlias, try type("RC:LBSMsg", "")) == [])
        #expect(found(.nameEmpty, try type("", "")) == ["DEV-36 loses-data p: "])
        let paired = #""source":{"file":"a.js","line":1,"certainty":"likely"}"#
        #expect(found(.nameEmpty, try type("", paired)) == ["DEV-36 tolerated p: "])
        #expect(
            found(.nameCase, try type("a:Offer", ""), try type("a:offer", "", "q"), try type("a:Offer", "", "r"))
                == ["CMP-023 loses-data q: a:offer"])
    }

    @Test("Long names are reported by their number of characters (CMP-024)")
    func lengths() throws {
        func named(_ count: Int) throws -> Manifest { try type("a:" + String(repeating: "x", count: count - 2), "") }
        #expect(found(.nameLong, try named(16)) == [])
        #expect(found(.nameLong, try named(17)).first?.hasPrefix("DEV-38 cosmetic") == true)
        #expect(found(.nameLong, try named(32)).first?.hasPrefix("DEV-38 cosmetic") == true)
        #expect(found(.nameLong, try named(33)).first?.hasPrefix("DEV-112 loses-data") == true)
        // The limit counts characters and not bytes.
        #expect(found(.nameLong, try type("a:" + String(repeating: "信", count: 14), "")) == [])
        #expect(
            found(.nameLimit, try manifest(#""objectNameLimit":{"value":16}"#)) == ["DEV-38 loses-data p: objectName"])
        #expect(found(.nameLimit, try manifest(#""objectNameLimit":{"value":32}"#)) == [])
    }

    @Test("Own types in the service's name space are reported (CMP-025)")
    func reserved() throws {
        #expect(found(.nameReserved, try type("RC:GiftMsg", "")) == ["DEV-34 tolerated p: RC:GiftMsg"])
        #expect(found(.nameReserved, try type("RC:TxtMsg", "")) == [])
        #expect(found(.nameReserved, try type("app:GiftMsg", "")) == [])
        #expect(found(.nameReserved, try type("RCx:GiftMsg", "")) == [])
    }

    @Test("One class name for two types is reported (CMP-026)")
    func classes() throws {
        let ios = try type("RC:VcMsg", #""class":"RCVoiceMessage""#, "i")
        let web = try type("RC:VcMsg", #""class":"VoiceMessage""#, "w")
        let flutter = try type("RC:HQVCMsg", #""class":"VoiceMessage""#, "z")
        #expect(found(.classShared, ios, web, flutter) == ["DEV-33 cosmetic z: RC:HQVCMsg"])
        #expect(found(.classShared, ios, web) == [])
    }

    @Test(
        "Flags are compared in every spelling (CMP-010, CMP-011, CMP-027)",
        arguments: [
            (#"{"value":3}"#, true), (#"{"value":1}"#, false), (#"{"bits":[0,1]}"#, true), (#"{"bits":[0]}"#, false),
            (#"{"words":["ISCOUNTED"]}"#, true), (#"{"words":["MessagePersistent_ISCOUNTED"]}"#, true),
            (#"{"words":["MessageTag.ISPERSISTED"]}"#, false), (#"{"words":["ISPERSISTED","ISCOUNTED"]}"#, true),
            (#"{"persisted":true,"counted":true}"#, true), (#"{"persisted":true,"counted":false}"#, false),
            (#"{"counted":true}"#, true), (#"{"words":["NONE"]}"#, false), (#"{"words":["what"]}"#, true),
        ])
    func flags(_ flags: String, _ isRight: Bool) throws {
        let findings = found(.flagsDiffer, try type("RC:TxtMsg", "\"flags\":[\(flags)]"))
        #expect(findings == (isRight ? [] : ["CMP-027 loses-data p: RC:TxtMsg"]))
    }

    @Test("Different flags keep their deviation, whatever platform declares them (CMP-038)")
    func flagDeviations() throws {
        #expect(
            found(.flagsDiffer, try type("RC:VCSummary", #""flags":[{"value":0}]"#)) == [
                "DEV-78 loses-data p: RC:VCSummary"
            ])
        // The flags 16 are tolerated for typing status, because they store as little as 0 does.
        #expect(
            found(.flagsDiffer, try type("RC:TypSts", #""flags":[{"value":16}]"#)) == ["DEV-76 tolerated p: RC:TypSts"])
        #expect(found(.flagsDiffer, try type("RC:TypSts", #""flags":[{"value":0}]"#)) == [])
    }

    @Test("Contradicting flags and counted without persisted are reported (CMP-027, CMP-028)")
    func flagTraps() throws {
        let split = try type("RC:InfoNtf", #""flags":[{"value":1,"place":"a"},{"value":0,"place":"b"}]"#)
        #expect(found(.flagsSplit, split) == ["DEV-77 loses-data p: RC:InfoNtf"])
        #expect(found(.flagsSplit, try type("RC:InfoNtf", #""flags":[{"value":1},{"value":1}]"#)) == [])
        #expect(found(.flagsCounted, try type("a:B", #""flags":[{"value":2}]"#)) == ["DEV-75 loses-data p: a:B"])
        #expect(found(.flagsCounted, try type("a:B", #""flags":[{"persisted":false,"counted":true}]"#)).count == 1)
        #expect(found(.flagsCounted, try type("a:B", #""flags":[{"value":3}]"#)) == [])
        // A word of the platform's own enumeration has the value defined there.
        let own = try manifest(
            #""types":[{"objectName":"a:B","flags":[{"words":["counted"]}]}],"enumerations":[{"name":"persistence","values":[{"name":"counted","number":2}]}]"#
        )
        #expect(found(.flagsCounted, own) == ["DEV-75 loses-data p: a:B"])
        let both = #""flags":[{"words":["ISPERSISTED","ISCOUNTED"]}]"#
        #expect(found(.flagsSpelling, try type("RC:StkMsg", both)) == ["DEV-85 cosmetic p: RC:StkMsg"])
        #expect(found(.flagsSpelling, try type("RC:StkMsg", #""flags":[{"words":["ISCOUNTED"]}]"#)) == [])
    }

    @Test(
        "Only content types are required to be counted (CMP-042)",
        arguments: [
            ("app:FooNtf", "", 3, "CMP-042 tolerated"), ("app:FooSts", "", 3, "CMP-042 tolerated"),
            ("app:FooNtf", "", 1, nil), ("app:FooSts", "", 16, nil), ("app:FooMsg", "", 3, nil),
            ("app:FooMsg", "notification", 3, "CMP-042 loses-data"), ("app:Foo", "status", 3, "CMP-042 loses-data"),
            ("app:Foo", "signal", 3, "CMP-042 loses-data"), ("app:FooNtf", "content", 3, nil),
            ("app:FooNtf", "", 2, "CMP-042 tolerated"), ("RC:InfoNtf", "", 3, nil),
        ] as [(String, String, Int, String?)])
    func categories(_ name: String, _ category: String, _ flags: Int, _ expected: String?) throws {
        let word = category.isEmpty ? "" : "\"category\":\"\(category)\","
        let findings = found(.flagsCategory, try type(name, "\(word)\"flags\":[{\"value\":\(flags)}]"))
        #expect(findings == (expected.map { ["\($0) p: \(name)"] } ?? []))
    }

    @Test("Numbers and words of enumerations are compared (CMP-035, CMP-036)")
    func enumerations() throws {
        func numbers(_ values: String, _ name: String = "conversationType", _ more: String = "") throws -> Manifest {
            try manifest("\"enumerations\":[{\"name\":\"\(name)\",\"values\":[\(values)]\(more)}]")
        }
        #expect(
            found(.enumerationNumber, try numbers(#"{"name":"ULTRA_GROUP","number":9}"#))
                == ["DEV-91 loses-data p: conversationType ultraGroup"])
        #expect(found(.enumerationNumber, try numbers(#"{"name":"ConversationTypeUG","number":10}"#)) == [])
        #expect(
            found(.enumerationNumber, try numbers(#"{"name":"counted","number":2}"#, "persistence"))
                == ["DEV-75 tolerated p: persistence counted"])
        let counted =
            #""types":[{"objectName":"a:B","flags":[{"value":2}]}],"enumerations":"#
            + #"[{"name":"persistence","values":[{"name":"counted","number":2}]}]"#
        #expect(found(.enumerationNumber, try manifest(counted)) == ["DEV-75 loses-data p: persistence counted"])
        #expect(
            found(
                .enumerationIndex,
                try numbers(#"{"name":"group","number":2}"#, "conversationType", #","representation":"index""#))
                == ["CMP-036 loses-data p: conversationType group"])
        #expect(
            found(
                .enumerationIndex,
                try numbers(#"{"name":"private","number":1}"#, "conversationType", #","representation":"index""#)) == []
        )
        #expect(
            found(.enumerationWord, try numbers(#"{"name":"ContactOperationRequest"}"#, "contactOperation"))
                == ["DEV-67 loses-data p: contactOperation Request"])
        #expect(found(.enumerationWord, try numbers(#"{"name":"Request"}"#, "contactOperation")) == [])
        #expect(
            found(
                .enumerationMissing,
                try numbers(
                    #"{"name":"none","number":0},{"name":"persisted","number":1},{"name":"counted","number":3}"#,
                    "persistence"))
                == ["DEV-76 cosmetic p: persistence status"])
    }

    @Test("Correct but error-prone declarations are reported as cosmetic (CMP-037)")
    func traps() throws {
        #expect(
            found(.trap, try type("RC:chrmKVNotiMsg", ""))
                == ["DEV-35 cosmetic p: RC:chrmKVNotiMsg", "DEV-80 cosmetic p: RC:chrmKVNotiMsg"])
        #expect(found(.trap, try type("RC:TxtMsg", "")) == [])
        #expect(
            found(.trap, try members("RC:ReferenceMsg", #""name":"objName""#)) == [
                "DEV-15 cosmetic p: RC:ReferenceMsg objName"
            ])
        #expect(found(.trap, try members("RC:ReferenceMsg", #""name":"content""#)) == [])
        #expect(
            found(.trap, try members("RC:ReadNtf", #""name":"messageUId""#)) == [
                "DEV-13 cosmetic p: RC:ReadNtf messageUId"
            ])
        #expect(
            found(.trap, try members("RC:VCSummary", #""name":"status""#)) == ["DEV-17 cosmetic p: RC:VCSummary status"]
        )
    }
}
