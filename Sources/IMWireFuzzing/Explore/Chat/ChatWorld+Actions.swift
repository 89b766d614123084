// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// The execution of the actions of the machines.
extension ChatWorld {
    /// Passes an event to a client, and carries out its actions.
    mutating func handle(_ event: ChatClientMachine.Event, of index: Int) {
        let time = peers[index].now
        let asked = peers[index].machine.change { $0.handle(event, at: time) }
        let steps = peers[index].faults.changed(asked)
        checkCount(steps.count)
        for step in steps { perform(step.action, of: index) }
        checkSilence(of: index)
    }

    private mutating func perform(_ action: ChatClientMachine.Action, of index: Int) {
        switch action {
        case .state(.online, _):
            peers[index].heardAt = peers[index].now
        case .connect(let number):
            linkCount += 1
            links.append(ExploreLink(id: linkCount, client: index, number: number))
            peers[index].link = linkCount
        case .write(let message):
            if message.kind == .normalReceipt || message.kind == .repealReceipt { checkReceipt(message, of: index) }
            if let place = place(of: index), let message = message.decoded {
                links[place].sendUp(.content(.messages([message])))
            }
        case .beat:
            if let place = place(of: index) { links[place].sendUp(.content(.heartbeat)) }
        case .close:
            if let place = place(of: index) { links[place].closeClient() }
        case .deliver(let messages, _):
            for message in messages { deliver(message, to: index) }
        case .recalled(let id, _, let key):
            if let key { settle(key, .sent, of: index) }
            peers[index].seen.append(id)
            if let number = number(of: id) { peers[index].recalled |= 1 << UInt64(number) }
        case .sent(let key, let id):
            settle(key, .sent, id, of: index)
        case .failed(let key, _, _):
            settle(key, .failed, of: index)
        default:
            break
        }
    }

    /// Passes an event to the server, and carries out its actions.
    mutating func handle(_ event: ChatServerMachine.Event) {
        let time = now
        let steps = server.change { $0.handle(event, at: time) }
        checkCount(steps.count)
        var assumed: [ChatServerMachine.Event] = []
        for step in steps { perform(step.action, &assumed) }
        for event in assumed { handle(event) }
    }

    private mutating func perform(_ action: ChatServerMachine.Action, _ assumed: inout [ChatServerMachine.Event]) {
        switch action {
        case .login(let user, let connection): logIn(user, connection)
        case .logout(let user, _):
            if let index = peers.firstIndex(where: { $0.user == user }) { connections[index] = nil }
        case .store(let user, let message): store(message, for: user)
        case .remove(let user, let id, let kind):
            stored.removeAll { $0.user == user && $0.id == id && $0.isRecall == (kind == .repeal) }
        case .overflow(let user, let id):
            violate(.lost, "\(id) is not stored for \(user)")
        case .write(let messages, let ids):
            checkAnswer(messages)
            let receipts = fault?.assumedReceipts(for: messages) ?? []
            let unit = ExploreUnit.content(ChatContent.messages(messages.compactMap(\.decoded)))
            for id in ids {
                if let place = links.firstIndex(where: { $0.id == id }) { links[place].sendDown(unit) }
                if !receipts.isEmpty { assumed.append(.received(receipts, connection: id)) }
            }
        case .beat(let id):
            if let place = links.firstIndex(where: { $0.id == id }) { links[place].sendDown(.content(.heartbeat)) }
        case .close(let id, _):
            if let place = links.firstIndex(where: { $0.id == id }) { links[place].closeServer() }
        }
    }

    /// Returns the place of the connection that a client uses, if it is still open for it.
    private func place(of index: Int) -> Int? {
        guard let id = peers[index].link else { return nil }
        return links.firstIndex { $0.id == id && $0.isClientOpen }
    }

    /// Returns the index of the message to which the server has given an id.
    func number(of id: String) -> Int? { ids.first { $0.id == id }?.index }

    private mutating func logIn(_ user: String, _ connection: Int) {
        guard let index = peers.firstIndex(where: { $0.user == user }) else { return }
        if connections[index] != nil { violate(.two, "\(user) is logged in over two connections") }
        connections[index] = connection
    }

    private mutating func store(_ message: EncodedChatMessage, for user: String) {
        guard let id = message.messageID else { return }
        stored.append((user, id, message.kind == .repeal))
        if message.kind == .repeal {
            for index in messages.indices
            where messages[index].recalls != nil && messages[index].message.messageID == id {
                messages[index].isStored = true
            }
        } else if let index = message.decoded?.code?.int, messages.indices.contains(index) {
            if !ids.contains(where: { $0.id == id }) { ids.append((id, index)) }
            messages[index].isStored = true
        }
    }

    private mutating func settle(_ key: String, _ fate: ExploredMessage.Fate, _ id: String? = nil, of index: Int) {
        peers[index].faults.forget(key)
        guard let number = Int(key.dropFirst()), messages.indices.contains(number) else { return }
        messages[number].fate = fate
        if let id { messages[number].id = id }
        if fate == .sent, !messages[number].isStored {
            violate(.lost, "\(key) is acknowledged, and the server does not have it")
        }
    }
}
