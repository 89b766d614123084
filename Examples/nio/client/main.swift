// A chat client that sends a line `USER TEXT` to that user and prints what it receives. The arguments are port and
// name.
import IMWire
import IMWireNIO
import NIOCore
import NIOPosix

/// The session, and the channel that carries it.
actor Chat {
    private var session: ClientSession
    private let channel: any Channel
    private let clock = SessionClock()

    init(_ configuration: ClientConfiguration, _ channel: any Channel) {
        session = ClientSession(configuration)
        self.channel = channel
    }

    func handle(_ event: ClientEvent) {
        for step in session.handle(event, at: clock.now) {
            switch step.action {
            case .write(let message): channel.writeAndFlush(ChatOutput.messages([message]), promise: nil)
            case .beat: channel.writeAndFlush(ChatOutput.heartbeat, promise: nil)
            case .close: channel.close(mode: .output, promise: nil)
            case .failed(let text, let reason, _): print("not sent: \(text): \(reason)")
            case .deliver(let messages, _):
                for message in messages.compactMap({ try? ChatMessage($0) }) {
                    guard case .content(let content) = message.content else { continue }
                    print("\(message.senderID ?? ""): \(content.text ?? "")")
                }
            default: break
            }
        }
    }
}

var configuration = ClientConfiguration(user: CommandLine.arguments.last ?? "")
(configuration.usesTLS, configuration.reconnectLimit) = (false, 0)
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .connect(host: "127.0.0.1", port: port) { $0.chat(.packets) }
let chat = Chat(configuration, channel.channel)
await chat.handle(.connect)
await chat.handle(.opened())
Task { while true { try await Task.sleep(for: .milliseconds(100)); await chat.handle(.tick) } }
Task {
    while let line = try await NIOThreadPool.singleton.runIfActive({ readLine() }) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        var message = ChatMessage(.normal)
        (message.recipientID, message.chatType, message.contentType) = (words.first, .user, .text)
        message.content = .content(ChatContent(text: words.last))
        await chat.handle(.send(key: line, SessionMessage(message)))
    }
    await chat.handle(.disconnect)
}
try await channel.executeThenClose { units, _ in
    for try await unit in units {
        await chat.handle(.received(unit.messages.map { SessionMessage($0.message) }))
    }
}
