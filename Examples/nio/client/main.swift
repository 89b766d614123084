// A chat client that sends a line `USER TEXT` to that user and prints what it receives. The arguments are port and
// name.
import IMWire
import IMWireNIO
import NIOCore
import NIOPosix

let loop = MultiThreadedEventLoopGroup.singleton.next()
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
let user = CommandLine.arguments.last ?? ""

/// Prints what the session reports, and ends the program with it.
@Sendable func show(_ action: ChatClientMachine.Action) {
    switch action {
    case .failed(let text, let reason, _): print("not sent: \(text): \(reason)")
    case .deliver(let messages, _):
        for message in messages {
            guard case .content(let content) = message.content else { continue }
            print("\(message.senderID ?? ""): \(content.text ?? "")")
        }
    case .state(.closed, _), .state(.offline, _), .state(.refused, _), .state(.kicked, _): exit.succeed()
    default: break
    }
}

let exit = loop.makePromise(of: Void.self)
let client = try await loop.submit {
    var configuration = ChatClientMachine.Configuration(user: user)
    (configuration.usesTLS, configuration.reconnectLimit) = (false, 0)
    let client = ChatClientDriver(configuration, host: "127.0.0.1", port: port, .packets, on: loop)
    client.onAction = show
    client.onError = { print("error: \($0)") }
    client.connect()
    return NIOLoopBound(client, eventLoop: loop)
}.get()
Task {
    while let line = try await NIOThreadPool.singleton.runIfActive({ readLine() }) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        var message = ChatMessage(.normal)
        (message.recipientID, message.chatType, message.contentType) = (words.first, .user, .text)
        message.content = .content(ChatContent(text: words.last))
        loop.execute { [message] in client.value.send(message, key: line) }
    }
    loop.execute { client.value.disconnect() }
}
try await exit.futureResult.get()
