// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

// MARK: - What the README shows

/// The service's side of a WebSocket, which takes messages and returns messages.
private struct Service: ~Copyable {
    var server = RMTPServerMachine()
    var reader = RMTPStreamDecoder(.webSocket, RMTPFormat(.up))
    let encoder = RMTPMessageEncoder(RMTPFormat(.down))

    mutating func received(_ message: [UInt8], at now: Int64) throws -> [[UInt8]] {
        var answers: [[UInt8]] = []
        reader.feed(message)
        while case .packet(let decoded)? = try reader.next() {
            for step in server.handle(.received(decoded.value), at: now) {
                if case .write(let packet) = step.action { answers.append(try encoder.encode(packet)) }
            }
        }
        return answers
    }
}

// MARK: -

@Test("The README's service answers a ping")
func serviceExample() throws {
    var service = Service()
    _ = service.server.handle(.accept(userID: "u1", sessionID: "s", timestamp: 1), at: 0)
    let ping = try RMTPMessageEncoder(RMTPFormat(.up)).encode(.pingReq(PingPacket()))
    let pong = try RMTPMessageEncoder(RMTPFormat(.down)).encode(.pingResp(PingPacket()))
    #expect(try service.received(ping, at: 1) == [pong])
    #expect(throws: StreamFault.self) { try service.received([], at: 2) }
}
