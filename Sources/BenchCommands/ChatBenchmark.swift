// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CAllocations
import IMWire

/// A benchmark of chat messages in batches, and of their way through a server.
struct ChatBenchmark {
    var turns: Int

    /// The cost of one message.
    struct Row {
        var name: String
        var nanoseconds: Double
        var allocations: Double
    }

    static let batch = 50

    /// Measures a batch of text messages in one packet.
    func batches() throws -> [Row] {
        let messages = try (0..<Self.batch).map { try Self.message($0) }
        var options = ChatStreamEncoder.Options(.packets)
        options.batch = Self.batch
        var encoder = ChatStreamEncoder(options)
        let bytes = try encoder.encode(messages)
        var decoder = ChatStreamDecoder(.packets)
        func decode() -> Int {
            decoder.feed(bytes)
            var count = 0
            while let result = decoder.nextResult() { if case .success = result { count += 1 } }
            return count
        }
        // Measure only what returns the messages that were written.
        guard decode() == Self.batch else { throw ValidationError("the batch is not decoded as it was encoded") }
        return [
            row("batch of \(Self.batch), decode", Self.batch) { keep(decode()) },
            row("batch of \(Self.batch), encode", Self.batch) { keep(try? encoder.encode(messages)) },
        ]
    }

    /// Measures a message from the bytes of its sender to the bytes for each recipient.
    func session(recipients: Int) throws -> Row {
        let users = (0...recipients).map { "u\($0)" }
        var machine = ChatServerMachine(group: users)
        var sender = ChatStreamEncoder(.packets)
        var decoder = ChatStreamDecoder(.packets)
        let outputs = users.map { _ in Output() }
        var number = 0
        func serve() -> Int {
            number += 1
            guard let bytes = try? sender.encode(try Self.message(number)) else { return -1 }
            decoder.feed(bytes, at: 1)
            var written = 0
            while let result = decoder.nextResult() {
                guard let message = try? result.get().message else { return -1 }
                for step in machine.handle(.received([message], connection: 0), at: 1) {
                    guard case .write(let messages, let connections) = step.action else { continue }
                    for connection in connections {
                        outputs[connection].bytes = (try? outputs[connection].encoder.encode(messages)) ?? []
                        written += 1
                    }
                }
            }
            return written
        }
        // Every recipient gets the message, and the sender gets an acknowledgement.
        guard serve() > recipients else { throw ValidationError("the message does not reach every recipient") }
        return row("session, \(recipients) recipient\(recipients == 1 ? "" : "s")", 1) { keep(serve()) }
    }

    /// The encoder of a connection, which cannot be copied into an array, and what it wrote last.
    private final class Output {
        var encoder = ChatStreamEncoder(.packets)
        var bytes: [UInt8] = []
    }

    private func row(_ name: String, _ messages: Int, _ body: () -> Void) -> Row {
        body()
        let before = imwire_allocations()
        body()
        let allocations = imwire_allocations() - before
        let time = withoutActuallyEscaping(body) { Stopwatch(turns: turns).measure([$0])[0] }
        return Row(
            name: name, nanoseconds: time / Double(messages), allocations: Double(allocations) / Double(messages))
    }

    private static func message(_ number: Int) throws -> ChatMessage {
        var message = try ChatMessage(
            json: #"{"messageType":"normal","clientMessageID":"c\#(number)","fromUserID":"u0","groupID":"g","#
                + #""chatType":"groupChat","sendTime":"\#(1_700_000_000_000 + number)"}"#)
        message.contentType = .text
        message.content = .content(ChatContent(text: "Hello, see you at seven"))
        return message
    }
}

#endif
