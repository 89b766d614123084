// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Codes and their names")
struct CodeTests {
    @Test("An unlisted code is kept, and a listed one has its number (CNT-037)")
    func openCodes() {
        #expect(CallMedia(rawValue: 77).rawValue == 77)
        #expect(CallMedia.video.rawValue == 2)
        #expect(KeyValueOperation(rawValue: 77).rawValue == 77)
        #expect(MentionedScope(rawValue: 77).rawValue == 77)
        #expect(ContactOperation(rawValue: "Wave").rawValue == "Wave")
        #expect(DiscussionOperation(rawValue: 77).rawValue == 77)
        #expect(GroupOperation(rawValue: "Wave").rawValue == "Wave")
    }

    @Test("Contents have their known values as properties and keep others")
    func knownValues() throws {
        var invite = try CallMediaChange(json: Array(#"{"callId":"c","mediaType":2}"#.utf8))
        #expect(invite.media == .video && invite.mediaType == 2)
        invite.media = .audio
        #expect(String(decoding: invite.encoded(), as: UTF8.self) == #"{"callId":"c","mediaType":1}"#)
        invite.media = nil
        #expect(!invite.hasMediaType && invite.encoded() == Array(#"{"callId":"c"}"#.utf8))
        invite.mediaType = 1.5
        #expect(invite.media == nil)
        invite.mediaType = 77
        #expect(invite.media == CallMedia(rawValue: 77))

        var members = try CallMemberChange(json: Array(#"{"callId":"c"}"#.utf8))
        #expect(members.media == nil)
        members.media = .video
        #expect(members.mediaType == 2)

        let group = try GroupNotification(json: Array(#"{"operatorUserId":"u","operation":"Wave"}"#.utf8))
        #expect(group.groupOperation == GroupOperation(rawValue: "Wave") && group.operation == "Wave")
        let contact = try ContactNotification(json: Array(#"{"operation":"ContactOperationRequest"}"#.utf8))
        #expect(contact.contactOperation == .request)
        let change = try DiscussionNotification(json: Array(#"{"type":1}"#.utf8))
        #expect(change.discussionOperation?.rawValue == 1)
        let value = try ChatroomKVNotification(json: Array(#"{"type":2,"key":"k"}"#.utf8))
        #expect(value.keyValueOperation?.rawValue == 2)
        let text = try TextMessage(json: Array(#"{"content":"a","mentionedInfo":{"type":1}}"#.utf8))
        #expect(text.mentionedInfo?.scope == .all)
        let receipt = try ReadReceipt(json: Array(#"{"lastMessageSendTime":1,"type":3}"#.utf8))
        #expect(receipt.conversation == .group)
    }

    @Test("Flags are named, and others shown as their number")
    func persistence() {
        let names = [0, 1, 2, 3, 16, 48].map { Persistence(rawValue: $0).description }
        #expect(names == ["none", "persisted", "counted only", "persisted+counted", "status", "flags 48"])
    }

    @Test("A number is looked up in the client's and the server's codes")
    func named() {
        let both = ServiceCode.named(1_004)
        #expect(both.count == 2 && both.allSatisfy { $0.code == 1_004 })
        #expect(ServiceCode.named(30_003).map(\.name) == ["RC_MSG_RESPONSE_TIMEOUT"])
        #expect(ServiceCode.named(-12_345).isEmpty)
    }

    @Test("A rejected registration describes the error")
    func registration() {
        func words<Content: MessageContent>(_ type: Content.Type) -> String? {
            var registry = ContentRegistry.builtIn
            do {
                try registry.register(type)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(words(ReservedName.self)?.contains("RC:Mine starts with RC:") == true)
        #expect(words(EmptyName.self) == "an objectName cannot be empty")
        #expect(words(LongName.self)?.hasSuffix("has more than \(ObjectName.maximumLength) characters") == true)
    }

    @Test("An error of a stream contains its offset and its scope")
    func faults() {
        let error = DecodeError(.frameChecksum, offset: 20)
        #expect(StreamFault(error).description == error.description)
        #expect(
            StreamFault(error, scope: .connection, inner: 3).description
                == error.description + ", byte 3 of the unit; the connection must be closed")
    }
}

private protocol BareContent: MessageContent {
    init()
}

extension BareContent {
    init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        self.init()
        _ = try reader.unknownMembers()
    }

    func encode(to writer: inout ContentEncoder) {
        writer.open()
        writer.close()
    }
}

private struct ReservedName: BareContent {
    static let objectName: ObjectName = "RC:Mine"
}

private struct EmptyName: BareContent {
    static let objectName: ObjectName = ""
}

private struct LongName: BareContent {
    static let objectName: ObjectName = "app:123456789012345678901234567890123456789012345678901234567890"
}
