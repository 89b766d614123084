// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// A target for the service's side of a connection under random schedules of events.
struct RMTPServerTarget: ScheduleTarget {
    let name = "rmtp-server"
    let prologue: [UInt8] = [0, 0, 0]
    let vocabulary = MachineVocabulary.rmtpServer

    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation) {
        var requests = OpenRequests<Int>()
        SessionRun.check(name, schedule, RMTPServerTarget.event, make: { RMTPServerMachine() }, &observation) {
            event, actions, _, observation in
            if case .publish(let key, _, _) = event { requests.open(key) }
            for action in actions {
                switch action.action {
                case .delivered(let key), .undelivered(let key):
                    requests.settle(key, "rmtp-server", &observation)
                    observation.record(.order, 1)
                case .write(let packet): observation.record(.order, 2, UInt64(packet.header.rawValue))
                case .close: observation.record(.order, 3)
                case .ended: observation.record(.order, 4)
                case .published(let id, _): observation.record(.order, 5, id == nil ? 0 : 1)
                case .asked: observation.record(.order, 6)
                case .confirmed: observation.record(.order, 7)
                }
            }
        }
    }

    private static func event(_ step: SessionSchedule.Step) -> RMTPServerMachine.Event {
        let number = step.argument
        let id = UInt16(number & 7)
        let request = RMTPRequest(
            topic: "s_ntf", targetID: "b", data: [1], qos: number & 16 == 0 ? .atLeastOnce : .atMostOnce)
        let receipt = RMTPReceipt(status: UInt16(number & 1), time: UInt64(number), messageUID: "u")
        switch step.operation % 12 {
        case 0: return .accept(userID: "a", sessionID: "s", timestamp: 1, messageID: number & 1 == 0 ? nil : id)
        case 1: return number & 7 == 0 ? .refuse(status: 4) : .accept(userID: "a", sessionID: "s", timestamp: 2)
        case 2, 3: return .received(requestPacket(.header(.publish, number & 10), topic: "t", id, data: [1]))
        case 4: return .received(requestPacket(.header(.query), topic: "q", id, data: []))
        case 5: return .received(packet([.header(number & 1 == 0 ? .pubAck : .queryCon), 0, UInt8(id)]))
        case 6: return .received(packet([.header(.pingReq)]))
        case 7: return number & 7 == 0 ? .closed : .tick
        case 8: return .acknowledge(id: id, receipt)
        case 9: return .answer(id: id, date: 1, status: 0, data: [], qos: number & 1 == 0 ? .atMostOnce : .atLeastOnce)
        case 10: return .publish(key: number & 3, request, date: 7)
        default:
            return number & 15 == 0
                ? .disconnect(status: 1) : .synchronize(request, date: 1, number & 1 == 0 ? receipt : nil)
        }
    }

    /// Returns a PUBLISH or QUERY to `b` on a topic of one character.
    private static func requestPacket(_ header: UInt8, topic: Unicode.Scalar, _ id: UInt16, data: [UInt8]) -> RMTPPacket
    {
        packet([header, 0, 1, UInt8(ascii: topic), 0, 1, UInt8(ascii: "b"), 0, UInt8(id)] + data)
    }

    /// Returns a packet in the up direction, or a PINGREQ if the bytes cannot be decoded.
    private static func packet(_ bytes: [UInt8]) -> RMTPPacket {
        (try? RMTPMessageDecoder(RMTPFormat(.up)).decode(bytes.span).value) ?? .pingReq(PingPacket())
    }
}
