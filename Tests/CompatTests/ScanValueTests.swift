// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of values: those of other members, null, several types, and numbers that a script translates.
struct ScanValueTests {
    private func manifest(_ project: String, _ platform: ScanPlatform) throws -> Manifest {
        try SourceTree.scan(scanProjects.appending(path: project).path).manifest(platform, name: nil)
    }

    @Test("A member has the null and the other member's value that an encoder writes, and all types (CMP-167)")
    func written() throws {
        let dart = try manifest("dart-10", .flutter)
        let harvest = try #require(dart["farm:Harvest"])
        #expect(harvest["pickerId"]?.carries == "crop" && harvest["crop"]?.carries == nil)
        #expect(harvest["crop"]?.absent == .null && harvest["remark"]?.absent == .omitted)
        #expect(harvest["baskets"]?.absent == nil)
        // Both keys are read into the one field.
        #expect(dart["farm:Field"]?["plot"]?.carries == nil && dart["farm:Field"]?["area"]?.carries == nil)
        let barn = try #require(try manifest("java-23", .android)["farm:Barn"])
        #expect(barn["picture"]?.types == [.string, .url])
        #expect(barn["animals"]?.types == [.integer])
    }

    @Test("The native side of a bridge shows the types of values and the names of types (CMP-168)")
    func native() throws {
        let bridge = try manifest("mixed-10", .reactNative)
        let image = try #require(bridge["RC:ImgMsg"]?["isFull"])
        #expect(image.types == [.boolean] && image.declaredType == "string")
        #expect(bridge["RC:RcNtf"]?.source?.certainty == .likely)
        #expect(
            found(.memberType, bridge) == [
                "DEV-25 cosmetic react-native: RC:ImgMsg isFull", "DEV-45 cosmetic react-native: RC:RcNtf isAdmin",
            ])
    }

    @Test("A script's tables and functions show what its numbers mean on the wire (CMP-169)")
    func translated() throws {
        let mill = try manifest("javascript-21", .web)
        #expect(mill.enumerations.map(\.name) == ["ConversationType"])
        #expect(mill["mill:Sack"]?.keepsMembers == true)
        let photo = try manifest("typescript-9", .web)
        let numbers = try #require(photo.enumerations.first { $0.name == "persistence" })
        #expect(numbers.values.map(\.name) == ["counted", "persisted"] && numbers.values.map(\.number) == [2, 1])
        #expect(found(.enumerationNumber, photo) == ["DEV-75 tolerated web: persistence counted"])
        #expect(found(.nameEmpty, photo) == ["DEV-36 tolerated web: "])
        #expect(found(.enumerationWord, photo).contains("DEV-67 loses-data web: contactOperation Request"))
    }

    @Test("The result of a function, and the property of a row, has the type that the code shows (CMP-093)")
    func results() throws {
        let visit = try #require(try manifest("javascript-22", .serverNodejs)["garden:Visit"])
        #expect(visit["guestId"]?.types == [.string])
        #expect(visit["rank"]?.types == [] && visit["seat"]?.types == [])
        #expect(visit["garden"]?.types == [.string])
        let change = try #require(try manifest("javascript-22", .serverNodejs)["garden:Change"]?["data"])
        #expect(change.members.map(\.name) == ["heir", "visits"])
        #expect(change.members.map(\.types) == [[.integer], []])
        let java = """
            @MessageTag(value = "a:Seat")
            public class SeatMessage extends MessageContent {
                public byte[] encode() {
                    JSONObject json = new JSONObject();
                    json.put("taken", plan.isTaken());
                    json.put("place", plan.isolate());
                    return json.toString().getBytes();
                }
            }
            """
        let seat = try #require(try scanned(["SeatMessage.java": java], .android)["a:Seat"])
        #expect(seat["taken"]?.types == [.boolean] && seat["place"]?.types == [])
    }

    @Test("A key that a copying constructor does not read is declared and never used (CMP-154)")
    func unread() throws {
        let album = try #require(try manifest("typescript-9", .web)["photo:Album"])
        #expect(album["link"]?.direction == ManifestMember.Direction.none)
        #expect(album["remark"]?.direction == ManifestMember.Direction.none)
        #expect(album["address"]?.direction == .both)
    }
}
