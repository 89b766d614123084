// A chat server: the machine decides, each connection is a task (`nio-chat-server [PORT]`).
import IMWire
import IMWireNIO
import NIOCore
import NIOPosix

/// The sessions of all connections, and the channels that carry them.
actor Chat {
    private var sessions = ServerSessions(ServerConfiguration())
    private var channels: [Int: any Channel] = [:]
    private let clock = SessionClock()

    func accept(_ channel: any Channel, _ number: Int) {
        channels[number] = channel
        handle(.accepted(connection: number))
    }

    func handle(_ event: ServerEvent) {
        for step in sessions.handle(event, at: clock.now) {
            switch step.action {
            case .write(let number, let messages): channels[number]?.writeAndFlush(ChatOutput.messages(messages), promise: nil)
            case .beat(let number): channels[number]?.writeAndFlush(ChatOutput.heartbeat, promise: nil)
            case .close(let number, _): channels.removeValue(forKey: number)?.close(mode: .output, promise: nil)
            default: break
            }
        }
    }
}

let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .bind(host: "127.0.0.1", port: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0) { channel in
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addChat(.packets)
            return try NIOAsyncChannel<ChatUnit, ChatOutput>(wrappingChannelSynchronously: channel)
        }
    }
print("port \(server.channel.localAddress?.port ?? 0)")
let chat = Chat()
await withThrowingDiscardingTaskGroupOrExit { group in
}
