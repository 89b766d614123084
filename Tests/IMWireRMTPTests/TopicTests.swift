// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Topics and their bodies (RMTP-232)")
struct TopicTests {
    private func topic(_ name: String, _ carrier: RMTPTopic.Carrier) throws -> RMTPTopic {
        try #require(RMTPTopic.all.first { $0.name == name && $0.carrier == carrier })
    }

    @Test(
        "The bytes of a body determine its message",
        arguments: [
            ("qryRelationR", "0801100a18002000", "RelationQryInput"),
            ("qryRelationR", "0801 180a 2000", "RelationsInput"),
            ("delRelation", "0801100a18002000", "RelationQryInput"), ("qryRelation", "0801", "RelationsInput"),
            // The usual message, if neither message has all fields of the body or the body is damaged.
            ("qryRelation", "0801 f80101", "RelationsInput"), ("qryRelation", "08", "RelationsInput"),
            ("qryRelation", "", "RelationQryInput"), ("addRelation", "0803", "RelationsInput"),
            ("rtcUserState", "0a0178", "MCFollowInput"),
        ])
    func queries(name: String, hex: String, message: String) throws {
        #expect(try topic(name, .query).requestType(of: bytes(hex).span)?.messageName == message)
    }

    @Test("A topic of two packets has a body for each, and a topic without a body has none")
    func others() throws {
        let body = bytes("080110011a016b")
        #expect(try topic("rtcDelData", .publish).requestType(of: body.span)?.messageName == "RtcQryInput")
        let longer = bytes("080110011a016b2a0163")
        #expect(try topic("rtcDelData", .publish).requestType(of: longer.span)?.messageName == "RtcDataInput")
        let other = bytes("0a016b10011801")
        #expect(try topic("rtcDelData", .query).requestType(of: other.span)?.messageName == "RtcDelDataInput")
        #expect(try topic("rtcRExit", .query).requestType(of: other.span) == nil)
        #expect(try topic("setKV", .query).answer == "ChrmOutput")
        #expect(try topic("delKV", .query).answer == "ChrmOutput")
        #expect(try topic("delMsg", .query).answer == "DeleteMsgOutput")
        #expect(try topic("rtcUserState", .query).answer == "RtcOutput")
    }

    @Test("A variant has a topic in its conversation only, and never for a status (RMTP-161, RMTP-170)")
    func variants() throws {
        #expect(try RMTPMessageTopic(.private, isStatus: false, .withoutPush).name == "ppMsgN")
        #expect(try RMTPMessageTopic(.customerService, isStatus: false, .agent).name == "pcuMsgP")
        for (conversation, isStatus, variant) in [
            (.group, false, .withoutPush), (.private, false, .agent), (.private, true, .withoutPush),
            (.customerService, true, .agent),
        ] as [(ConversationType, Bool, RMTPMessageTopic.Variant)] {
            #expect(throws: EncodeError(.topic)) {
                try RMTPMessageTopic(conversation, isStatus: isStatus, variant)
            }
        }
        // A name with half a surrogate pair is not a topic (RMTP-160).
        #expect(RMTPMessageTopic(FrameText(utf16: [0xd83d])) == nil)
    }

    @Test("Every message that the registry names exists in the schema")
    func names() {
        for topic in RMTPTopic.all {
            for name in [topic.request, topic.answer].compactMap({ $0 }) + topic.alternatives {
                #expect(RMTPBody.type(named: name) != nil, "\(topic.name): \(name)")
            }
        }
    }
}
