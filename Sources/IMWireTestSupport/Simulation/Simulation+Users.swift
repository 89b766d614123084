// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The behavior of users and their applications, and the execution of actions.
extension Simulation {
    mutating func connect(_ device: SimulatedDevice) {
        guard !device.isRetired else { return }
        if device.index >= users.count { report.troubles.insert(.secondLogin) }
        device.isUsed = true
        handle(.connect, of: device)
    }

    mutating func send(_ device: SimulatedDevice) {
        guard device.isUsed, !isDraining else { return }
        let others = users.filter { $0 != device.user }
        var message = ChatMessage(.normal)
        var recipients = others
        if others.count > 1, random.chance(40) {
            message.chatType = .group
            message.groupID = group
        } else {
            recipients = [others[random.pick(0...others.count - 1)]]
            message.chatType = .user
            message.recipientID = recipients[0]
        }
        let token = messages.count
        message.code = JSONNumber(token)  // identifies the message wherever it travels
        add(
            SimulatedMessage(
                key: SimulatedMessage.key(token), token: token, device: device.index, recipients: recipients,
                message: message,
                isRecall: false), to: device)
    }

    mutating func recall(_ device: SimulatedDevice) {
        guard !isDraining else { return }
        let own = messages.indices.filter { index in
            messages[index].device == device.index && !messages[index].isRecall && messages[index].fate == .sent
                && !messages[index].isRecalled
        }
        guard !own.isEmpty else { return }
        let index = own[random.pick(0...own.count - 1)]
        messages[index].isRecalled = true
        let target = messages[index]
        add(
            SimulatedMessage(
                key: SimulatedMessage.key(messages.count), token: target.token, device: device.index,
                recipients: target.recipients,
                message: ChatMessage(.repeal, messageID: target.messageID), isRecall: true), to: device)
    }

    /// Returns the index of the message with this key, or nil if there is none.
    private func messageIndex(of key: String) -> Int? {
        let index = SimulatedMessage.index(of: key)
        return messages.indices.contains(index) ? index : nil
    }

    private mutating func add(_ message: SimulatedMessage, to device: SimulatedDevice) {
        messages.append(message)
        report.messages += 1
        submit(message, to: device)
    }

    private mutating func submit(_ message: SimulatedMessage, to device: SimulatedDevice) {
        device.faults.add(message.key, isRecall: message.isRecall, at: now)
        handle(
            message.isRecall ? .recall(key: message.key, message.message) : .send(key: message.key, message.message),
            of: device)
    }

    /// Sends a message that has not been sent again with the same key, as the application does after a failure
    /// (SES-031).
    mutating func sendAgain(_ key: String, _ device: SimulatedDevice) {
        guard let index = messageIndex(of: key), messages[index].fate != .sent, !device.isRetired else { return }
        messages[index].fate = .waiting
        messages[index].isRepeated = true
        submit(messages[index], to: device)
    }

    // MARK: Clients

    mutating func handle(_ event: ChatClientMachine.Event, of device: SimulatedDevice) {
        report.events += 1
        let steps = device.faults.changed(device.session.handle(event, at: now))
        dues[device.index] = device.session.nextDue ?? .max
        for index in steps.indices {
            if let fuse = device.fuse {
                if fuse == 0 {
                    die(device)
                    return
                }
                device.fuse = fuse - 1
            }
            perform(steps[index].action, of: device)
        }
        if device.session.state == .online, now - device.heardAt > Simulation.silence {
            record(.silent, "device \(device.index) has heard nothing since \(device.heardAt)")
        }
    }

    private mutating func perform(_ action: ChatClientMachine.Action, of device: SimulatedDevice) {
        switch action {
        case .state(let state, _):
            if state == .online {
                device.heardAt = now
                if device.hasLoggedIn { report.troubles.insert(.reconnect) }
                device.hasLoggedIn = true
            }
        case .connect(let number):
            open(device, number: number)
        case .secure:
            if let link = device.link { queue.plan(.secured(link: link), at: now + 10) }
        case .write(let message):
            if message.kind == .normalReceipt || message.kind == .repealReceipt { checkReceipt(message, of: device) }
            if let link = device.link, let message = message.decoded { transmit([message], from: .client, over: link) }
        case .beat:
            if let link = device.link { transmit(Simulation.heartbeat, from: .client, over: link) }
        case .close:
            if let link = device.link { close(link, at: .client) }
        case .deliver(let messages, _):
            for message in messages { deliver(message, to: device) }
        case .recalled(let id, _, let key):
            if let key {
                device.faults.forget(key)
                if let index = messageIndex(of: key) { messages[index].fate = .sent }
            } else {
                device.recalledIDs.insert(id)
                device.seen.append(id)
                if let token = tokens[id] { device.recalledTokens.insert(token) }
            }
        case .sent(let key, let id):
            device.faults.forget(key)
            if let index = messageIndex(of: key) {
                messages[index].fate = .sent
                messages[index].messageID = id
            }
        case .failed(let key, _, _):
            device.faults.forget(key)
            if let index = messageIndex(of: key) { messages[index].fate = .failed }
            if !isDraining, random.chance(50) {
                queue.plan(.sendAgain(device: device.index, key: key), at: now + Int64(random.pick(100...2_000)))
            }
        case .drop, .deviation: break
        }
    }

