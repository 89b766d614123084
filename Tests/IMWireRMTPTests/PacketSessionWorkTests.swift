// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// Entries that are removed were visited, so that each kind of work adds to the steps by which growth is measured.
@Suite("Steps of each kind of work of packet sessions")
struct PacketSessionWorkTests {
    @Test("A client counts the entries of the queue of pulls and of the messages from other devices")
    func client() throws {
        var configuration = RMTPClientMachine.Configuration()
        configuration.syncedLimit = 10
        var client = ConnectedClient(configuration)
        let page = try RMTPBody.DownStreamMessages(syncTime: 0).encoded()
        for number in 0..<100 { _ = client.handle(.join(room: "r\(number)")) }
        // The joins have the ids 2 to 101, and the pulls of the rooms follow one by one.
        for id: UInt16 in 2...201 {
            _ = client.down(.queryAck(QueryAckPacket(messageID: id, date: 0, status: 0, data: page)))
        }
        let pulls = client.session.steps - client.session.core.timers.steps
        #expect(pulls >= 99)
        let flags = RMTPFlags(qos: .atLeastOnce, isSynced: true)
        var displaced = 0
        for id: UInt16 in 1...300 {
            let packet = PublishPacket(
                topic: "ppMsgP", targetID: "u2", messageID: id, data: [], date: 0, flags: flags)
            displaced += client.down(.publish(packet)).count
        }
        #expect(displaced == 290)
        let all = client.session.steps - client.session.core.timers.steps
        #expect(all - pulls >= 290)
    }

    @Test("A room counts the entries of each of its lists and the messages that it moves")
    func room() {
        var configuration = ChatroomMachine.Configuration()
        (configuration.rooms, configuration.listLimit, configuration.kept) = (["r"], 1, 10)
        var rooms = ChatroomMachine(configuration)
        var before = 0
        func added() -> Int {
            defer { before = rooms.steps }
            return rooms.steps - before
        }
        for number in 0..<100 { _ = rooms.handle(.mute(room: "r", user: "u\(number)"), at: 0) }
        let mutes = added()
        #expect(mutes >= 99)
        for number in 0..<100 { _ = rooms.handle(.allow(room: "r", user: "u\(number)"), at: 0) }
        let allowed = added()
        #expect(allowed >= 99)
        for number in 0..<100 { _ = rooms.handle(.ban(room: "r", user: "u\(number)", duration: 1_000), at: 0) }
        let bans = added()
        #expect(bans >= 99)
        for number in 0..<100 {
            _ = rooms.handle(.join(room: "r", user: "m\(number)", messageCount: -1), at: 0)
            _ = rooms.handle(.quit(room: "r", user: "m\(number)"), at: 0)
        }
        let members = added()
        #expect(members >= 100)
        for number in 0..<100 {
            _ = rooms.handle(.join(room: "r", user: "k\(number)", messageCount: -1), at: 0)
            _ = rooms.handle(.kick(room: "r", user: "k\(number)"), at: 0)
        }
        let removals = added()
        #expect(removals >= 199, "members, and users who were removed")
        _ = rooms.handle(.join(room: "r", user: "s", messageCount: -1), at: 0)
        let message = ChatroomMessage(objectName: "RC:TxtMsg", content: nil)
        for number in 0..<100 { _ = rooms.handle(.send(room: "r", user: "s", message), at: Int64(number) * 1_000) }
        let moved = added()
        #expect(moved > 0)
    }
}
