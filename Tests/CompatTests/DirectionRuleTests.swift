// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

@Suite("Rules for what a platform only reads") struct DirectionRuleTests {
    private func due(_ direction: String, _ members: String, _ platform: String) throws -> Manifest {
        try type("a:Due", #""direction":"\#(direction)","members":[\#(members)]"#, platform)
    }

    @Test("A type that a platform only reads loses nothing of what it does not send (CMP-152)")
    func received() throws {
        let text = #"{"name":"data","type":"string","reading":"loose"}"#
        let object = #"{"name":"data","type":"object"}"#
        let server = try due("both", object, "server")
        #expect(
            found(.memberType, try due("both", text, "android"), server) == [
                "CMP-031 loses-data android, server: a:Due data"
            ])
        let received = try due("read", text, "android")
        #expect(found(.memberType, received, server) == ["CMP-031 tolerated android, server: a:Due data"])
        let finding = try #require(
            CompatCheck([received, server]).findings.flatMap(\.differences).first { $0.kind == .memberType })
        #expect([finding.left, finding.right].contains("declared as a string, but any value is kept"))
        // A typed decoder refuses the object, whoever sends it.
        let exact = try due("read", #"{"name":"data","type":"string"}"#, "android")
        #expect(found(.memberType, exact, server) == ["CMP-031 loses-data android, server: a:Due data"])
        // What nobody sends is not missing.
        let more = try due("read", text + #",{"name":"user"}"#, "android")
        #expect(found(.memberMissing, more, server) == ["CMP-030 cosmetic server: a:Due user"])
    }

    @Test("A type that no platform encodes has no members to compare, and is not missed (CMP-152)")
    func local() throws {
        let other = try type("a:Gift", "", "android")
        let line = try manifest(
            #""types":[{"objectName":"a:Line","direction":"none","members":[{"name":"x"}]},{"objectName":"a:Gift"}]"#,
            "ios")
        #expect(found(.nameMissing, line, other) == ["CMP-022 cosmetic android: a:Line"])
    }

    @Test(
        "A missing member of the sender's device is cosmetic (CMP-153)",
        arguments: ["localPath", "thumbUri", "localUri"])
    func device(_ name: String) throws {
        let one = try type("a:Photo", #""members":[{"name":"\#(name)"},{"name":"url"}]"#, "ios")
        let other = try type("a:Photo", #""members":[{"name":"url"}]"#, "android")
        #expect(found(.memberMissing, one, other) == ["CMP-030 cosmetic android: a:Photo \(name)"])
        // The registry knows the member of a built-in type.
        let sight = try members("RC:LBSMsg", #""name":"mBase64""#, #""name":"poi""#, platform: "ios")
        let plain = try members("RC:LBSMsg", #""name":"poi""#, platform: "android")
        #expect(
            found(.memberMissing, sight, plain, against: .eachOther).contains(
                "CMP-030 cosmetic android: RC:LBSMsg mBase64"))
    }
}
