// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Bytes in, packets out")
struct RMTPFeedTests {
    private let packets: [RMTPPacket] = [
        .pingReq(PingPacket()),
        .publish(PublishPacket(topic: "ppMsgP", targetID: "u2", messageID: 7, data: [1, 2, 3])),
        .queryCon(QueryConPacket(messageID: 9)),
    ]

    private func results(_ reader: inout RMTPStreamDecoder) -> [Result<RMTPItem, StreamFault>] {
        var results: [Result<RMTPItem, StreamFault>] = []
        while true {
            do throws(StreamFault) {
                guard let item = try reader.next() else { return results }
                results.append(.success(item))
            } catch {
                results.append(.failure(error))
            }
        }
    }

    @Test("A TCP stream yields the same packets however it is divided", arguments: [1, 2, 5, 1_000])
    func stream(chunk: Int) throws {
        let key = try RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 8])
        for key in [nil, key] {
            let encoder = RMTPFrameEncoder(RMTPFormat(.up), key: key)
            let bytes = try packets.flatMap { try encoder.encode($0) }
            var reader = RMTPStreamDecoder(.tcp(key: key), RMTPFormat(.up))
            var items: [Result<RMTPItem, StreamFault>] = []
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                reader.feed(Array(bytes[start..<min(start + chunk, bytes.count)]))
                items += results(&reader)
            }
            reader.finish()
            #expect(items + results(&reader) == packets.map { .success(.packet(Decoded($0))) })
            #expect(reader.pendingBytes == 0 && reader.isClosed)
        }
    }

    @Test("A stream that ends inside a packet ends with an error")
    func end() throws {
        var reader = RMTPStreamDecoder(.tcp(), RMTPFormat(.up))
        reader.feed(Array(try RMTPFrameEncoder(RMTPFormat(.up)).encode(packets[1]).dropLast()))
        #expect(try reader.next() == nil)
        #expect(reader.pendingBytes > 0)
        reader.finish()
        let items = results(&reader)
        guard items.count == 1, case .failure(let fault) = items[0] else {
            Issue.record("the end is an error")
            return
        }
        #expect(fault.error.code == .frameTruncated && fault.scope == .connection && reader.isClosed)
    }

    @Test("What follows the end of a TCP stream, or an error in it, is ignored and not kept")
    func surplus() throws {
        let packet = try RMTPFrameEncoder(RMTPFormat(.up)).encode(packets[1])
        var ended = RMTPStreamDecoder(.tcp(), RMTPFormat(.up))
        ended.finish()
        ended.feed(packet)
        #expect(ended.pendingBytes == 0)
        #expect(results(&ended).isEmpty && ended.isClosed)
        var broken = RMTPStreamDecoder(.tcp(), RMTPFormat(.up))
        broken.feed([0xc0, 0xc1, 0x00])  // a wrong check byte (RMTP-083)
        let faults = results(&broken)
        #expect(faults.count == 1 && broken.isClosed)
        broken.feed(packet)
        #expect(broken.pendingBytes == 0)
        #expect(results(&broken).isEmpty && broken.isClosed)
    }

    @Test("A rejected message of a WebSocket does not affect others")
    func messages() throws {
        let encoder = RMTPMessageEncoder(RMTPFormat(.up))
        var reader = RMTPStreamDecoder(.webSocket, RMTPFormat(.up))
        reader.feed(try encoder.encode(packets[0]))
        reader.feed([])
        reader.feed(try encoder.encode(packets[1]))
        let items = results(&reader)
        #expect(items.count == 3 && items[0] == .success(.packet(Decoded(packets[0]))))
        #expect(items[2] == .success(.packet(Decoded(packets[1]))))
        guard case .failure(let fault) = items[1] else {
            Issue.record("an empty message is an error")
            return
        }
        #expect(fault.error.code == .packetEmpty && fault.scope == .message && !reader.isClosed)
        reader.finish()
        reader.feed(try encoder.encode(packets[0]))
        #expect(results(&reader).isEmpty && reader.isClosed)
    }

    @Test("A reply to a poll yields its packets one by one")
    func replies() throws {
        var first = PollingPacket(RMTPHeader(.pingResp))
        let second = PollingPacket(RMTPHeader(.disconnect))
        var reader = RMTPStreamDecoder(.polling, RMTPFormat(.down))
        reader.feed(try PollingEncoder().encode([first, second]))
        #expect(results(&reader) == [.success(.polled(Decoded(first))), .success(.polled(Decoded(second)))])
        reader.feed(Array("[1]".utf8))
        guard case .failure(let fault)? = results(&reader).first else {
            Issue.record("a number is no packet")
            return
        }
        #expect(fault.error.code == .messageType)
        first = second
        reader.feed(try PollingEncoder().encode(first))
        #expect(results(&reader) == [.success(.polled(Decoded(first)))])
    }
}
