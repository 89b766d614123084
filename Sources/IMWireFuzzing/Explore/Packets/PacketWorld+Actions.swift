// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// The execution of the actions of the machines.
extension PacketWorld {
    /// Passes an event to a client, and carries out its actions.
    mutating func handle(_ event: RMTPClientMachine.Event, of index: Int) {
        guard let event = peers[index].faults.received(event) else { return }
        let time = peers[index].now
        let asked = peers[index].machine.change { $0.handle(event, at: time) }
        let steps = peers[index].faults.changed(asked, after: event)
        checkCount(steps.count)
        for step in steps { perform(step.action, of: index) }
        if peers[index].faults.assumesAnswer(after: steps) { handle(.received(.pingResp(PingPacket())), of: index) }
        if peers[index].wantsRoom {
            peers[index].wantsRoom = false
            handle(.join(room: PacketService.room), of: index)
        }
        if peers[index].wantsConnection {
            peers[index].wantsConnection = false
            handle(.connect, of: index)
        }
    }

    private mutating func perform(_ action: RMTPClientMachine.Action, of index: Int) {
        switch action {
        case .open:
            linkCount += 1
            links.append(ExploreLink(id: linkCount, client: index))
            peers[index].link = linkCount
        case .write(let packet):
            if let place = place(of: index) { links[place].sendUp(.content(PacketContent(packet))) }
        case .close:
            if let place = place(of: index) { links[place].closeClient() }
        case .ended(let ending):
            peers[index].link = nil
            peers[index].wantsConnection = ending.allowsReconnect
        case .published(let key, let packet):
            settle(key, packet?.status ?? 0 == 0 ? .sent : .failed)
        case .failed(let key, _):
            settle(key, .failed)
        case .deliver(let delivery, _):
            deliver(delivery, to: index)
        case .joined(_, let status):
            if status != 0 { violate(.lost, "\(peers[index].user) cannot join the room: \(status)") }
        case .notJoined:
            peers[index].wantsRoom = true
        case .undecodable(_, let error):
            violate(.lost, "a body cannot be decoded: \(error)")
        default:
            break
        }
    }

    /// Returns the place of the connection that a client uses, if it is still open for it.
    private func place(of index: Int) -> Int? {
        guard let id = peers[index].link else { return nil }
        return links.firstIndex { $0.id == id && $0.isClientOpen }
    }

    private mutating func settle(_ key: Int, _ fate: ExploredMessage.Fate) {
        guard messages.indices.contains(key) else { return }
        messages[key].fate = fate
        if fate == .sent, !messages[key].isStored {
            violate(.lost, "message \(key) is acknowledged, and the service does not have it")
        }
    }

    private mutating func deliver(_ delivery: RMTPDelivery, to index: Int) {
        let body: RMTPBody.DownStreamMessage
        switch delivery {
        case .direct(let message, _), .pulled(let message, _), .room(_, let message, _): body = message
        default: return
        }
        guard let number = body.msgID.flatMap({ Int($0) }), messages.indices.contains(number) else { return }
        let bit = 1 << UInt64(number) as UInt64
        if peers[index].delivered & bit != 0 { violate(.twice, "message \(number) is delivered twice") }
        peers[index].delivered |= bit
        let sender = messages[number].client ?? peers.count
        if peers[index].last[sender] > number + 1 {
            violate(.order, "message \(number) is delivered after \(peers[index].last[sender] - 1)")
        }
        peers[index].last[sender] = number + 1
    }
}
