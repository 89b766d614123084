// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Messages of the socket chat in packets.
let chatOperations = [
    Operation("decode-chat") { count in
        var encoder = ChatStreamEncoder(.packets)
        let bytes = try encoder.encode(try groupMessage(1))
        var decoder = ChatStreamDecoder(.packets)
        for _ in 0..<count {
            decoder.feed(bytes)
            consume(try decoder.next())
        }
    },
    Operation("encode-chat") { count in
        let message = try groupMessage(1)
        var encoder = ChatStreamEncoder(.packets)
        for _ in 0..<count { consume(try encoder.encode(message)) }
    },
]

/// The way of a group's message through a server: bytes of a packet in, and packets out to one recipient or a hundred.
let serverOperations = [
    Operation("server-one", count: 100) { count in try serve(recipients: 1, count) },
    Operation("server-hundred", count: 20) { count in try serve(recipients: 100, count) },
]

private func groupMessage(_ number: Int) throws -> ChatMessage {
    var message = try ChatMessage(
        json: #"{"messageType":"normal","clientMessageID":"c\#(number)","fromUserID":"u0","groupID":"g","#
            + #""chatType":"groupChat","sendTime":"\#(1_700_000_000_000 + number)","future":{"a":[1,2.50]}}"#)
    message.contentType = .text
    message.content = .content(ChatContent(text: "Hello, see you at seven"))
    return message
}

/// The output of a connection; the encoder cannot be copied into an array.
private final class Output {
    var encoder = ChatStreamEncoder(.packets)
}

private func serve(recipients: Int, _ count: Int) throws {
    let users = (0...recipients).map { "u\($0)" }
    var machine = ChatServerMachine(group: users)
    var sender = ChatStreamEncoder(.packets)
    var decoder = ChatStreamDecoder(.packets)
    let outputs = users.map { _ in Output() }
    for number in 0..<count {
        decoder.feed(try sender.encode(try groupMessage(number)), at: 1)
        while let result = decoder.nextResult() {
            for step in machine.handle(.received([try result.get().message], connection: 0), at: 1) {
                guard case .write(let messages, let connections) = step.action else { continue }
                for connection in connections { consume(try outputs[connection].encoder.encode(messages)) }
            }
        }
    }
}
