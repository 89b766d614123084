// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import IMWireRMTP
import LiveCommands
import LiveService
import NIOCore
import NIOPosix
import Testing

/// Returns the settings of a server that only tests use.
func testSettings() -> LiveSettings {
    var settings = LiveSettings(tokens: ServedTokens(appKey: "k", secret: Secret("s"), acceptsAny: true))
    settings.chat = LiveAddress("127.0.0.1:0")
    settings.rongCloud = LiveAddress("127.0.0.1:0")
    settings.service.groups = [ExactText("g"): ["a", "b", "c"]]
    settings.isQuiet = ProcessInfo.processInfo.environment["IMWIRE_LOUD"] == nil
    return settings
}

/// Runs a server while `body` runs.
func withServer(
    _ settings: LiveSettings = testSettings(), _ body: (LiveServer) async throws -> Void
) async throws {
    let server = try await LiveServer.start(settings)
    do {
        try await body(server)
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}

/// The events that have occurred, in order; a new event wakes the tasks that wait for one.
actor Happenings<Event: Sendable> {
    private var events: [Event] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func add(_ event: Event) {
        events.append(event)
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Removes and returns the first event for which `body` returns a value, and waits for it if necessary.
    @discardableResult
    func first<Value: Sendable>(_ body: @Sendable (Event) -> Value?) async -> Value {
        while true {
            for (index, event) in events.enumerated() {
                if let value = body(event) {
                    events.remove(at: index)
                    return value
                }
            }
            await withCheckedContinuation { waiting.append($0) }
        }
    }
}

/// A chat client and its actions.
final class TestChatClient: Sendable {
    let happenings = Happenings<ChatClientMachine.Action>()
    private let client: NIOLoopBound<ChatClientDriver>
    private let loop: any EventLoop

    init(
        _ user: String, port: Int, _ framing: ChatFraming, deflates: Bool = false,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws {
        let loop = group.next()
        self.loop = loop
        let happenings = happenings
        client = try await loop.submit {
            var configuration = ChatClientMachine.Configuration(user: user)
            configuration.usesTLS = false
            let client = ChatClientDriver(configuration, on: loop) { client in
                let bound = NIOLoopBound(client, eventLoop: loop)
                return ClientBootstrap(group: loop)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addChatClient(
                                bound.value, framing, deflates: deflates)
                        }
                    }
                    .connect(host: "127.0.0.1", port: port)
            }
            let (stream, continuation) = AsyncStream<ChatClientMachine.Action>.makeStream()
            client.onAction = { continuation.yield($0) }
            Task { for await action in stream { await happenings.add(action) } }
            return NIOLoopBound(client, eventLoop: loop)
        }.get()
    }

    func run(_ body: @escaping @Sendable (ChatClientDriver) -> Void) async throws {
        let client = client
        try await loop.submit { body(client.value) }.get()
    }

    func state(_ wanted: ChatClientMachine.State) async {
        await happenings.first { if case .state(wanted, _) = $0 { true } else { nil } }
    }

    func delivered() async -> [ChatMessage] {
        await happenings.first { if case .deliver(let messages, _) = $0 { messages } else { nil } }
    }
}

extension ChatMessage {
    /// The text of the message, or nil if it has none.
    var text: String? {
        guard case .content(let content) = content else { return nil }
        return content.text
    }
}

/// Returns a text message to a user.
func text(_ text: String, to user: String) -> ChatMessage {
    var message = ChatMessage(.normal)
    message.recipientID = user
    message.chatType = .user
    message.contentType = .text
    message.content = .content(ChatContent(text: text))
    return message
}

#endif
