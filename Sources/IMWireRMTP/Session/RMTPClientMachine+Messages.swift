// SPDX-License-Identifier: Apache-2.0

import IMWire

// MARK: - Outgoing packets

extension RMTPClientMachine {
    mutating func publish(_ key: Int, _ request: RMTPRequest) {
        guard state == .online else { return emit(.failed(key: key, .offline)) }
        guard let id = nextID() else { return emit(.failed(key: key, .tooMany)) }
        emit(.write(request.publish(id)))
        // A message that is not stored is not acknowledged, even if it requests an acknowledgement (RMTP-130).
        if request.qos == .atMostOnce || RMTPMessageTopic(request.topic)?.isStatus == true {
            return emit(.published(key: key, nil))
        }
        publications[id] = key
        setTimer(.publication(id), after: configuration.answerTimeout)
    }

    mutating func ask(_ question: Question, _ request: RMTPRequest) {
        guard state == .online else { return fail(question, .offline) }
        guard let id = nextID() else { return fail(question, .tooMany) }
        emit(.write(request.query(id)))
        questions[id] = question
        setTimer(.question(id), after: configuration.answerTimeout)
    }

    private mutating func nextID() -> UInt16? {
        let (publications, questions) = (publications, questions)
        return ids.next { publications[$0] != nil || questions[$0] != nil }
    }

    private mutating func fail(_ question: Question, _ failure: RMTPFailure) {
        switch question {
        case .application(let key): emit(.failed(key: key, failure))
        case .pull: endPull()
        case .join(let visit): notJoined(visit, failure)
        case .leave, .keys: break
        }
    }

    mutating func unanswered(_ id: UInt16) {
        if let question = questions.removeValue(forKey: id) { fail(question, .unanswered) }
    }
}

// MARK: - Incoming packets

extension RMTPClientMachine {
    mutating func received(_ packet: PublishPacket) {
        if packet.flags.isSynced { return synchronized(packet) }
        // Acknowledge before decoding: the service would keep resending a body that cannot be decoded (RMTP-131,
        // RMTP-135).
        if packet.flags.qos != .atMostOnce, let id = packet.messageID {
            emit(.write(.pubAck(PubAckPacket(messageID: id))))
        }
        do throws(DecodeError) {
            switch packet.topic {
            case "s_msg": try direct(packet)
            case "s_ntf": try notified(packet)
            case "s_cmd": try commanded(packet)
            case "s_us":
                let body = try RMTPBody.UserSettingNotification.decode(packet.body.span).value
                emit(.settingsChanged(version: body.version ?? 0))
            default: emit(.other(packet))
            }
        } catch {
            emit(.undecodable(topic: packet.topic, error))
        }
    }

    private mutating func direct(_ packet: PublishPacket) throws(DecodeError) {
        let message = try RMTPBody.DownStreamMessage.decode(packet.body.span).value
        // The message is also in the answer to a pull of the inbox (RMTP-399, RMTP-400).
        if pulls.includesInbox || !boxes.isNew(message) { return }
        boxes.advance(past: message)
        emit(.deliver(.direct(message, ownID: namedOwnID)))
    }

    private mutating func notified(_ packet: PublishPacket) throws(DecodeError) {
        let notification = try RMTPBody.NotifyMsg.decode(packet.body.span).value
        guard notification.type == 2, let name = notification.chrmID.map({ ExactText($0) }) else {  // RMTP-263
            if notification.time ?? .max > boxes.inbox { pull(.inbox) }
            return
        }
        guard let room = entered(name) else { return }  // RMTP-196
        if notification.time ?? .max > room.time { pull(.room(RoomVisit(name: name, number: room.number))) }
    }

    private mutating func commanded(_ packet: PublishPacket) throws(DecodeError) {
        let notification = try RMTPBody.NotifyMsg.decode(packet.body.span).value
        switch notification.type {
        case 2:
            guard let name = notification.chrmID.map({ ExactText($0) }), let room = entered(name),
                configuration.hasRoomKeys
            else { return }
            if notification.time ?? .max > room.keyTime { askForKeys(of: name, room) }  // RMTP-395
        case 3: emit(.statesChanged(time: notification.time ?? 0))
        default: emit(.other(packet))
        }
    }

    /// Handles a message that this user sent from another device: the service, not this client, sends its PUBACK
    /// (RMTP-132).
    private mutating func synchronized(_ packet: PublishPacket) {
        if packet.topic == "userSetData" { return }
        let isStatus = packet.topic.flatMap { RMTPMessageTopic($0) }?.isStatus == true
        guard !isStatus, let id = packet.messageID else { return emit(.deliver(.synced(packet, nil))) }
        if let displaced = synced.keep(packet, id, limit: configuration.syncedLimit) {
            emit(.deliver(.synced(displaced, nil)))
        }
    }

    mutating func acknowledged(_ packet: PubAckPacket) {
        guard let id = packet.messageID else { return }
        if let key = publications.removeValue(forKey: id) {
            cancelTimer(.publication(id))
            if packet.status ?? 0 == 0 { boxes.advance(outbox: packet.milliseconds) }
            emit(.published(key: key, packet))
        } else if let message = synced.remove(id) {
            boxes.advance(outbox: packet.milliseconds)
            emit(.deliver(.synced(message, packet)))
        }
    }

    mutating func answered(_ packet: QueryAckPacket) {
        guard let id = packet.messageID else { return }
        if packet.flags.qos != .atMostOnce {
            emit(.write(.queryCon(QueryConPacket(messageID: id))))  // RMTP-134
        }
        guard let question = questions.removeValue(forKey: id) else { return }
        cancelTimer(.question(id))
        switch question {
        case .application(let key): emit(.answered(key: key, packet))
        case .pull(.inbox): pulledInbox(packet)
        case .pull(.room(let visit)): pulledRoom(visit, packet)
        case .join(let visit): joined(visit, packet.status ?? 0)
        case .leave(let name): emit(.left(room: name.text))
        case .keys(let visit): keysAnswered(visit, packet)
        }
    }
}

extension PublishPacket {
    /// The body; if `data` is absent, a body without fields.
    var body: [UInt8] { data ?? [] }
}

extension QueryAckPacket {
    /// The body; if `data` is absent, a body without fields.
    var body: [UInt8] { data ?? [] }
}

extension PubAckPacket {
    /// The time at which the message was sent, in milliseconds since 1970 (RMTP-030).
    var milliseconds: Int64? {
        date.map { Int64($0) * 1_000 + Int64(millisecond ?? 0) }
    }
}
