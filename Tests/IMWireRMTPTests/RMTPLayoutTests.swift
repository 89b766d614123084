// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Layouts of packets as data (RMTP-030)")
struct RMTPLayoutTests {
    @Test("A member is in the layout of its directions and versions")
    func scopes() throws {
        // A PUBLISH has its date down only, and its targetId except down in version 2.
        let date = try #require(RMTPLayout.of(.publish)[.date])
        let target = try #require(RMTPLayout.of(.publish)[.targetID])
        for version in RMTPVersion.allCases {
            #expect(date.isIn(RMTPFormat(.down, version)) && !date.isIn(RMTPFormat(.up, version)))
            #expect(target.isIn(RMTPFormat(.up, version)))
            #expect(target.isIn(RMTPFormat(.down, version)) == (version != .two))
        }
        // A QUERY has a topic in every version and direction.
        let topic = try #require(RMTPLayout.of(.query)[.topic])
        for version in RMTPVersion.allCases {
            #expect(topic.isIn(RMTPFormat(.up, version)) && topic.isIn(RMTPFormat(.down, version)))
        }
        // A CONNACK has flags in version 4 only.
        let flags = try #require(RMTPLayout.of(.connAck)[.flags])
        #expect(flags.isIn(RMTPFormat(.down, .four)) && !flags.isIn(RMTPFormat(.down, .three)))
    }

    @Test("The bits with a meaning are those that the specification lists (RMTP-032, RMTP-034)")
    func bits() {
        #expect(RMTPLayout.of(.connAck)[.flags]?.known == 0x0f)
        #expect(RMTPLayout.of(.connect)[.flags]?.known == 0xfe)
        #expect(RMTPLayout.of(.connect)[.keepAlive]?.known == 0)
    }

    @Test("A number is part of the packet, has bytes of its own, and is a time only where the layout says so")
    func plainMembers() throws {
        let id = try #require(RMTPLayout.of(.pubAck)[.messageID])
        #expect(!id.isBit && !id.isHidden && !id.isTime)
        let status = try #require(RMTPLayout.of(.queryAck)[.status])
        #expect(!status.isBit && !status.isHidden && !status.isTime)
        #expect(RMTPLayout.of(.pubAck)[.date]?.isTime == true)
        #expect(RMTPLayout.of(.connect)[.flags]?.isHidden == true)
        #expect(RMTPLayout.of(.connect)[.cleanSession]?.isBit == true)
    }

    @Test("A member that is set to a value of another kind is absent")
    func otherKinds() throws {
        var publish = PublishPacket(topic: "t", targetID: "u", messageID: 1, data: [1])
        publish[.topic] = .number(1)
        publish[.data] = .boolean(true)
        publish[.messageID] = .bytes([1])
        #expect(publish.topic == nil && publish.data == nil && publish.messageID == nil)
        var connect = ConnectPacket(clientID: "c", keepAlive: 1, cleanSession: true)
        connect[.cleanSession] = .bytes([1])
        #expect(connect.cleanSession == nil)
        // A packet without a layout always has data.
        var other = try #require(OtherPacket(type: RMTPType(rawValue: 15), data: [1]))
        other[.data] = nil
        #expect(other.data.isEmpty)
    }

    @Test("A member is announced by a flag only where the layout says so (RMTP-032)")
    func announced() {
        #expect(RMTPLayout.of(.connect)[.token]?.announcedBy == 0x40)
        #expect(RMTPLayout.of(.connect)[.clientID]?.announcedBy == 0)
        #expect(RMTPLayout.of(.queryAck)[.status]?.announcedBy == 0)
    }
}
