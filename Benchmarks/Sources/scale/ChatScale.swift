// SPDX-License-Identifier: Apache-2.0

import IMWire

/// One machine with many sessions of the chat protocol.
struct ChatScale {
    private let count: Int
    private var sessions: ChatServerMachineBox
    private var figures: Figures

    init(_ count: Int) {
        self.count = count
        sessions = ChatServerMachineBox()
        figures = Figures("chat", count)
    }

    consuming func report() {
        let (count, sessions) = (count, sessions)
        figures.bytes("logged in") {
            for number in 1...count { sessions.handle(.accepted(connection: number)) }
            for number in 1...count { sessions.receive(ChatScale.login(number), over: number) }
        }
        let events = 100_000
        figures.time("answer a heartbeat", events: events) {
            for number in 0..<events { sessions.receive(ChatMessage(heartbeat: .standard), over: number % count + 1) }
        }
        // With the messages of one round, each session has sent one message and has one stored.
        figures.bytes("with a stored message") {
            for number in 1...count { sessions.receive(ChatScale.text(number, count), over: number) }
        }
        figures.time("acknowledge and forward a message", events: events) {
            for number in 0..<events {
                sessions.receive(ChatScale.text(count + number, count), over: number % count + 1)
            }
        }
        figures.time("handle a receipt", events: min(count, events)) {
            for number in 1...min(count, events) {
                var receipt = ChatMessage(.normalReceipt, messageID: "m\(number)")
                receipt.senderID = ChatScale.user(number)
                sessions.receive(receipt, over: number % count + 1)
            }
        }
        figures.time("check a session for its heartbeat", events: count) { sessions.pass(1_000) }
        figures.time("close a session", events: count) {
            for number in 1...count { sessions.handle(.closed(connection: number)) }
        }
        figures.report()
    }

    private static func user(_ number: Int) -> String { "user-\(number)" }

    private static func login(_ number: Int) -> ChatMessage {
        var login = ChatMessage(.login)
        login.senderID = user(number)
        return login
    }

    /// Returns a message of a session to the next one.
    private static func text(_ number: Int, _ count: Int) -> ChatMessage {
        var message = ChatMessage(.normal)
        message.clientMessageID = "\(number)"
        message.recipientID = user(number % count + 1)
        message.chatType = .user
        message.contentType = .text
        message.content = .content(ChatContent(text: "See you at eight"))
        return message
    }
}

/// A machine that closures can share.
final class ChatServerMachineBox {
    private var machine: ChatServerMachine
    private var now: Int64 = 0

    init(groups: [String: [String]] = [:]) {
        var configuration = ChatServerMachine.Configuration()
        configuration.beatMisses = 1_000
        configuration.groups = groups
        machine = ChatServerMachine(configuration)
    }

    func handle(_ event: ChatServerMachine.Event) { consume(machine.handle(event, at: now)) }

    func receive(_ message: ChatMessage, over connection: Int) {
        handle(.received([message], connection: connection))
    }

    /// Lets a time in milliseconds pass.
    func pass(_ time: Int64) {
        now += time
        handle(.tick)
    }
}

/// Uses a value, so that the optimizer keeps the code that computes it.
@inline(never)
func consume<Value>(_ value: Value) {}
