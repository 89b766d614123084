// A chat server with one task for each connection; the machine decides what is sent. The argument is the port.
import IMWire
import IMWireNIO
import NIOCore
import NIOPosix

/// The sessions of all connections, and the channels that carry them.
actor Chat {
    private var sessions = ServerSessions(ServerConfiguration())
    private var channels: [Int: any Channel] = [:]
    private var lastConnection = 0
    private let clock = SessionClock()

    func handle(_ event: ServerEvent) {
        for step in sessions.handle(event, at: clock.now) {
            switch step.action {
            case .write(let connection, let messages):
                channels[connection]?.writeAndFlush(ChatOutput.messages(messages), promise: nil)
            case .beat(let connection): channels[connection]?.writeAndFlush(ChatOutput.heartbeat, promise: nil)
            case .close(let connection, _): channels[connection]?.close(mode: .output, promise: nil)
            default: break
            }
        }
    }

    func serve(_ channel: NIOAsyncChannel<ChatUnit, ChatOutput>) async {
        lastConnection += 1
        let connection = lastConnection
        channels[connection] = channel.channel
        handle(.accepted(connection: connection))
        try? await channel.executeThenClose { units, _ in
            for try await unit in units {
                let messages = unit.messages.map { SessionMessage($0.message) }
                if !messages.isEmpty { handle(.received(messages, connection: connection)) }
                for fault in unit.faults { handle(.error(fault.scope, connection: connection)) }
            }
        }
        channels[connection] = nil
        handle(.closed(connection: connection))
    }

    func keepTime() async throws {
        while true {
            try await Task.sleep(for: .milliseconds(100))
            handle(.tick)
        }
    }
}

let chat = Chat()
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .bind(host: "127.0.0.1", port: port) { $0.chat(.packets) }
try await server.executeThenClose { connections in
    try await withThrowingDiscardingTaskGroup { tasks in
        tasks.addTask { try await chat.keepTime() }
        for try await connection in connections { tasks.addTask { await chat.serve(connection) } }
    }
}
