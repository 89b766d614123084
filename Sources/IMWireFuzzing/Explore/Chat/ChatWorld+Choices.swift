// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// What happens in a step.
extension ChatWorld {
    mutating func connect(_ index: Int) {
        handle(.connect, of: index)
    }

    mutating func tickClient(_ index: Int) {
        handle(.tick, of: index)
    }

    mutating func tickServer(_ index: Int) {
        if let due = server.nextDue { passServerTime(max(0, due - now)) }
    }

    mutating func passServerTime(_ time: Int64) {
        now += time
        handle(.tick)
    }

    // MARK: Arrivals

    mutating func deliverUp(_ index: Int) {
        let link = links[index]
        switch links[index].up.removeFirst() {
        case .opening: break
        case .content(let content): handle(.received(content.messages, connection: link.id))
        case .end:
            links[index].closeServer()
            handle(.closed(connection: link.id))
        }
    }

    mutating func deliverDown(_ index: Int) {
        let link = links[index]
        switch links[index].down.removeFirst() {
        case .opening:
            links[index].isServerOpen = true
            handle(.accepted(connection: link.id))
            handle(.opened(connection: link.number), of: link.client)
        case .content(let content):
            if case .heartbeat = content { peers[link.client].heardAt = peers[link.client].now }
            let messages = peers[link.client].faults.received(content.messages)
            handle(.received(messages, connection: link.number), of: link.client)
        case .end:
            links[index].closeClient()
            handle(.closed(connection: link.number), of: link.client)
        }
    }

    // MARK: Applications

    mutating func send(_ index: Int) {
        var message = ChatMessage(.normal)
        var recipients = peers.indices.filter { $0 != index }
        if recipients.isEmpty {
            recipients = [index]
            message.chatType = .user
            message.recipientID = peers[index].user
        } else {
            message.chatType = .group
            message.groupID = ChatWorld.group
        }
        message.code = JSONNumber(messages.count)  // identifies the message wherever it travels
        messages.append(ExploredMessage(client: index, recipients: recipients, message: message))
        submit(messages.count - 1)
    }

    mutating func recall(_ index: Int) {
        guard let target = messages.lastIndex(where: { isRecallable($0, by: index) }) else { return }
        messages[target].isRecalled = true
        let message = ChatMessage(.repeal, messageID: messages[target].id)
        messages.append(
            ExploredMessage(
                client: index, recipients: messages[target].recipients, message: message, recalls: target))
        submit(messages.count - 1)
    }

    mutating func post(_ index: Int) {
        var message = ChatMessage(.normal)
        message.chatType = .user
        message.recipientID = peers[index].user
        message.code = JSONNumber(messages.count)
        var explored = ExploredMessage(client: nil, recipients: [index], message: message)
        explored.fate = .sent
        messages.append(explored)
        handle(.post(message))
    }

    /// Passes a message of an application to its session.
    private mutating func submit(_ number: Int) {
        guard let client = messages[number].client else { return }
        let (key, message) = ("k\(number)", messages[number].message)
        let isRecall = messages[number].recalls != nil
        peers[client].faults.add(key, isRecall: isRecall, at: peers[client].now)
        handle(isRecall ? .recall(key: key, message) : .send(key: key, message), of: client)
    }

    // MARK: Processes

    /// Ends the process of a client, which starts again and submits the messages that wait for their outcome.
    mutating func kill(_ index: Int) {
        for place in links.indices where links[place].client == index && links[place].isClientOpen {
            links[place].closeClient()
        }
        peers[index].restart()
        isOrdered = false
        handle(.connect, of: index)
        for number in messages.indices where messages[number].client == index && messages[number].fate == .waiting {
            messages[number].isRepeated = true
            submit(number)
        }
    }

    /// Restarts the server with the memory that it has written; its connections are lost (SES-110).
    mutating func restartServer() {
        for index in connections.indices { connections[index] = nil }
        handle(.restart)
        let isSame = server.change { (server: inout ChatServerMachine) -> Bool in
            do throws(DecodeError) {
                let written = server.memory.encoded()
                try server.restart()
                return server.memory.encoded() == written
            } catch {
                return false
            }
        }
        if !isSame { violate(.lost, "the memory is another one after the restart") }
        for index in links.indices where links[index].isServerOpen { links[index].loseServer() }
    }
}
