// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// The properties that hold in every state (SES-100 to SES-105), and the run to the end.
extension ChatWorld {
    /// The largest number of units in a direction, and of actions for an event, that the bounds explain.
    private static let most = 64

    mutating func violate(_ kind: SessionViolation, _ text: String) {
        if violation == nil { violation = ExploreViolation(kind: kind, text: text) }
    }

    mutating func checkCount(_ actions: Int) {
        if actions > ChatWorld.most { violate(.unbounded, "an event has \(actions) actions") }
    }

    mutating func checkSizes() {
        for link in links where link.up.count > ChatWorld.most || link.down.count > ChatWorld.most {
            violate(.unbounded, "\(link.up.count) and \(link.down.count) units are in transit")
        }
        if stored.count > 2 * messages.count * peers.count {
            violate(.unbounded, "\(stored.count) messages are stored")
        }
    }

    /// Checks that a client is not online without heartbeats for longer than allowed (SES-022).
    mutating func checkSilence(of index: Int) {
        let silence = peers[index].now - peers[index].heardAt
        guard silence > ChatWorld.beatInterval * Int64(ChatWorld.beatMisses + 1) else { return }
        if peers[index].machine.read({ $0.state == .online }) {
            violate(.silent, "\(peers[index].user) has heard nothing for \(silence) ms")
        }
    }

    /// Records a message that an application receives.
    mutating func deliver(_ message: ChatMessage, to index: Int) {
        let id = message.messageID ?? ""
        peers[index].seen.append(id)
        guard let number = message.code?.int, messages.indices.contains(number) else { return }
        let bit = 1 << UInt64(number) as UInt64
        if peers[index].recalled & bit != 0 { violate(.unrecalled, "message \(number) is delivered after its recall") }
        if peers[index].delivered & bit != 0 { violate(.twice, "message \(number) is delivered twice") }
        peers[index].delivered |= bit
        guard isOrdered, !messages[number].isRepeated else { return }
        let sender = messages[number].client ?? peers.count
        if peers[index].last[sender] > number + 1 {
            violate(.order, "message \(number) is delivered after \(peers[index].last[sender] - 1)")
        }
        peers[index].last[sender] = number + 1
    }

    /// Checks that a receipt of a client is not written before the message it confirms has been kept (SES-102).
    mutating func checkReceipt(_ receipt: EncodedChatMessage, of index: Int) {
        let id = receipt.messageID ?? ""
        if !peers[index].seen.contains(id) { violate(.early, "\(peers[index].user) answers \(id) before it has it") }
    }

    /// Checks that a receipt of the server is not written before the message is stored (SES-102).
    mutating func checkAnswer(_ messages: [EncodedChatMessage]) {
        guard let first = messages.first, first.kind == .normalReceipt, let id = first.messageID else { return }
        if number(of: id) == nil { violate(.early, "the server answers \(id) before it has it") }
    }

    var isQuiet: Bool {
        stored.isEmpty && !isBusy && !messages.contains { $0.fate == .waiting }
            && peers.allSatisfy { $0.machine.read { $0.state == .online } }
    }

    mutating func checkOutcome() {
        for (number, message) in messages.enumerated() where message.fate == .sent {
            let bit = 1 << UInt64(message.recalls ?? number) as UInt64
            for index in message.recipients {
                let isRecalled = peers[index].recalled & bit != 0
                let isDone = isRecalled || message.recalls == nil && peers[index].delivered & bit != 0
                if !isDone { violate(.lost, "message \(number) does not come to \(peers[index].user)") }
            }
        }
    }

    var serverWait: Int64 { server.nextDue.map { $0 - now } ?? .max }

    mutating func check(after verb: ExploreVerb) {
        if verb == .loseUp || verb == .loseDown { isOrdered = false }
        checkSizes()
    }
}
