// SPDX-License-Identifier: Apache-2.0

import IMWire

/// One machine with a group of which all members are online, and acknowledge each message.
struct GroupScale {
    private let count: Int
    private let sessions: ChatServerMachineBox
    private var figures: Figures

    init(_ count: Int) {
        self.count = count
        sessions = ChatServerMachineBox(groups: ["g": (0...count).map { "user-\($0)" }])
        figures = Figures("group", count)
    }

    consuming func report() {
        let (count, sessions) = (count, sessions)
        for number in 0...count {
            sessions.handle(.accepted(connection: number))
            var login = ChatMessage(.login)
            login.senderID = "user-\(number)"
            sessions.receive(login, over: number)
        }
        let rounds = max(4, 400_000 / count)
        var (forwarding, acknowledging) = (0, 0)
        for number in 1...rounds {
            var message = ChatMessage(.normal)
            (message.clientMessageID, message.groupID) = ("\(number)", "g")
            (message.chatType, message.contentType) = (.group, .text)
            message.content = .content(ChatContent(text: "See you at eight"))
            let start = Usage.time
            sessions.receive(message, over: 0)
            let middle = Usage.time
            for member in 1...count {
                sessions.receive(ChatMessage(.normalReceipt, messageID: "m\(number)"), over: member)
            }
            forwarding += middle - start
            acknowledging += Usage.time - middle
        }
        figures.add("ns a recipient to store and forward a message", forwarding / (rounds * count))
        figures.add("ns to handle a receipt", acknowledging / (rounds * count))
        figures.report()
    }
}
