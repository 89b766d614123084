// A chat server; the argument is the port.
import IMWire
import IMWireNIO
import NIOCore
import NIOPosix

// All sessions share one event loop, because a message goes from one to another.
let loop = MultiThreadedEventLoopGroup.singleton.next()
let chat = try await loop.submit {
    let chat = ChatServerDriver(ChatServerMachine.Configuration(), on: loop)
    chat.onError = { error, connection in print("connection \(connection): \(error)") }
    return NIOLoopBound(chat, eventLoop: loop)
}.get()
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
let server = try await ServerBootstrap(group: loop)
    // The port is free again at once when the server is restarted.
    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
    .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addChatServer(chat.value, .packets)
        }
    }
    .bind(host: "127.0.0.1", port: port).get()
try await server.closeFuture.get()
