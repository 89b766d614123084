// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// The service, which stores and distributes what its sides of the connections report.
extension PacketWorld {
    /// Passes an event to the service's side of a connection, and carries out its actions.
    mutating func handle(_ event: RMTPServerMachine.Event, on id: Int) {
        guard let time = servers[id]?.now, let steps = servers[id]?.machine.change({ $0.handle(event, at: time) })
        else { return }
        checkCount(steps.count)
        for step in steps { perform(step.action, on: id) }
    }

    private mutating func perform(_ action: RMTPServerMachine.Action, on id: Int) {
        guard let place = links.firstIndex(where: { $0.id == id }) else { return }
        switch action {
        case .write(let packet): links[place].sendDown(.content(PacketContent(packet)))
        case .close: links[place].closeServer()
        case .published(let packetID, let packet): store(packet, packetID, from: links[place].client, on: id)
        case .asked(let packetID, let packet): answer(packet, packetID, to: links[place].client, on: id)
        case .ended:
            leave(id)
            servers[id] = nil
        default: break
        }
    }

    /// Returns the connection over which a user is logged in.
    func onlineLink(of index: Int) -> Int? {
        links.last { link in
            link.client == index && servers[link.id]?.machine.read { $0.isOnline } ?? false
        }?.id
    }

    /// Publishes a body to a client.
    mutating func publish(_ topic: FrameText, _ body: some ProtobufMessage, _ key: Int, on id: Int) {
        let data = (try? body.encoded()) ?? []
        let request = RMTPRequest(topic: topic, targetID: "", data: data)
        handle(.publish(key: key, request, date: 0), on: id)
    }

    /// Stores a message of a client, acknowledges it, and informs the members of the room.
    private mutating func store(_ packet: PublishPacket, _ packetID: UInt16?, from index: Int, on id: Int) {
        guard let number = packet.data?.first.map({ Int($0) }), messages.indices.contains(number), let packetID else {
            return
        }
        let time = service.nextTime()
        var status: UInt16 = 0
        var informed: [String] = []
        if hasRoom {
            let message = ChatroomMessage(objectName: "RC:TxtMsg", content: nil)
            let user = peers[index].user
            let steps = service.room.change {
                $0.handle(.send(room: PacketService.room, user: user, message), at: 0)
            }
            for step in steps {
                switch step.action {
                case .distribute(_, _, let users): informed = users
                case .error(_, _, _, let code): status = UInt16(clamping: code)
                default: break
                }
            }
        }
        if status == 0 {
            messages[number].isStored = true
            service.roomMessages.append(PacketService.Stored(number: number, sender: index, time: time))
        }
        let receipt = RMTPReceipt(status: status, time: UInt64(time), messageUID: FrameText(String(number)))
        handle(.acknowledge(id: packetID, receipt), on: id)
        for other in peers.indices where informed.contains(peers[other].user) {
            guard let link = onlineLink(of: other) else { continue }
            publish("s_ntf", RMTPBody.NotifyMsg(type: 2, time: time, chrmID: PacketService.room), number, on: link)
        }
    }

    private mutating func answer(_ packet: QueryPacket, _ packetID: UInt16, to index: Int, on id: Int) {
        var status: UInt16 = 0
        var data: [UInt8] = []
        switch packet.topic {
        case "pullMsg": data = service.pulled(packet.data, by: index)
        case "chrmPull": data = service.pulledRoom(packet.data, by: index)
        case "joinChrm", "joinChrmR":
            let user = peers[index].user
            let steps = service.room.change {
                $0.handle(.join(room: PacketService.room, user: user, messageCount: -1), at: 0)
            }
            for step in steps {
                if case .error(_, _, _, let code) = step.action { status = UInt16(clamping: code) }
            }
        default: break
        }
        handle(.answer(id: packetID, date: 0, status: status, data: data), on: id)
    }

    /// Removes the user of a connection that has ended from the room, unless there is another connection.
    mutating func leave(_ id: Int) {
        guard hasRoom, let link = links.first(where: { $0.id == id }),
            !links.contains(where: { $0.client == link.client && $0.id > id && servers[$0.id] != nil })
        else { return }
        let user = peers[link.client].user
        _ = service.room.change { $0.handle(.quit(room: PacketService.room, user: user), at: 0) }
    }
}
