// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of severities, which follow from who writes and who reads (CMP-124 to CMP-127).
struct SeverityTests {
    private func severities(_ kind: FindingKind, _ manifests: Manifest..., mode: CheckMode = .registry) -> [String] {
        CompatCheck(manifests, against: mode).findings.flatMap(\.differences).filter { $0.kind == kind }.map {
            "\($0.severity.rawValue) \($0.platform): \($0.place.text)"
        }
    }

    @Test("A member that no side writes is not lost (CMP-124)")
    func readers() throws {
        func offer(_ members: String, _ platform: String) throws -> Manifest {
            try type("a:OfferMsg", #""class":"Offer","members":[\#(members)]"#, platform)
        }
        let poor = try offer(#"{"name":"x"}"#, "a")
        let reader = try offer(#"{"name":"x"},{"name":"y","direction":"read"}"#, "i")
        #expect(severities(.memberMissing, poor, reader) == ["cosmetic a: a:OfferMsg y"])
        let writer = try offer(#"{"name":"x"},{"name":"y","direction":"write"}"#, "i")
        #expect(severities(.memberMissing, poor, writer) == ["tolerated a: a:OfferMsg y"])
        let strict = try offer(#"{"name":"x"},{"name":"y","required":true}"#, "i")
        #expect(severities(.memberMissing, poor, strict) == ["loses-data a: a:OfferMsg y"])
    }

    @Test("A platform that only writes a type loses none of its members (CMP-124)")
    func writers() throws {
        func offer(_ name: String, _ members: String, _ platform: String) throws -> Manifest {
            try type(name, #""class":"Offer","members":[{"name":"x"}\#(members)]"#, platform)
        }
        let whole = try offer("a:OfferMsg", #",{"name":"y"}"#, "ios")
        let (server, client) = (try offer("a:OfferMsg", "", "server"), try offer("a:OfferMsg", "", "web"))
        #expect(
            severities(.memberMissing, whole, server, client)
                == ["tolerated web: a:OfferMsg y", "cosmetic server: a:OfferMsg y"])
        let strict = try offer("a:OfferMsg", #",{"name":"y","required":true}"#, "ios")
        #expect(severities(.memberMissing, strict, server) == ["loses-data server: a:OfferMsg y"])
        let text = try offer("RC:TxtMsg", #",{"name":"content"}"#, "ios")
        let bare = try offer("RC:TxtMsg", "", "server")
        #expect(severities(.memberMissing, text, bare, mode: .eachOther) == ["tolerated server: RC:TxtMsg content"])
        let command = try type(
            "a:OfferMsg", #""class":"Offer","direction":"write","members":[{"name":"x"}]"#, "web")
        #expect(severities(.memberMissing, whole, command) == ["cosmetic web: a:OfferMsg y"])
        let keeper = try type(
            "a:OfferMsg", #""class":"Offer","keepsMembers":true,"members":[{"name":"x"}]"#, "web")
        #expect(severities(.memberMissing, whole, keeper) == ["cosmetic web: a:OfferMsg y"])
    }

    @Test("A value that is sent somewhere shows one message only (CMP-124)")
    func samples() throws {
        let sample = try type(
            "a:OfferMsg",
            #""source":{"file":"a.js","line":1,"certainty":"likely"},"members":[{"name":"x"}]"#, "server")
        let reader = try type(
            "a:OfferMsg", #""class":"Offer","members":[{"name":"x"},{"name":"note"},{"name":"id","required":true}]"#,
            "ios")
        #expect(
            severities(.memberMissing, sample, reader)
                == ["loses-data server: a:OfferMsg id", "cosmetic server: a:OfferMsg note"])
    }

    @Test("Members of all contents are optional in what is no content (CMP-125)")
    func common() throws {
        func notice(_ flags: Int, _ members: String, _ platform: String) throws -> Manifest {
            try type("a:Notice", #""flags":[{"value":\#(flags)}],"members":[{"name":"x"}\#(members)]"#, platform)
        }
        let extra = #",{"name":"extra"}"#
        #expect(
            severities(.memberMissing, try notice(1, "", "a"), try notice(1, extra, "i"))
                == ["cosmetic a: a:Notice extra"])
        #expect(
            severities(.memberMissing, try notice(3, "", "a"), try notice(3, extra, "i"))
                == ["tolerated a: a:Notice extra"])
        let bridge = try members("RC:CmdNtf", #""name":"mentionedInfo""#, shape: "bridge")
        #expect(severities(.memberUnknown, bridge) == ["cosmetic p: RC:CmdNtf mentionedInfo"])
        let user = try members("RC:ContactNtf", #""name":"userInfo""#, shape: "bridge")
        #expect(severities(.memberUnknown, user) == [])
    }

    @Test("A type that a platform lacks matters only if it would show it (CMP-126)")
    func missing() throws {
        let text = #"{"objectName":"RC:TxtMsg","class":"TextMessage","members":[{"name":"content"}]}"#
        let image = #"{"objectName":"RC:ImgMsg","class":"ImageMessage","members":[{"name":"content"}]}"#
        let typing = #"{"objectName":"RC:TypSts","class":"Typing","members":[{"name":"data"}]}"#
        func sdk(_ types: String..., platform: String, shape: String = "wire") throws -> Manifest {
            try manifest(
                #""shape":"\#(shape)","types":[\#(types.joined(separator: ","))]"#, platform)
        }
        let whole = try sdk(text, image, typing, platform: "web")
        let poor = try sdk(text, platform: "old")
        #expect(
            severities(.nameMissing, whole, poor, mode: .eachOther)
                == ["tolerated old: RC:ImgMsg", "tolerated old: RC:TypSts"])
        // A server shows nothing, and the native side of a wrapper answers signals.
        let server = try sdk(text, platform: "server-go")
        #expect(
            severities(.nameMissing, whole, server, mode: .eachOther)
                == ["cosmetic server-go: RC:ImgMsg", "cosmetic server-go: RC:TypSts"])
        let wrapper = try sdk(text, platform: "uni", shape: "bridge")
        #expect(
            severities(.nameMissing, whole, wrapper, mode: .eachOther)
                == ["tolerated uni: RC:ImgMsg", "cosmetic uni: RC:TypSts"])
        // An application has the types of the SDK that it links.
        let app = try sdk(#"{"objectName":"RC:CardMsg"}"#, platform: "app")
        #expect(severities(.nameMissing, whole, app, mode: .eachOther).allSatisfy { !$0.contains(" app:") })
        // A name alone is no declaration of a built-in type.
        let names = try sdk(text, #"{"objectName":"RC:ImgMsg"}"#, platform: "names")
        #expect(severities(.nameMissing, names, poor, mode: .eachOther) == ["cosmetic old: RC:ImgMsg"])
    }

    @Test("If most types of a prefix are not in a tree, a library may declare them (CMP-126)")
    func libraries() throws {
        let names = (0..<9).map { #"{"objectName":"app:T\#($0)Msg"}"# }.joined(separator: ",")
        let whole = try manifest(#""types":[\#(names)]"#, "android")
        let few = try manifest(#""types":[{"objectName":"app:T0Msg"}]"#, "ios")
        let finding = try #require(CompatCheck([whole, few]).findings.first { $0.kind == .nameMissing })
        #expect(finding.isGuess && finding.severity == .cosmetic && finding.places.count == 8)
    }

    @Test(
        "An enumeration that numbers its values in order is translated, and a value that ends it is not sent (CMP-127)")
    func enumerations() throws {
        func numbers(_ values: String) throws -> Manifest {
            try manifest(#""enumerations":[{"name":"conversationType","values":[\#(values)]}]"#)
        }
        let wrapper = try numbers(
            #"{"name":"Private","number":0},{"name":"Group","number":1},{"name":"Chatroom","number":2}"#)
        #expect(
            severities(.enumerationNumber, wrapper) == [
                "tolerated p: conversationType chatroom", "tolerated p: conversationType group",
                "tolerated p: conversationType private",
            ])
        let sentinel = try numbers(#"{"name":"ConversationType_INVALID","number":13}"#)
        #expect(severities(.enumerationNumber, sentinel) == [])
        #expect(
            severities(.enumerationNumber, try numbers(#"{"name":"GROUP","number":2}"#))
                == ["loses-data p: conversationType group"])
    }

    @Test("A loose reader keeps the text of an object, and a number in a text (CMP-129)")
    func loose() throws {
        func offer(_ member: String, _ platform: String) throws -> Manifest {
            try type("a:OfferMsg", #""members":[{"name":"data",\#(member)}]"#, platform)
        }
        let object = try offer(#""type":"object""#, "i")
        let text = try offer(#""type":"string","reading":"loose","direction":"read""#, "a")
        #expect(severities(.memberType, object, text) == ["tolerated a, i: a:OfferMsg data"])
        let writer = try offer(#""type":"string","reading":"loose""#, "a")
        #expect(severities(.memberType, object, writer) == ["loses-data a, i: a:OfferMsg data"])
        let strict = try offer(#""type":"string""#, "a")
        #expect(severities(.memberType, object, strict) == ["loses-data a, i: a:OfferMsg data"])
        // A number is read from a text, but this side's numbers are not read by the other.
        let reader = try offer(#""type":"integer","reading":"loose","direction":"read""#, "i")
        #expect(severities(.memberType, reader, strict) == ["tolerated a, i: a:OfferMsg data"])
        let both = try offer(#""type":"integer","reading":"loose""#, "i")
        #expect(severities(.memberType, both, strict) == ["loses-data a, i: a:OfferMsg data"])
        let boolean = try offer(#""type":"boolean""#, "a")
        #expect(severities(.memberType, reader, boolean) == ["loses-data a, i: a:OfferMsg data"])
    }

    @Test("The members of the message around a content are not the content's (CMP-130)")
    func envelope() throws {
        let base = #"{"name":"messageUId","type":"string","source":{"file":"m.dart","line":9}}"#
        let types = ["RC:TxtMsg", "RC:FileMsg", "RC:StreamMsg"].map { name in
            #"{"objectName":"\#(name)","members":[{"name":"content"},\#(base)]}"#
        }
        let wrapper = try manifest(#""shape":"bridge","types":[\#(types.joined(separator: ","))]"#)
        #expect(!found(.memberSpelling, wrapper).contains { $0.hasSuffix("messageUId") })
        #expect(!found(.memberUnknown, wrapper).contains { $0.hasSuffix("messageUId") })
        let own = try members("RC:StreamMsg", #""name":"messageUId""#, shape: "bridge")
        #expect(found(.memberSpelling, own) == ["DEV-12 cosmetic p: RC:StreamMsg messageUId"])
    }

    @Test("A name that the registry reads as a member is that member in any manifest (CMP-131)")
    func aliases() throws {
        let old = try members("RC:InfoNtf", #""name":"content""#, platform: "a")
        let new = try members("RC:InfoNtf", #""name":"message""#, platform: "i")
        #expect(found(.memberMissing, old, new, against: .eachOther) == [])
        #expect(found(.memberSpelling, old, new, against: .eachOther) == ["DEV-04 loses-data a: RC:InfoNtf content"])
    }

    @Test("Flags that store and count alike are tolerated (CMP-027)")
    func flags() throws {
        let none = try type("RC:TypSts", #""flags":[{"value":0}]"#, "a")
        let status = try type("RC:TypSts", #""flags":[{"value":16}]"#, "b")
        #expect(severities(.flagsDiffer, none, status, mode: .eachOther) == ["tolerated b: RC:TypSts"])
        #expect(found(.flagsDiffer, none, status, against: .eachOther) == ["DEV-76 tolerated b: RC:TypSts"])
        #expect(found(.trap, none) == ["DEV-76 cosmetic a: RC:TypSts"])
    }

    @Test("Known disagreements have their numbers (CMP-038)")
    func numbers() throws {
        let command = try members("RC:PSCmd", #""name":"extra""#, shape: "bridge")
        let missing = found(.memberMissing, command)
        #expect(!missing.isEmpty && missing.allSatisfy { $0.hasPrefix("DEV-19 cosmetic p: RC:PSCmd") })
        #expect(found(.nameAlias, try type("RC:SFMsg", "")) == ["DEV-32 loses-data p: RC:SFMsg"])
        #expect(
            found(.memberType, try members("RC:VCInvite", #""name":"mediaType","type":"string""#))
                == ["DEV-54 tolerated p: RC:VCInvite mediaType"])
        #expect(
            found(.trap, try members("RC:SightMsg", #""name":"sightUrl""#)) == [
                "DEV-14 cosmetic p: RC:SightMsg sightUrl"
            ])
    }
}
