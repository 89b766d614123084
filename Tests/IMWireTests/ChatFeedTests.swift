// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Bytes in, messages out")
struct ChatFeedTests {
    private func message(_ id: Int) -> ChatMessage {
        var message = ChatMessage(.normalReceipt)
        message.messageID = "m\(id)"
        return message
    }

    /// Returns the items of a stream that is fed in chunks of `chunk` bytes.
    private func read(
        _ bytes: [UInt8], chunk: Int, _ framing: ChatFraming, ends: Bool = true
    ) -> [Result<ChatItem, StreamFault>] {
        var reader = ChatStreamDecoder(framing)
        var items: [Result<ChatItem, StreamFault>] = []
        func readItems(_ reader: inout ChatStreamDecoder) {
            while true {
                do throws(StreamFault) {
                    guard let item = try reader.next() else { return }
                    items.append(.success(item))
                } catch {
                    items.append(.failure(error))
                }
            }
        }
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            reader.feed(Array(bytes[start..<min(start + chunk, bytes.count)]))
            readItems(&reader)
        }
        if ends { reader.finish() }
        readItems(&reader)
        #expect(!ends || reader.isClosed && reader.pendingBytes == 0)
        return items
    }

    @Test("Encoded messages decode however the bytes are divided", arguments: [1, 7, 64, 100_000])
    func roundTrip(chunk: Int) throws {
        for framing in [ChatFraming.packets, .lines(), .lines(.crlf, .json)] {
            var options = ChatStreamEncoder.Options(framing)
            options.batch = 3
            if framing.isPacket {
                options.deflate = true
                options.fragmentSize = 100
            }
            var writer = ChatStreamEncoder(options)
            var bytes = try writer.encode((1...5).map(message))
            bytes += try writer.encode(ChatMessage(heartbeat: framing.heartbeat))
            bytes += try writer.encode(message(6))
            let items = try read(bytes, chunk: chunk, framing).map { try $0.get() }
            #expect(
                items.map(\.kind) == [ChatMessageKind](repeating: .normalReceipt, count: 5) + [
                    .heartbeat, .normalReceipt,
                ])
            #expect(items.map(\.message.messageID) == ["m1", "m2", "m3", "m4", "m5", nil, "m6"])
            #expect(items.map { $0.position?.index } == [0, 1, 2, 0, 1, nil, 0])
        }
    }

    @Test("The body of a heartbeat is the one that is set, and no other (CHT-030)")
    func heartbeat() throws {
        var framing = ChatFraming.lines(.lf, .json)
        framing.heartbeat = try #require(ChatHeartbeatBody("ping"))
        let items = read(Array("ping\nbeatID\n".utf8), chunk: 3, framing)
        #expect(items.map(\.kind) == [.heartbeat, nil])
    }

    @Test("An error rejects one message and has its index in a batch")
    func scope() throws {
        let receipt = #"{"messageType":"normalReceipt","messageID":"m"}"#
        let lines = "[\(receipt),7,\(receipt)]\nnothing\n\(receipt)\n"
        let items = read(Array(lines.utf8), chunk: 11, .lines(.lf, .json))
        #expect(items.map { (try? $0.get()) != nil } == [true, false, true, false, true])
        guard case .failure(let inBatch) = items[1], case .failure(let alone) = items[3] else {
            Issue.record("the second and the fourth are errors")
            return
        }
        #expect(inBatch.scope == .message && inBatch.error.code == .messageType)
        #expect(inBatch.position == ChatBatchPosition(index: 1, count: 3) && alone.position == nil)
    }

    @Test("A connection error is the last item")
    func connection() throws {
        let items = read([0xfb, 0xce] + ChatPacketEncoder.heartbeat, chunk: 3, .packets, ends: false)
        guard items.count == 1, case .failure(let fault) = items[0] else {
            Issue.record("one error, and nothing behind it")
            return
        }
        #expect(fault.scope == .connection)
    }

    @Test("The end inside a message is an error, whether or not more was requested")
    func end() throws {
        let bytes = ChatPacketEncoder.heartbeat + ChatPacketEncoder.heartbeat.prefix(10)
        for chunk in [1, 100] {
            let items = read(bytes, chunk: chunk, .packets)
            #expect(items.count == 2 && (try? items[0].get().kind) == .heartbeat)
            guard case .failure(let fault) = items[1] else {
                Issue.record("the end is an error")
                return
            }
            #expect(fault.error.code == .frameTruncated && fault.error.offset == bytes.count)
        }
        var reader = ChatStreamDecoder(.packets)
        reader.feed(bytes)
        reader.finish()
        #expect(try reader.next()?.kind == .heartbeat)
        #expect(throws: StreamFault.self) { try reader.next() }
        #expect(try reader.next() == nil)
    }

    @Test("Only time expires a set of fragments")
    func age() throws {
        var options = ChatStreamEncoder.Options(.packets)
        options.fragmentSize = 20
        var writer = ChatStreamEncoder(options)
        let bytes = try writer.encode(message(1))
        var reader = ChatStreamDecoder(.packets)
        reader.feed(Array(bytes.prefix(60)), at: 1_000)
        #expect(try reader.next() == nil)
        // The whole unit counts, which is {"messageType":"normalReceipt","messageID":"m1"} (FRM-057).
        #expect(reader.openFragmentSets == 1 && reader.openFragmentBytes == 48)
        reader.feed([], at: 31_001)
        #expect(throws: StreamFault.self) { try reader.next() }
        #expect(reader.openFragmentSets == 0 && reader.openFragmentBytes == 0)
    }

    @Test("A message that cannot be encoded leaves no bytes")
    func refusal() throws {
        var options = ChatStreamEncoder.Options(.packets)
        options.batch = 10
        options.limits.messageBytes = 100
        var writer = ChatStreamEncoder(options)
        var large = message(2)
        large.nickname = String(repeating: "n", count: 200)
        #expect(throws: EncodeError.self) { try writer.encode([message(1), large]) }
        #expect(writer.waiting == 0)
        let bytes = try writer.encode(message(3))
        #expect(try read(bytes, chunk: 10, .packets).map { try $0.get().message.messageID } == ["m3"])
    }
}
