// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat
import Testing

@Suite("The registry for comparisons with manifests") struct RegistryTests {
    @Test("The registry contains every built-in type with its members and their aliases")
    func types() throws {
        #expect(Registry.builtIn.types.count == ContentRegistry.builtIn.all.count)
        let image = try #require(Registry.builtIn["RC:ImgMsg"])
        #expect(image.flags == 3)
        #expect(image.members.named("content")?.types == [.base64])
        #expect(image.members.spelled("full")?.deviation == "DEV-25")
        #expect(image.members.named("user")?.members.spelled("icon")?.deviation == "DEV-08")
        #expect(image.members.named("burnDuration")?.isCommon == true)
        #expect(image.members.named("burnDuration")?.members.isEmpty == true)
        #expect(Registry.builtIn.commonMembers.map(\.name).contains("audit"))
        #expect(Registry.builtIn["RC:imgmsg"] == nil)
    }

    @Test(
        "Constants are recognized by their endings",
        arguments: [
            ("ConversationType_GROUP", "group"), ("ULTRA_GROUP", "ultraGroup"), ("ConversationTypeUG", "ultraGroup"),
            ("PUSH_SERVICE", "pushService"), ("APP_PUBLIC_SERVICE", "appPublicService"), ("KF", "customerService"),
            ("ConversationType_PUBLICSERVICE", "publicService"), ("ChatRoom", "chatroom"), ("invalid", "none"),
        ])
    func constants(_ constant: String, _ name: String) throws {
        #expect(try #require(KnownEnumeration.named("conversationType")).meaning(of: constant)?.name == name)
    }

    @Test("The numbers equal those of the registry")
    func numbers() throws {
        let known = try #require(KnownEnumeration.named("conversationType")).values.map(\.number)
        #expect(known == (0...12).map { $0 })
        #expect(ConversationType.ultraGroup.rawValue == 10 && ConversationType.rtcRoom.rawValue == 12)
        let flags = try #require(KnownEnumeration.named("persistence"))
        #expect(flags.meaning(of: "ISCOUNTED")?.number == Int(Persistence.counted.rawValue))
        #expect(flags.meaning(of: "STATUS")?.number == Int(Persistence.status.rawValue))
        #expect(flags.meaning(of: "ISPERSISTED")?.number == Int(Persistence.persisted.rawValue))
    }
}
