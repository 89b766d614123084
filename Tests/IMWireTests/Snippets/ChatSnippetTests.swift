// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// The Swift of IMWire's reference that reads and writes chat messages, frames and sessions.
struct ChatSnippetTests {
    @Test func chatMessage() throws {
        var message = ChatMessage(.normal, messageID: "m1")
        message.senderID = "u1"
        message.recipientID = "u2"
        message.content = .content(ChatContent(text: "hi"))
        let json = message.encodedString()

        #expect(try ChatMessage(json: json).recipientID == message.recipientID)
    }

    @Test func chatContent() throws {
        var content = ChatContent()
        content.fileName = "plan.pdf"
        content.fileSize = "20480"

        #expect(content.text == nil)
    }

    @Test func pictureSize() throws {
        var content = ChatContent()
        content.pictureSize = PictureSize(width: 640, height: 480)

        #expect(content.pictureSize?.width == 640)
    }

    @Test func messageDecoder() throws {
        let json = Array(#"{"messageType":"NORMAL","msgId":"m1"}"#.utf8)
        let decoder = ChatMessageDecoder(mode: .lenient)
        let decoded = try decoder.decode(json.span)
        print(decoded.value.kind, decoded.deviations.count)

        #expect(decoded.value.messageType == "NORMAL")
    }

    @Test func messageEncoder() throws {
        let encoder = ChatMessageEncoder()
        var buffer: [UInt8] = []
        try encoder.encode(ChatMessage(.login), into: &buffer)

        #expect(!buffer.isEmpty)
    }

    @Test func encodedMessage() throws {
        let message = ChatMessage(.normal, messageID: "m1")
        let encoded = EncodedChatMessage(message)  // encoded once, and written to each connection
        var encoder = ChatStreamEncoder(.packets)
        let packet = try encoder.encode([encoded])

        #expect(packet.count > encoded.utf8.count)
    }

    @Test func streamEncoder() throws {
        let message = ChatMessage(.login)
        var sent: [UInt8] = []
        func send(_ bytes: [UInt8]) { sent = bytes }

        var encoder = ChatStreamEncoder(.packets)
        send(try encoder.encode(message))

        #expect(!sent.isEmpty)
    }

    @Test func streamEncoderOptions() throws {
        var options = ChatStreamEncoder.Options(.packets)
        options.deflate = true
        var encoder = ChatStreamEncoder(options)
        let packet = try encoder.encode(ChatMessage(.login))

        #expect(!packet.isEmpty)
    }

    @Test func streamDecoder() throws {
        let bytes = ChatPacketEncoder.heartbeat
        let now: Int64 = 0
        func handle(_ message: ChatMessage) {}

        var decoder = ChatStreamDecoder(.packets)
        decoder.feed(bytes, at: now)
        while let item = try decoder.next() { handle(item.message) }

        let pending = decoder.pendingBytes
        #expect(pending == 0)
    }

    @Test func packetDecoder() throws {
        let heartbeat = ChatPacketEncoder.heartbeat
        let bytes = heartbeat.span
        var packets = 0
        func show(_ header: ChatPacketHeader, _ payload: Span<UInt8>) { packets += 1 }
        func report(_ fault: StreamFault) {}

        var decoder = ChatPacketDecoder()
        var position = 0
        reading: while true {
            switch decoder.next(in: bytes, from: &position) {
            case .packet(let packet): show(packet.header, packet.payload)
            case .fault(let fault): report(fault)
            case .needMore: break reading
            }
        }

        #expect(packets == 1)
    }

    @Test func packetUnitDecoder() throws {
        let heartbeat = ChatPacketEncoder.heartbeat
        let bytes = heartbeat.span
        let now: Int64 = 0
        func handle(_ item: Result<ChatItem, StreamFault>) {}
        func report(_ fault: StreamFault) {}

        var units = ChatPacketUnitDecoder()
        var messages = ChatMessageDecoder()
        var position = 0
        decoding: while true {
            switch units.next(in: bytes, from: &position, at: now) {
            case .heartbeat: break
            case .unit(let unit): for item in messages.decode(unit) { handle(item) }
            case .fault(let fault): report(fault)
            case .needMore: break decoding
            }
        }

        #expect(position == bytes.count)
    }

    @Test func lines() throws {
        let unit = Array(#"{"messageType":"LOGIN"}"#.utf8)
        let encoder = ChatLineEncoder(ChatLineFraming(.lf, .json))
        var line: [UInt8] = []
        try encoder.encode(unit.span, into: &line)

        #expect(line == unit + [10])
    }

    @Test func lineFraming() throws {
        let decoder = ChatLineDecoder(ChatLineFraming(.crlf, .base64))

        #expect(decoder.format.delimiter == .crlf)
    }

    @Test func batch() throws {
        let first = ChatMessage(.normal, messageID: "m1").encoded()
        let second = ChatMessage(.normal, messageID: "m2").encoded()
        var batch = ChatBatchEncoder()
        try batch.append(first.span)
        try batch.append(second.span)
        var packets = ChatPacketEncoder()
        var buffer: [UInt8] = []
        try packets.encode(batch, into: &buffer)

        let count = batch.count
        #expect(count == 2)
    }

    @Test func packetEncoder() throws {
        let message = ChatMessage(.login).encoded()
        var options = ChatPacketEncoder.Options()
        options.fragmentSize = 16_384
        var encoder = ChatPacketEncoder(options)
        var buffer: [UInt8] = []
        try encoder.encode(message.span, into: &buffer)

        #expect(!buffer.isEmpty)
    }

    @Test func framingLimits() throws {
        var limits = ChatFramingLimits()
        limits.packetBytes = 65_536
        let decoder = ChatStreamDecoder(.packets, limits: limits)

        let isClosed = decoder.isClosed
        #expect(!isClosed)
    }

    @Test func server() throws {
        func carryOut(_ action: ChatServerMachine.Action) {}

        var sessions = ChatServerMachine(ChatServerMachine.Configuration())
        for step in sessions.handle(.accepted(connection: 1), at: 0) { carryOut(step.action) }

        #expect(sessions.nextDue != nil)
    }

    @Test func sessionsWithoutIO() throws {
        let message = ChatMessage(.login)
        let now: Int64 = 0
        func send(_ messages: [EncodedChatMessage], to connections: [Int]) {}
        func close(_ connection: Int) {}

        var sessions = ChatServerMachine(ChatServerMachine.Configuration())
        for step in sessions.handle(.received([message], connection: 7), at: now) {
            switch step.action {
            case .write(let messages, let connections): send(messages, to: connections)
            case .close(let connection, _): close(connection)
            default: break
            }
        }
    }

    @Test func client() throws {
        var actions = 0
        func carryOut(_ action: ChatClientMachine.Action) { actions += 1 }

        var session = ChatClientMachine(ChatClientMachine.Configuration(user: "u1"))
        for step in session.handle(.connect, at: 0) { carryOut(step.action) }

        #expect(actions > 0)
    }

    @Test func clientConfiguration() throws {
        var configuration = ChatClientMachine.Configuration(user: "u1")
        configuration[\.loginTimeout] = .seconds(5)
        try configuration.validate()

        #expect(configuration.loginTimeout == 5_000)
    }

    @Test func serverConfiguration() throws {
        var configuration = ChatServerMachine.Configuration()
        configuration.groups = ["g1": ["u1", "u2"]]
        configuration.offlineLimit = 500
        try configuration.validate()

        #expect(configuration.groups["g1"]?.count == 2)
    }

    @Test func serverMemory() throws {
        let saved = ChatServerMemory().encoded()
        let memory = try ChatServerMemory(json: saved)
        let sessions = ChatServerMachine(ChatServerMachine.Configuration(), memory: memory)

        #expect(sessions.memory.encoded() == saved)
    }
}
