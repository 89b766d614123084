// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("RMTP sessions: ranges (SES-142 to SES-144)")
struct RMTPRangeTests {
    @Test("A configuration outside its ranges is reported by its first member")
    func validation() throws {
        try RMTPClientMachine.Configuration().validate()
        try RMTPServerMachine.Configuration().validate()
        var client = RMTPClientMachine.Configuration()
        client.pullInterval = 0
        client.roomPullCount = 51
        #expect(throws: SessionError(.config, path: "/pullInterval")) { try client.validate() }
        client.heartbeat.interval = 0
        #expect(throws: SessionError(.config, path: "/heartbeat")) { try client.validate() }
        var server = RMTPServerMachine.Configuration()
        server.silence = nil
        try server.validate()
        server.silence = -1
        #expect(throws: SessionError(.config, path: "/silence")) { try server.validate() }
    }

    @Test("A time that may be absent can be read and set as a duration")
    func durations() {
        var configuration = RMTPClientMachine.Configuration()
        #expect(configuration[\.pullInterval] == nil)
        configuration[\.pullInterval] = .seconds(5)
        #expect(configuration.pullInterval == 5_000 && configuration[\.pullInterval] == .seconds(5))
        configuration[\.pullInterval] = nil
        #expect(configuration.pullInterval == nil)
    }

    @Test("Hostile configurations do not make a client hang", arguments: [Int64.min, -1, 0, 1, .max])
    func hostileClient(number: Int64) {
        var configuration = RMTPClientMachine.Configuration()
        configuration.heartbeat = RMTPHeartbeat(
            interval: number, first: .atOnce(timeout: number), timeout: .fixed(number),
            misses: Int(truncatingIfNeeded: number))
        configuration.connAckTimeout = number
        configuration.answerTimeout = number
        configuration.pullInterval = number
        configuration.inboxTime = number
        configuration.roomPullCount = .max
        var client = RMTPClientMachine(configuration)
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: 0)
        var count = client.handle(.received(.connAck(ConnAckPacket(status: 0, userID: "me"))), at: 0).count
        for time in [1, 1_000_000_000_000, Int64.max, .max] { count += client.handle(.tick, at: time).count }
        #expect(count < 50_000)
    }

    @Test("Hostile configurations do not make a service hang", arguments: [Int64.min, -1, 0, 1, .max])
    func hostileServer(number: Int64) {
        var configuration = RMTPServerMachine.Configuration()
        configuration.silence = number
        configuration.answerTimeout = number
        configuration.openLimit = Int(truncatingIfNeeded: number)
        var server = RMTPServerMachine(configuration)
        var count = server.handle(.accept(userID: "a", sessionID: "s", timestamp: 1), at: 0).count
        for key in 0..<100 {
            count +=
                server.handle(.publish(key: key, RMTPRequest(topic: "t", targetID: "a", data: []), date: 1), at: 0)
                .count
        }
        for time in [1, 1_000_000_000_000, Int64.max, .max] { count += server.handle(.tick, at: time).count }
        #expect(count < 50_000)
    }

    @Test("Periodic pulls need limited time after a jump in time (SES-143)")
    func pulls() {
        var configuration = RMTPClientMachine.Configuration()
        configuration.pullInterval = 1
        configuration.heartbeat.interval = 86_400_000
        var client = RMTPClientMachine(configuration)
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: 0)
        _ = client.handle(.received(.connAck(ConnAckPacket(status: 0, userID: "me"))), at: 0)
        #expect(client.handle(.tick, at: 86_000_000).count < 10_000)
        #expect(client.nextDue ?? .max > 86_000_000)
    }
}
