// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireValues
import NIOCore
import NIOPosix

/// Many chat clients that each send to the next one in a circle; confined to their event loop.
final class LoadClients {
    private let loop: any EventLoop
    private let port: Int
    private let count: Int
    private let total: Int
    /// The interval between consecutive messages of all clients, in nanoseconds.
    private let interval: Double
    /// A random prefix for user names, so that messages stored by other runs have no effect.
    private let prefix = "load-\(UInt32.random(in: .min ... .max))-"
    private var clients: [ChatClientDriver] = []
    private var channels: [Int: any Channel] = [:]
    private var isOnline: [Bool]
    private(set) var online = 0
    private var started = 0
    private var start: UInt64 = 0
    private var next = 0
    private var pacing: RepeatedTask?
    private var isEnding = false
    private(set) var tally: LoadTally
    /// The maximum number of simultaneous logins; more would only wait in the server's queue.
    private static let logins = 100

    /// Creates clients that are not connected.
    ///
    /// - Parameters:
    ///   - count: The number of clients.
    ///   - rate: The number of messages that each client sends in a second.
    init(count: Int, rate: Double, seconds: Int, port: Int, on loop: any EventLoop) {
        self.loop = loop
        self.port = port
        self.count = count
        total = max(1, Int(Double(count) * rate * Double(seconds)))
        interval = 1e9 / (Double(count) * rate)
        isOnline = Array(repeating: false, count: count)
        tally = LoadTally(count: total)
    }

    /// Logs in all clients, a limited number at a time.
    func connect() {
        for number in 0..<count { clients.append(client(number)) }
        connectMore()
    }

    private func connectMore() {
        while started < count, started - online < LoadClients.logins {
            started += 1
            clients[started - 1].connect()
        }
    }

    private func client(_ number: Int) -> ChatClientDriver {
        var configuration = ChatClientMachine.Configuration(user: "\(prefix)\(number)")
        configuration.usesTLS = false
        configuration.reconnectLimit = 1_000
        // The delays differ so that the clients do not all reconnect at once when a server returns.
        configuration.backoff = [Int64(100 + number % 900), Int64(500 + number % 1_000)]
        let bound = NIOLoopBound(self, eventLoop: loop)
        let client = ChatClientDriver(configuration, host: "127.0.0.1", port: port, .packets, on: loop) {
            bound.value.channels[number] = $0
        }
        client.onAction = { [unowned self] in handle($0, number) }
        return client
    }

    private func handle(_ action: ChatClientMachine.Action, _ number: Int) {
        switch action {
        case .state(let state, _):
            let isNowOnline = state == .online
            if isNowOnline == isOnline[number] { return }
            isOnline[number] = isNowOnline
            online += isNowOnline ? 1 : -1
            if isNowOnline {
                connectMore()
            } else if !isEnding {
                tally.cuts += 1
            }
        case .sent(let key, _): if let message = Int(key) { tally.acknowledge(message) }
        case .failed(let key, _, _): if let message = Int(key) { tally.fail(message) }
        case .drop: tally.dropped += 1
        case .deliver(let messages, _):
            let now = NIODeadline.now().uptimeNanoseconds
            for message in messages {
                var sent: Int?
                if case .content(let content) = message.content { sent = content.text.flatMap { Int($0) } }
                let isOurs = sent.map { recipient(of: $0 % count) == number } ?? false
                tally.deliver(isOurs ? sent : nil, at: now)
            }
        default: break
        }
    }

    private func recipient(of sender: Int) -> Int { (sender + 1) % count }

    /// Starts sending; the clients take turns so that the load is even.
    func send() {
        start = NIODeadline.now().uptimeNanoseconds
        let bound = NIOLoopBound(self, eventLoop: loop)
        pacing = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(1)) { _ in bound.value.sendDue() }
    }

    private func sendDue() {
        let now = NIODeadline.now().uptimeNanoseconds
        var round = 0
        // A round is bounded so that input is read between rounds, even if this process is late.
        while next < total, round < 500 {
            let due = start + UInt64(Double(next) * interval)
            if due > now { return }
            round += 1
            let sender = next % count
            var message = ChatMessage(.normal)
            message.recipientID = "\(prefix)\(recipient(of: sender))"
            message.chatType = .user
            message.contentType = .text
            message.content = .content(ChatContent(text: "\(next)"))
            tally.send(next, at: NIODeadline.now().uptimeNanoseconds, due: due)
            clients[sender].send(message, key: "\(next)")
            next += 1
        }
        if next == total { pacing?.cancel() }
    }

    /// Whether everything was sent and nothing more is expected.
    var isDone: Bool { next == total && tally.isSettled }

    /// Logs out all clients.
    func end() {
        isEnding = true
        pacing?.cancel()
        for client in clients { client.disconnect() }
        for channel in channels.values { channel.close(mode: .all, promise: nil) }
    }
}

#endif
