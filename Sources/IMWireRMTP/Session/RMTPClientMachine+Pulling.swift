// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPClientMachine {
    /// Requests new messages, immediately or when the current pull has ended (RMTP-194, RMTP-195).
    mutating func pull(_ target: PullTarget) {
        if let target = pulls.ask(for: target) { send(target) }
    }

    mutating func pullAgain() {
        if let interval = configuration.pullInterval { setTimer(.pull, after: interval) }
        pull(.inbox)  // RMTP-142
    }

    mutating func endPull() {
        // The queue has at most one entry per room; a room that has been left is not pulled.
        while let target = pulls.end() {
            if case .room(let visit) = target, entered(visit) == nil { continue }
            return send(target)
        }
    }

    private mutating func send(_ target: PullTarget) {
        switch target {
        case .inbox:
            var body = RMTPBody.SyncRequestMsg(syncTime: boxes.inbox, ispolling: false)
            body.isPullSend = true
            body.sendBoxSyncTime = boxes.outbox
            ask(.pull(.inbox), RMTPRequest(topic: "pullMsg", targetID: ownID, data: bytes(of: body)))
        case .room(let visit):
            let body = RMTPBody.ChrmPullMsg(
                syncTime: rooms[visit.name]?.time ?? 0, count: configuration.roomPullCount)
            let room = FrameText(visit.name.text)
            ask(.pull(target), RMTPRequest(topic: "chrmPull", targetID: room, data: bytes(of: body)))
        }
    }

    mutating func pulledInbox(_ packet: QueryAckPacket) {
        guard let answer = answer(packet, "pullMsg") else { return endPull() }
        let before = boxes
        // Messages are compared with the times before the page: two with the same millisecond are both new.
        var remaining = answer.list.count { before.isNew($0) }
        for message in answer.list {
            if before.isNew(message) {
                remaining -= 1
                emit(.deliver(.pulled(message, ownID: namedOwnID), remaining: remaining))
            }
            if message.direction == 1 { boxes.advance(past: message) }
        }
        boxes.advance(inbox: answer.syncTime)
        // A page that advances neither time would be requested forever.
        if answer.finished ?? true || boxes == before {
            emit(.pulled(inboxTime: boxes.inbox, outboxTime: boxes.outbox))
            return endPull()
        }
        send(.inbox)
    }

    mutating func pulledRoom(_ visit: RoomVisit, _ packet: QueryAckPacket) {
        let name = visit.name
        guard var room = entered(visit), let answer = answer(packet, "chrmPull") else { return endPull() }
        let before = room.time
        let news = answer.list.filter { $0.dataTime ?? .max > before }
        for (index, message) in news.enumerated() {
            emit(.deliver(.room(name.text, message, ownID: namedOwnID), remaining: news.count - 1 - index))
        }
        room.time = max(before, answer.syncTime ?? before)
        rooms[name] = room
        if answer.finished ?? true || room.time == before { return endPull() }  // RMTP-394
        send(.room(visit))
    }

    /// Returns the body of an answer, or nil if the service has refused the pull or the body cannot be decoded.
    private mutating func answer(_ packet: QueryAckPacket, _ topic: FrameText) -> RMTPBody.DownStreamMessages? {
        guard packet.status ?? 0 == 0 else { return nil }
        do {
            return try RMTPBody.DownStreamMessages.decode(packet.body.span).body
        } catch {
            emit(.undecodable(topic: topic, error))
            return nil
        }
    }

    /// Returns the bytes of a body whose required fields are all present.
    func bytes(of body: some ProtobufMessage) -> [UInt8] {
        (try? body.encoded(isPartial: true)) ?? []
    }
}
