// A client of RongCloud's binary packets: it connects, sends a text to a user, prints what arrives until it has
// received a message itself, and disconnects. The arguments are the port of a service, a token, and the user.
import IMWire
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOPosix

let loop = MultiThreadedEventLoopGroup.singleton.next()
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3, let port = Int(arguments[1]) else { fatalError("usage: nio-packet-client PORT TOKEN USER") }
let (token, user) = (arguments[2], arguments[3])
let exit = loop.makePromise(of: RMTPEnding.self)

let client = try await loop.submit {
    let client = NIOLoopBound(RMTPClientDriver(on: loop), eventLoop: loop)
    client.value.onError = { print("error: \($0)") }
    client.value.onAction = { action in
        switch action {
        case .open:
            // The session continues when the handler joins the channel of the WebSocket.
            RMTPWebSocketClient.connect(
                host: "127.0.0.1", port: port, target: "/websocket?appId=k&token=\(token)&sdkVer=4.2.0&apiVer=normal",
                on: loop
            ) { try $0.pipeline.syncOperations.addRMTPClient(client.value) }
            .whenFailure { exit.fail($0) }
        case .pulled:
            let text = Envelope(.known(TextMessage(content: "hello")), to: FrameText(user), in: .private)
            do throws(EncodeError) {
                client.value.handle(.publish(key: 1, try RMTPRequest(text)))
            } catch {
                exit.fail(error)
            }
        case .published(_, let acknowledgement): print("sent, status \(acknowledgement?.status ?? 0)")
        case .failed(_, let failure): print("not sent: \(failure)")
        case .deliver(let delivery, _):
            guard let envelope = try? delivery.envelope(), envelope.direction == .receive else { return }
            if case .decoded(let content)? = envelope.content, case .known(let text as TextMessage) = content.value {
                print("\(envelope.senderID ?? ""): \(text.content)")
            }
            client.value.handle(.disconnect)
        case .ended(let ending): exit.succeed(ending)
        default: break
        }
    }
    client.value.handle(.connect)
    return client
}.get()
print("ended: \(try await exit.futureResult.get())")
