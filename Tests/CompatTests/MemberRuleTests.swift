// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

@Suite("Rules for members") struct MemberRuleTests {
    @Test("Other spellings of a member are reported (CMP-029)")
    func spelling() throws {
        func text(_ name: String, _ more: String = "", shape: String = "wire") throws -> [String] {
            found(.memberSpelling, try members("RC:CmdNtf", "\"name\":\"\(name)\"\(more)", shape: shape))
        }
        #expect(try text("operation") == ["DEV-01 loses-data p: RC:CmdNtf operation"])
        #expect(try text("name") == [])
        #expect(try text("Name") == ["CMP-029 loses-data p: RC:CmdNtf Name"])
        // A bridge translates names, and the name of a property need not be the name on the wire (CMP-040).
        #expect(try text("operation", shape: "bridge") == ["DEV-01 cosmetic p: RC:CmdNtf operation"])
        #expect(try text("operation", shape: "property") == ["DEV-01 cosmetic p: RC:CmdNtf operation"])
        // No data is lost if the right name is present too.
        let both = try members("RC:CmdNtf", #""name":"name""#, #""name":"operation""#)
        #expect(found(.memberSpelling, both) == ["DEV-01 tolerated p: RC:CmdNtf operation"])
        let near = try members("RC:ReadNtf", #""name":"lastMesageSendTime""#)
        #expect(found(.memberSpelling, near) == ["CMP-029 loses-data p: RC:ReadNtf lastMesageSendTime"])
        let misspelt = try members("RC:VCModifyMem", #""name":"existedUserProfiles""#)
        #expect(found(.memberSpelling, misspelt) == ["DEV-18 loses-data p: RC:VCModifyMem existedUserProfiles"])
    }

    @Test("Members of nested objects and members common to all contents are compared")
    func objects() throws {
        let user = try manifest(#""objects":[{"name":"user","members":[{"name":"id"},{"name":"icon"}]}]"#)
        #expect(found(.memberSpelling, user) == ["DEV-08 loses-data p: user.icon"])
        let right = try manifest(#""objects":[{"name":"user","members":[{"name":"id"},{"name":"portrait"}]}]"#)
        #expect(found(.memberSpelling, right) == [])
        let common = try manifest(#""objects":[{"name":"*","members":[{"name":"auditInfo"}]}]"#)
        #expect(found(.memberSpelling, common) == ["DEV-11 loses-data p: auditInfo"])
        let inner = try members("RC:TxtMsg", #""name":"user","members":[{"name":"userId"}]"#)
        #expect(found(.memberSpelling, inner) == ["DEV-09 loses-data p: RC:TxtMsg user.userId"])
    }

    @Test("Unknown members, duplicate members and names that differ in case are reported (CMP-029)")
    func strangers() throws {
        #expect(
            found(.memberUnknown, try members("RC:TxtMsg", #""name":"bubble""#)) == [
                "CMP-029 cosmetic p: RC:TxtMsg bubble"
            ])
        #expect(found(.memberUnknown, try members("RC:TxtMsg", #""name":"bubble""#, shape: "property")) == [])
        #expect(
            found(.memberUnknown, try members("RC:SightMsg", #""name":"local""#, shape: "bridge"))
                == ["DEV-24 cosmetic p: RC:SightMsg local"])
        let twice = try members("RC:InfoNtf", #""name":"content""#, #""name":"content""#)
        #expect(found(.memberTwice, twice) == ["DEV-04 loses-data p: RC:InfoNtf content"])
        #expect(found(.memberTwice, try members("RC:InfoNtf", #""name":"message""#, #""name":"extra""#)) == [])
        let cases = try manifest(
            #""types":[{"objectName":"a:B","members":[{"name":"messageUId"}]},{"objectName":"a:C","members":[{"name":"messageUID"}]}]"#
        )
        #expect(found(.memberCase, cases) == ["DEV-13 cosmetic p: a:C messageUID"])
        #expect(found(.memberCase, try members("a:B", #""name":"messageUId""#)) == [])
    }

    @Test("Missing members are reported (CMP-030)")
    func missing() throws {
        let combine = try members(
            "RC:CombineMsg", #""name":"remoteUrl""#, #""name":"nameList""#, #""name":"summaryList""#)
        #expect(found(.memberMissing, combine).contains("DEV-21 loses-data p: RC:CombineMsg conversationType"))
        let whole = try members("RC:VcMsg", #""name":"content""#, #""name":"duration""#)
        #expect(found(.memberMissing, whole) == [])
        // A type without a list of members is not checked (CMP-009), and a member with an alias is not missing.
        #expect(found(.memberMissing, try type("RC:CombineMsg", "")) == [])
        #expect(found(.memberMissing, try members("RC:CmdNtf", #""name":"operation""#, #""name":"data""#)) == [])
        let skips = try manifest(
            #""objects":[{"name":"*","members":[{"name":"user"}]}],"types":[{"objectName":"a:B","commonMembers":false,"members":[]}]"#
        )
        #expect(found(.memberCommon, skips) == ["DEV-70 tolerated p: a:B *"])
    }

    @Test(
        "Different types of a value are reported (CMP-031)",
        arguments: [
            (#""string""#, "DEV-39 tolerated"), (#""integer""#, nil), (#""number""#, nil),
            (#""any""#, "DEV-39 tolerated"),
            (#"["integer","string"]"#, "DEV-39 tolerated"), (#""boolean""#, "DEV-39 tolerated"),
            (#""object""#, "DEV-39 loses-data"),
        ] as [(String, String?)])
    func types(_ type: String, _ expected: String?) throws {
        let findings = found(.memberType, try members("RC:FileMsg", "\"name\":\"size\",\"type\":\(type)"))
        #expect(findings == (expected.map { ["\($0) p: RC:FileMsg size"] } ?? []))
    }

    @Test("Types are compared under an alias, and a URL in place of Base64 is tolerated")
    func typesByAlias() throws {
        #expect(
            found(.memberType, try members("RC:RcNtf", #""name":"isAdmin","type":"string""#))
                == ["DEV-45 tolerated p: RC:RcNtf isAdmin"])
        #expect(
            found(.memberType, try members("RC:LBSMsg", #""name":"content","type":["base64","url"]"#))
                == ["DEV-72 tolerated p: RC:LBSMsg content"])
        #expect(found(.memberType, try members("RC:LBSMsg", #""name":"content","type":"string""#)) == [])
    }

    @Test("Direction, unused members and wrong values are reported (CMP-032)")
    func directions() throws {
        let split = try members(
            "RC:RcNtf", #""name":"mAdmin","direction":"write""#, #""name":"admin","direction":"read""#)
        #expect(found(.memberDirection, split) == ["DEV-06 loses-data p: RC:RcNtf mAdmin"])
        let lost = try members("RC:SightMsg", #""name":"name","direction":"read""#)
        #expect(found(.memberDirection, lost) == ["DEV-27 loses-data p: RC:SightMsg name"])
        #expect(found(.memberDirection, try members("RC:SightMsg", #""name":"name""#)) == [])
        // A reader that accepts an alias besides the right name is correct.
        let lenient = try members("RC:CmdNtf", #""name":"name""#, #""name":"operation","direction":"read""#)
        #expect(found(.memberDirection, lenient) == [])
        let unused = try members("RC:CsHs", #""name":"groupid","direction":"none""#)
        #expect(found(.memberUnused, unused) == ["DEV-66 loses-data p: RC:CsHs groupid"])
        let alias = try members("RC:CombineMsg", #""name":"content","direction":"none""#)
        #expect(found(.memberUnused, alias) == ["DEV-68 loses-data p: RC:CombineMsg content"])
        let carries = try members("RC:GrpNtf", #""name":"operatorUserId","carries":"operation""#)
        #expect(found(.memberCarries, carries) == ["DEV-05 loses-data p: RC:GrpNtf operatorUserId"])
        #expect(
            found(.memberCarries, try members("RC:CombineMsg", #""name":"content","carries":"remoteUrl""#))
                == ["DEV-68 loses-data p: RC:CombineMsg content"])
        #expect(found(.memberCarries, try members("RC:GrpNtf", #""name":"operatorUserId""#)) == [])
    }

    @Test("Unexpected values and missing values are reported (CMP-033, CMP-034)")
    func values() throws {
        #expect(
            found(.memberDevice, try members("RC:FileMsg", #""name":"localPath""#)) == [
                "DEV-64 tolerated p: RC:FileMsg localPath"
            ])
        #expect(
            found(.memberDevice, try members("RC:LBSMsg", #""name":"mBase64""#)) == [
                "DEV-26 tolerated p: RC:LBSMsg mBase64"
            ])
        #expect(found(.memberDevice, try members("RC:FileMsg", #""name":"localPath","direction":"read""#)) == [])
        // An empty address stands for none, and nothing is lost without it.
        #expect(
            found(.memberOmits, try members("RC:FileMsg", #""name":"fileUrl","omits":["empty-string"]"#))
                == ["DEV-60 cosmetic p: RC:FileMsg fileUrl"])
        // A platform that reads the type without the member has what stands for an empty text.
        let poi = #""name":"poi","omits":["empty-string"]"#
        #expect(found(.memberOmits, try members("RC:LBSMsg", poi)) == ["DEV-60 loses-data p: RC:LBSMsg poi"])
        #expect(
            found(.memberOmits, try members("RC:LBSMsg", poi + #","required":false"#))
                == ["DEV-60 tolerated p: RC:LBSMsg poi"])
        func absent(_ member: String, _ form: String) throws -> [String] {
            found(.memberAbsent, try members("RC:TxtMsg", "\"name\":\"\(member)\",\"absent\":\"\(form)\""))
        }
        #expect(try absent("user", "empty-array") == ["DEV-52 tolerated p: RC:TxtMsg user"])
        #expect(try absent("extra", "null") == ["DEV-51 tolerated p: RC:TxtMsg extra"])
        #expect(try absent("extra", "zero") == ["DEV-61 cosmetic p: RC:TxtMsg extra"])
        #expect(try absent("extra", "omitted") == [])
        let size = #""name":"size","omits":["zero"]"#
        #expect(found(.memberOmits, try members("RC:FileMsg", size)) == ["DEV-60 tolerated p: RC:FileMsg size"])
        // The native side of a bridge writes the content (CMP-040).
        #expect(
            found(.memberOmits, try members("RC:FileMsg", size, shape: "bridge")) == [
                "DEV-60 cosmetic p: RC:FileMsg size"
            ])
        #expect(found(.memberOmits, try members("RC:FileMsg", #""name":"size""#)) == [])
        #expect(
            found(.memberDefault, try members("RC:HQVCMsg", #""name":"type","default":"aac""#))
                == ["DEV-65 cosmetic p: RC:HQVCMsg type"])
        #expect(
            found(.memberDefault, try members("RC:TxtMsg", #""name":"extra","default":"""#))
                == ["DEV-62 cosmetic p: RC:TxtMsg extra"])
        #expect(
            found(.memberSize, try members("RC:CombineV2Msg", #""name":"msgList","maxBytes":12288"#))
                == ["DEV-74 tolerated p: RC:CombineV2Msg msgList"])
    }
}

@Suite("Own types of two platforms") struct DisagreementTests {
    @Test("Renamed, retyped and missing members are reported (CMP-039)")
    func members() throws {
        func offer(_ platform: String, _ list: String) throws -> Manifest {
            try type("a:Offer", "\"members\":[\(list)]", platform)
        }
        let ios = try offer(
            "i", #"{"name":"offerId","type":"string","required":true},{"name":"price","type":"integer"}"#)
        let web = try offer("w", #"{"name":"offerID","type":"string"},{"name":"price","type":"string"}"#)
        let android = try offer(
            "a", #"{"name":"offerId","type":"string","required":false},{"name":"price","type":"number"}"#)
        #expect(found(.memberSpelling, android, ios, web) == ["CMP-029 loses-data w: a:Offer offerID"])
        #expect(found(.memberType, android, ios, web) == ["CMP-031 loses-data w: a:Offer price"])
        #expect(found(.memberRequired, android, ios, web) == ["CMP-030 tolerated i: a:Offer offerId"])
        #expect(found(.memberMissing, android, ios, web) == [])
        let poor = try offer("x", #"{"name":"price","type":"integer"}"#)
        #expect(found(.memberMissing, ios, poor) == ["CMP-030 loses-data x: a:Offer offerId"])
        // The result does not depend on the order of the manifests.
        #expect(CompatCheck([ios, web, android]).findings == CompatCheck([android, web, ios]).findings)
    }

    @Test("One property under two names is reported")
    func properties() throws {
        let one = try type("a:B", #""members":[{"name":"t","property":"title"}]"#, "i")
        let two = try type("a:B", #""members":[{"name":"headline","property":"title"}]"#, "w")
        #expect(found(.memberSpelling, one, two) == ["CMP-029 loses-data i, w: a:B headline"])
    }

    @Test("Different flags and numbers are reported")
    func flags() throws {
        let one = try type("a:B", #""flags":[{"words":["ISCOUNTED"]}]"#, "i")
        let two = try type("a:B", #""flags":[{"value":1}]"#, "w")
        let three = try type("a:B", #""flags":[{"persisted":true,"counted":true}]"#, "z")
        #expect(found(.flagsDiffer, one, two, three) == ["CMP-027 loses-data w: a:B"])
        #expect(found(.flagsDiffer, one, three) == [])
        func state(_ number: Int, _ platform: String) throws -> Manifest {
            try manifest(
                "\"enumerations\":[{\"name\":\"state\",\"values\":[{\"name\":\"sold\",\"number\":\(number)}]}]",
                platform)
        }
        #expect(
            found(.enumerationNumber, try state(2, "i"), try state(3, "w")) == ["CMP-035 loses-data i, w: state sold"])
        #expect(found(.enumerationNumber, try state(2, "i"), try state(2, "w")) == [])
    }

    @Test("Built-in types are compared with each other without the registry (CMP-020)")
    func eachOther() throws {
        let one = try type("RC:FileMsg", #""members":[{"name":"size","type":"integer"}]"#, "i")
        let two = try type("RC:FileMsg", #""members":[{"name":"size","type":"string"}]"#, "w")
        #expect(found(.memberType, one, two, against: .eachOther) == ["CMP-031 tolerated w: RC:FileMsg size"])
        #expect(found(.memberType, one, two) == ["DEV-39 tolerated w: RC:FileMsg size"])
    }
}
