// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("RMTP client: heartbeat (RMTP-140, RMTP-141)")
struct RMTPHeartbeatTests {
    /// Returns the times of PINGREQs and the time at which the connection is given up, if there is no answer.
    private func silence(_ heartbeat: RMTPHeartbeat, connecting: Int64 = 0) -> (pings: [Int64], end: Int64?) {
        var configuration = RMTPClientMachine.Configuration()
        configuration.heartbeat = heartbeat
        configuration.answerTimeout = 10_000_000
        var client = RMTPClientMachine(configuration)
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: -connecting)
        var steps = client.handle(.received(.connAck(ConnAckPacket(status: 0, userID: "me"))), at: 0)
        var pings: [Int64] = []
        for _ in 0..<30 {
            for step in steps {
                if case .write(.pingReq) = step.action { pings.append(step.time) }
                if case .ended(.silent) = step.action { return (pings, step.time) }
            }
            guard let due = client.nextDue else { break }
            steps = client.handle(.tick, at: due)
        }
        return (pings, nil)
    }

    @Test("Web 0.9 sends a PINGREQ after three minutes and waits six seconds")
    func web1() {
        let silence = silence(.web1)
        #expect(silence.pings == [180_000])
        #expect(silence.end == 186_000)
    }

    @Test("Web 2 sends a PINGREQ at once and waits 1.6 seconds for its answer")
    func web2() {
        let silence = silence(.web2)
        #expect(silence.pings == [0])
        #expect(silence.end == 1_600)
    }

    @Test("Web 3 sends a PINGREQ at once and waits one second for its answer")
    func web3() {
        let silence = silence(.web3)
        #expect(silence.pings == [0])
        #expect(silence.end == 1_000)
    }

    @Test("Web 4 sends a PINGREQ every thirty seconds and ends at the fourth miss")
    func web4() {
        let silence = silence(.web4)
        #expect(silence.pings == [30_000, 60_000, 90_000, 120_000])
        #expect(silence.end == 150_000)
    }

    @Test("Web 5 sends a PINGREQ every fifteen seconds and ends at the second miss")
    func web5() {
        let silence = silence(.web5)
        #expect(silence.pings == [15_000, 30_000])
        #expect(silence.end == 45_000)
    }

    @Test("A time to wait of 0 ms is limited to 1 ms (SES-142)")
    func noTimeout() {
        let heartbeat = RMTPHeartbeat(interval: 1_000, first: .afterInterval, timeout: .fixed(0), misses: 1)
        let silence = silence(heartbeat)
        #expect(silence.pings == [1_000])
        #expect(silence.end == 1_001)
    }

    @Test(
        "Web 3 waits three times the connection time, but two to six seconds",
        arguments: [(100, 2_000), (1_000, 3_000), (9_000, 6_000)])
    func scaled(connecting: Int64, timeout: Int64) {
        var configuration = RMTPClientMachine.Configuration()
        configuration.heartbeat = .web3
        var client = RMTPClientMachine(configuration)
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: 0)
        configuration.connAckTimeout = 60_000
        client = RMTPClientMachine(configuration)
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: 0)
        _ = client.handle(.received(.connAck(ConnAckPacket(status: 0))), at: connecting)
        _ = client.handle(.received(.pingResp(PingPacket())), at: connecting)
        let next = connecting + 30_000
        #expect(client.handle(.tick, at: next + timeout - 1).map(\.action).contains(.write(.pingReq(PingPacket()))))
        #expect(client.handle(.tick, at: next + timeout).map(\.action).contains(.ended(.silent)))
    }

    @Test("An answer resets the misses, and a packet of type 9 or 11 does not (RMTP-141)")
    func answered() throws {
        var configuration = RMTPClientMachine.Configuration()
        configuration.heartbeat = .web4
        configuration.answerTimeout = 10_000_000
        var client = ConnectedClient(configuration)
        for _ in 0..<20 {
            _ = client.handle(.tick, after: 30_000)
            _ = client.down(.pingResp(PingPacket()))
        }
        let isOnline = client.session.isOnline
        #expect(isOnline)
        for _ in 0..<4 {
            _ = client.handle(.tick, after: 30_000)
            for type: UInt8 in [9, 11] {
                let packet = try #require(OtherPacket(type: RMTPType(rawValue: type), data: []))
                _ = client.down(.other(packet))
            }
        }
        #expect(client.handle(.tick, after: 30_000).contains(.ended(.silent)))
    }
}