    private mutating func deliver(_ message: ChatMessage, to device: SimulatedDevice) {
        let id = message.messageID ?? ""
        let token = message.code?.int ?? -1
        if device.recalledIDs.contains(id) { record(.unrecalled, "\(id) is delivered to device \(device.index)") }
        let isNew = device.deliveredTokens.insert(token).inserted
        if report.echoesKeys, !isNew { record(.twice, "message \(token) comes twice to device \(device.index)") }
        if isNew { device.deliveredOrder.append(token) }
        device.delivered[id] = token
        device.seen.append(id)
    }

    /// Checks that a receipt is not written before the message it confirms has been kept (SES-102).
    private mutating func checkReceipt(_ receipt: EncodedChatMessage, of device: SimulatedDevice) {
        let id = receipt.messageID ?? ""
        if device.delivered[id] == nil, !device.recalledIDs.contains(id) {
            record(.early, "device \(device.index) answers \(id) before it has it")
        }
    }

    /// Ends the process of a device, whatever it was about to do, and restarts it.
    private mutating func die(_ device: SimulatedDevice) {
        report.troubles.insert(.kill)
        if let link = device.link {
            if random.chance(70) {
                close(link, at: .client)
            } else {
                links[link].client.isOpen = false  // the server is not informed
            }
        }
        device.restart()
        dues[device.index] = .max
        guard !device.isRetired else { return }
        let waiting = messages.indices.filter {
            messages[$0].device == device.index && messages[$0].fate == .waiting
        }
        let time = now + Int64(random.pick(50...500))
        queue.plan(.connect(device: device.index), at: time)
        for index in waiting {
            queue.plan(.sendAgain(device: device.index, key: messages[index].key), at: time + 1)
        }
    }

    // MARK: The server

    mutating func handle(_ event: ChatServerMachine.Event) {
        report.events += 1
        let steps = server.handle(event, at: now)
        var assumed: [(link: Int, receipts: [ChatMessage])] = []
        for index in steps.indices {
            switch steps[index].action {
            case .login(let user, let link):
                if let other = connections[user] { record(.two, "\(user) is on connections \(other) and \(link)") }
                connections[user] = link
            case .logout(let user, _):
                connections[user] = nil
            case .store(_, let message):
                let id = message.messageID ?? ""
                storedIDs.insert(id)
                if let token = message.decoded?.code?.int { tokens[id] = token }
                stored += 1
            case .remove:
                stored -= 1
            case .overflow:
                break
            case .write(let messages, let links):
                if messages.first?.kind == .normalReceipt, let id = messages[0].messageID, !storedIDs.contains(id) {
                    record(.early, "the server answers \(id) before it has it")
                }
                let receipts = fault?.assumedReceipts(for: messages) ?? []
                for link in links {
                    transmit(messages.compactMap(\.decoded), from: .server, over: link)
                    if !receipts.isEmpty { assumed.append((link, receipts)) }
                }
            case .beat(let link):
                transmit(Simulation.heartbeat, from: .server, over: link)
            case .close(let link, _):
                close(link, at: .server)
            }
        }
        for (link, receipts) in assumed { handle(.received(receipts, connection: link)) }
    }

    // MARK: The end

    /// Checks that each message that was sent has reached its recipients.
    mutating func check() {
        for message in messages where message.fate == .sent {
            for user in message.recipients {
                let theirs = devices.filter { $0.user == user }
                let isRecalled = theirs.contains { $0.recalledTokens.contains(message.token) }
                let isDelivered = theirs.contains { $0.deliveredTokens.contains(message.token) }
                if message.isRecall, !isRecalled {
                    record(.lost, "the recall of message \(message.token) did not come to \(user)")
                } else if !message.isRecall, !isDelivered, !isRecalled {
                    record(.lost, "message \(message.token) did not come to \(user)")
                }
            }
        }
        if report.echoesKeys, report.troubles.isDisjoint(with: [.loss, .kill]) { checkOrder() }
    }

    /// Checks that messages of one sender keep their order if nothing was lost between two breaks (SES-104).
    private mutating func checkOrder() {
        for device in devices {
            var last: [Int: Int] = [:]
            for token in device.deliveredOrder {
                guard messages.indices.contains(token), !messages[token].isRepeated else { continue }
                let sender = messages[token].device
                if let before = last[sender], before > token {
                    record(.order, "message \(token) comes after \(before) to device \(device.index)")
                }
                last[sender] = token
            }
        }
    }
}
