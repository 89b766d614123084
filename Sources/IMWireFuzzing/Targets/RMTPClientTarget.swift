// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// A target for the client's session with RongCloud's service under random schedules of events.
struct RMTPClientTarget: ScheduleTarget {
    let name = "rmtp-client"
    let prologue: [UInt8] = [0, 0, 0, 1, 2, 0, 2, 2, 0]
    let vocabulary = MachineVocabulary.rmtpClient

    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation) {
        var requests = OpenRequests<Int>()
        SessionRun.check(name, schedule, RMTPClientTarget.event, make: { RMTPClientMachine() }, &observation) {
            event, actions, _, observation in
            switch event {
            case .publish(let key, _), .query(let key, _): requests.open(key)
            default: break
            }
            for action in actions { RMTPClientTarget.check(action.action, &requests, &observation) }
        }
    }

    private static func check(
        _ action: RMTPClientMachine.Action, _ requests: inout OpenRequests<Int>, _ observation: inout Observation
    ) {
        switch action {
        case .published(let key, _), .answered(let key, _), .failed(let key, _):
            observation.record(.order, 1)
            requests.settle(key, "rmtp-client", &observation)
        case .write(let packet): observation.record(.order, 2, UInt64(packet.header.rawValue))
        case .ended(let ending): observation.record(.order, 3, number(ending))
        case .open: observation.record(.order, 4)
        case .close: observation.record(.order, 5)
        case .undecodable(_, let error): observation.record(error)
        case .connected: observation.record(.order, 6)
        case .deliver: observation.record(.order, 7)
        case .pulled: observation.record(.order, 8)
        case .joined: observation.record(.order, 9)
        case .left: observation.record(.order, 10)
        case .keysChanged: observation.record(.order, 11)
        case .settingsChanged: observation.record(.order, 12)
        case .statesChanged: observation.record(.order, 13)
        case .other: observation.record(.order, 14)
        case .notJoined: observation.record(.order, 15)
        }
    }

    /// Returns a number that identifies the reason why a connection ended.
    private static func number(_ ending: RMTPEnding) -> UInt64 {
        switch ending {
        case .asked: 1
        case .refused: 2
        case .redirected: 3
        case .kicked: 4
        case .blocked: 5
        case .closedByService(let status): status == nil ? 6 : 7
        case .unanswered: 8
        case .silent: 9
        case .broken: 10
        case .loggedOut: 11
        }
    }

    private static let topics: [FrameText] = ["s_ntf", "s_msg", "s_cmd", "s_stat", "s_us", "qryMsg", "ppMsgP", "x"]

    private static func event(_ step: SessionSchedule.Step) -> RMTPClientMachine.Event {
        let number = step.argument
        let id = UInt16(number & 7)
        let body: [UInt8] = number & 8 == 0 ? [0x08, UInt8(number & 0x7f)] : []
        let request = RMTPRequest(
            topic: topics[number & 7], targetID: "b", data: body, qos: number & 16 == 0 ? .atLeastOnce : .atMostOnce)
        switch step.operation % 14 {
        case 0: return .connect
        case 1: return .opened
        case 2: return .received(packet([.header(.connAck), 0, UInt8(number & 3 == 3 ? 4 : 0)]))
        case 3: return .received(publish(number, id, body))
        case 4:
            let receipt: [UInt8] = [0, 0, 0, 9, 0, UInt8(number & 1), 0, 7, 0, 1, UInt8(ascii: "u")]
            return .received(packet([.header(.pubAck), 0, UInt8(id)] + receipt))
        case 5:
            let head: [UInt8] = [.header(.queryAck, number & 2), 0, UInt8(id), 0, 0, 0, 9, 0, UInt8(number >> 6)]
            return .received(packet(head + body))
        case 6: return .received(packet([.header(.pingResp)]))
        case 7: return .closed
        case 8: return .publish(key: number & 3, request)
        case 9: return .query(key: 4 + number & 3, request)
        case 10: return .join(room: "r\(number & 1)")
        case 11: return .leave(room: "r\(number & 1)")
        case 12: return number & 7 == 0 ? .disconnect : number & 7 == 1 ? .logout : .tick
        default: return .received(packet([.header(.disconnect), 0, UInt8(number & 7)]))
        }
    }

    /// Returns a PUBLISH in the down direction.
    private static func publish(_ number: Int, _ id: UInt16, _ body: [UInt8]) -> RMTPPacket {
        let topic: [UInt8] = Array((topics[number & 7].string ?? "").utf8)
        var bytes: [UInt8] = [.header(.publish, number & 15), 0, 0, 0, 1, 0, UInt8(topic.count)]
        bytes += topic
        bytes += [0, 1, UInt8(ascii: "b"), 0, UInt8(id)]
        return packet(bytes + body)
    }

    /// Returns a packet in the down direction, or a PINGRESP if the bytes cannot be decoded.
    private static func packet(_ bytes: [UInt8]) -> RMTPPacket {
        (try? RMTPMessageDecoder(RMTPFormat(.down)).decode(bytes.span).value) ?? .pingResp(PingPacket())
    }
}
