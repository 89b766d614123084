// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// What happens in a step.
extension PacketWorld {
    mutating func apply(_ choice: ExploreChoice) {
        let index = choice.object
        switch choice.verb {
        case .deliverUp: deliverUp(index)
        case .deliverDown: deliverDown(index)
        case .send: send(index)
        case .post: post(index)
        case .connect: handle(.connect, of: index)
        case .blockUp, .blockDown, .cut: links[index].apply(choice.verb)
        case .restart: restart()
        case .kill: kill(index)
        case .tickClient:
            guard let due = peers[index].machine.nextDue else { return }
            peers[index].now = max(peers[index].now, due)
            handle(.tick, of: index)
        case .tickServer:
            let id = links[index].id
            guard let server = servers[id], let due = server.machine.nextDue else { return }
            servers[id]?.now = max(server.now, due)
            handle(.tick, on: id)
        case .recall, .loseUp, .loseDown, .duplicateUp, .duplicateDown, .overtakeUp, .overtakeDown: break
        }
        links.removeAll(where: \.isOver)
    }

    // MARK: Arrivals

    private mutating func deliverUp(_ index: Int) {
        let id = links[index].id
        switch links[index].up.removeFirst() {
        case .opening: break
        case .content(let content): handle(.received(content.packet), on: id)
        case .end:
            links[index].closeServer()
            handle(.closed, on: id)
        }
    }

    private mutating func deliverDown(_ index: Int) {
        let (id, client) = (links[index].id, links[index].client)
        switch links[index].down.removeFirst() {
        case .opening:
            links[index].isServerOpen = true
            servers[id] = PacketServer()
            handle(.opened, of: client)
            // The user's earlier connections are over, whether or not the service knows it.
            for other in links where other.client == client && other.id != id && other.isServerOpen {
                handle(.disconnect(status: 1), on: other.id)
            }
            handle(.accept(userID: FrameText(peers[client].user), sessionID: "s", timestamp: 0), on: id)
        case .content(let content): handle(.received(content.packet), of: client)
        case .end:
            links[index].closeClient()
            handle(.closed, of: client)
        }
    }

    // MARK: Applications

    private mutating func send(_ index: Int) {
        let number = messages.count
        let recipients = hasRoom ? peers.indices.filter { $0 != index } : []
        messages.append(PacketMessage(client: index, recipients: recipients))
        let request = RMTPRequest(
            topic: hasRoom ? "chatMsg" : "ppMsgP", targetID: hasRoom ? FrameText(PacketService.room) : "z",
            data: [UInt8(truncatingIfNeeded: number)])
        handle(.publish(key: number, request), of: index)
    }

    /// Sends a message of the service: in turns by a notification that leads to a pull, and directly.
    private mutating func post(_ index: Int) {
        let number = messages.count
        let isDirect = messages.count { $0.client == nil } & 1 == 1
        var message = PacketMessage(client: nil, recipients: [index], isStored: true)
        message.fate = .sent
        messages.append(message)
        let time = service.store(number, for: index)
        guard let id = onlineLink(of: index) else { return }
        if isDirect {
            let body = PacketService.body(PacketService.Stored(number: number, sender: nil, time: time))
            publish("s_msg", body, number, on: id)
        } else {
            publish("s_ntf", RMTPBody.NotifyMsg(type: 1, time: time), number, on: id)
        }
    }

    // MARK: Processes

    /// Ends the process of a client, which starts again with the times that the application has kept.
    private mutating func kill(_ index: Int) {
        for place in links.indices where links[place].client == index && links[place].isClientOpen {
            links[place].closeClient()
        }
        peers[index].restart()
        for number in messages.indices where messages[number].client == index && messages[number].fate == .waiting {
            messages[number].fate = .failed
        }
        if hasRoom {
            // The times of rooms end with the process, so that the messages of a room are delivered again.
            for number in messages.indices where messages[number].client != nil {
                peers[index].delivered &= ~(1 << UInt64(number))
            }
            for sender in peers.indices { peers[index].last[sender] = 0 }
            handle(.join(room: PacketService.room), of: index)
        }
        handle(.connect, of: index)
    }

    /// Restarts the service: its connections are lost, and what it has stored is not.
    private mutating func restart() {
        for place in links.indices where links[place].isServerOpen {
            links[place].loseServer()
            leave(links[place].id)
            servers[links[place].id] = nil
        }
    }

    mutating func calm() {
        if let place = links.firstIndex(where: { !$0.up.isEmpty }) { return apply(ExploreChoice(.deliverUp, place)) }
        if let place = links.firstIndex(where: { !$0.down.isEmpty }) {
            return apply(ExploreChoice(.deliverDown, place))
        }
        if let index = peers.firstIndex(where: isDisconnected) { return apply(ExploreChoice(.connect, index)) }
        // All clocks advance together to the time of the next timer.
        var wait = Int64.max
        for peer in peers { wait = min(wait, peer.machine.nextDue.map { $0 - peer.now } ?? .max) }
        for server in servers.values { wait = min(wait, server.machine.nextDue.map { $0 - server.now } ?? .max) }
        guard wait < .max else { return }
        for index in peers.indices {
            peers[index].now += max(0, wait)
            handle(.tick, of: index)
        }
        for link in links {
            servers[link.id]?.now += max(0, wait)
            handle(.tick, on: link.id)
        }
        links.removeAll(where: \.isOver)
    }
}
