// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// What happens in a step.
extension PacketWorld {
    mutating func connect(_ index: Int) {
        handle(.connect, of: index)
    }

    /// Does nothing, because the application recalls no message.
    mutating func recall(_ index: Int) {}

    mutating func tickClient(_ index: Int) {
        handle(.tick, of: index)
    }

    mutating func tickServer(_ index: Int) {
        let id = links[index].id
        guard let server = servers[id], let due = server.machine.nextDue else { return }
        servers[id]?.now = max(server.now, due)
        handle(.tick, on: id)
    }

    var serverWait: Int64 {
        servers.values.map { server in server.machine.nextDue.map { $0 - server.now } ?? .max }.min() ?? .max
    }

    mutating func passServerTime(_ time: Int64) {
        for link in links {
            servers[link.id]?.now += time
            handle(.tick, on: link.id)
        }
    }

    /// Does nothing, because the number of units in transit is checked after each event.
    mutating func check(after verb: ExploreVerb) {}

    // MARK: Arrivals

    mutating func deliverUp(_ index: Int) {
        let id = links[index].id
        switch links[index].up.removeFirst() {
        case .opening: break
        case .content(let content): handle(.received(content.packet), on: id)
        case .end:
            links[index].closeServer()
            handle(.closed, on: id)
        }
    }

    mutating func deliverDown(_ index: Int) {
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

    mutating func send(_ index: Int) {
        let number = messages.count
        let recipients = hasRoom ? peers.indices.filter { $0 != index } : []
        messages.append(PacketMessage(client: index, recipients: recipients))
        let request = RMTPRequest(
            topic: hasRoom ? "chatMsg" : "ppMsgP", targetID: hasRoom ? FrameText(PacketService.room) : "z",
            data: [UInt8(truncatingIfNeeded: number)])
        handle(.publish(key: number, request), of: index)
    }

    /// Sends a message of the service: in turns by a notification that leads to a pull, and directly.
    mutating func post(_ index: Int) {
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
    mutating func kill(_ index: Int) {
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
    mutating func restartServer() {
        for place in links.indices where links[place].isServerOpen {
            links[place].loseServer()
            leave(links[place].id)
            servers[links[place].id] = nil
        }
    }
}
