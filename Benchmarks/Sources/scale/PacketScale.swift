// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Many machines, one for each RongCloud client.
struct PacketScale {
    private let count: Int
    private let sessions: RMTPServerMachines
    private var figures: Figures

    init(_ count: Int) {
        self.count = count
        sessions = RMTPServerMachines()
        figures = Figures("rongcloud", count)
    }

    consuming func report() {
        let (count, sessions) = (count, sessions)
        let events = 100_000
        figures.bytes("connected") {
            for number in 0..<count {
                sessions.append()
                let user = FrameText("user-\(number)")
                sessions.handle(.accept(userID: user, sessionID: user, timestamp: 0), number)
            }
        }
        figures.time("answer a ping", events: events) {
            for number in 0..<events { sessions.handle(.received(.pingReq(PingPacket())), number % count) }
        }
        let request = RMTPRequest(topic: "s_msg", targetID: "user", data: Array("See you at eight".utf8))
        figures.bytes("with a message that waits for its PUBACK") {
            for number in 0..<count { sessions.handle(.publish(key: 0, request, date: 0), number) }
        }
        figures.time("publish a message", events: events) {
            for number in 0..<events {
                sessions.handle(.publish(key: 1 + number / count, request, date: 0), number % count)
            }
        }
        figures.time("handle a PUBACK", events: count) {
            for number in 0..<count { sessions.handle(.received(.pubAck(PubAckPacket(messageID: 1))), number) }
        }
        figures.time("close a session", events: count) {
            for number in 0..<count { sessions.handle(.closed, number) }
        }
        figures.report()
    }
}

/// Machines that closures can share.
final class RMTPServerMachines {
    private final class Session {
        var machine = RMTPServerMachine()
    }

    private var sessions: [Session] = []

    func append() { sessions.append(Session()) }

    func handle(_ event: RMTPServerMachine.Event, _ number: Int) {
        consume(sessions[number].machine.handle(event, at: 0))
    }
}
