// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// The Swift of the reference of IMWireRMTP.
struct PacketSnippetTests {
    @Test func firstPage() throws {
        let received: [UInt8] = [0xd0, 0x00]
        func show(_ packet: RMTPPacket) {}

        var decoder = RMTPStreamDecoder(.webSocket, RMTPFormat(.down))
        decoder.feed(received)
        while case .packet(let decoded)? = try decoder.next() { show(decoded.value) }
    }

    @Test func streamDecoder() throws {
        let message: [UInt8] = [0xc0]
        func handle(_ packet: RMTPPacket) {}

        var decoder = RMTPStreamDecoder(.webSocket, RMTPFormat(.up))
        decoder.feed(message)
        while case .packet(let decoded)? = try decoder.next() { handle(decoded.value) }
    }

    @Test func messageDecoder() throws {
        let envelope = Envelope(.known(TextMessage(content: "hi")), to: "u2", in: .private)
        let message = try RMTPMessageEncoder(RMTPFormat(.up)).encode(.publish(envelope.publish(messageID: 7)))
        func show(_ topic: borrowing FrameTextView?, _ data: Span<UInt8>?) {}

        let decoder = RMTPMessageDecoder(RMTPFormat(.up))
        let packet = try decoder.decodeInPlace(message.span)
        if case .publish(let publish) = packet.kind { show(publish.topic, publish.data) }
    }

    @Test func envelope() throws {
        let sent = Envelope(.known(TextMessage(content: "hi")), to: "u2", in: .private)
        let publish = try sent.publish(messageID: 7)
        func show(_ sender: String?, _ content: EnvelopeContent?) {}

        guard let decoded = try Envelope.decode(publish, .up) else { return }  // a notification, no message
        show(decoded.value.senderID, decoded.value.content)

        #expect(decoded.value.objectName == "RC:TxtMsg")
    }

    @Test func envelopeEncoder() throws {
        let envelope = Envelope(.known(TextMessage(content: "hi")), to: "u2", in: .private)
        var buffer: [UInt8] = []

        var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up)))
        try encoder.publish(envelope, messageID: 7, into: &buffer)

        #expect(!buffer.isEmpty)
    }

    @Test func clientMachine() throws {
        let now: Int64 = 0
        func carryOut(_ action: RMTPClientMachine.Action) {}

        var session = RMTPClientMachine()
        for step in session.handle(.connect, at: now) { carryOut(step.action) }
    }

    @Test func serverMachine() throws {
        let packet = RMTPPacket.pingReq(PingPacket())
        let now: Int64 = 0
        func carryOut(_ action: RMTPServerMachine.Action) {}

        var session = RMTPServerMachine()
        for step in session.handle(.received(packet), at: now) { carryOut(step.action) }
    }

    @Test func chatroomMachine() throws {
        func carryOut(_ action: ChatroomMachine.Action) {}

        var rooms = ChatroomMachine(ChatroomMachine.Configuration())
        for step in rooms.handle(.join(room: "r", user: "u1"), at: 0) { carryOut(step.action) }
    }

    @Test func streamPull() throws {
        let now: Int64 = 0
        func carryOut(_ action: StreamPullMachine.Action) {}
        func show(_ text: String) {}

        var pull = StreamPullMachine()
        for step in pull.handle(.request, at: now) { carryOut(step.action) }
        show(pull.text)
    }

    @Test func likes() throws {
        let now: Int64 = 0
        func carryOut(_ action: LikeMachine.Action) {}

        var merger = LikeMachine()
        for step in merger.handle(.like, at: now) { carryOut(step.action) }
    }

    @Test func frames() throws {
        let packet = RMTPPacket.pingReq(PingPacket())
        let encoder = RMTPFrameEncoder(RMTPFormat(.up))
        var buffer: [UInt8] = []
        try encoder.encode(packet, into: &buffer)

        #expect(!buffer.isEmpty)
    }

    @Test func messages() throws {
        let packet = RMTPPacket.pingReq(PingPacket())
        let encoder = RMTPMessageEncoder(RMTPFormat(.up))
        let message = try encoder.encode(packet)

        #expect(!message.isEmpty)
    }

    @Test func navigation() throws {
        let answer = NavigationAnswer(server: "edge.example.com:443", userID: "u1")
        let bytes = try answer.encoded()
        print(try NavigationAnswer(text: bytes).servers)  // ["edge.example.com:443"]

        #expect(try NavigationAnswer(text: bytes).server == "edge.example.com:443")
    }

    @Test func request() throws {
        let envelope = Envelope(.known(TextMessage(content: "hi")), to: "u2", in: .private)
        let request = try RMTPRequest(envelope)
        var session = RMTPClientMachine()
        let steps = session.handle(.publish(key: 1, request), at: 0)

        #expect(steps.allSatisfy { $0.time == 0 })
    }

    @Test func limits() throws {
        var limits = RMTPLimits()
        limits.packetBytes = 65_536
        let decoder = RMTPMessageDecoder(RMTPFormat(.down), limits: limits)

        #expect(decoder.limits.packetBytes == 65_536)
    }

    @Test func polling() throws {
        let packet = RMTPPacket.queryCon(QueryConPacket(messageID: 7))
        let request = try PollingRequest(packet, session: SecretText("s1"), pid: "cGlk")
        let target = try request?.revealedTarget()  // /websocket?messageid=7&header=112&sessionid=s1&pid=cGlk

        #expect(target == "/websocket?messageid=7&header=112&sessionid=s1&pid=cGlk")
    }

    @Test func guideMessage() throws {
        let frame = try RMTPMessageEncoder(RMTPFormat(.up)).encode(
            .publish(Envelope(.known(TextMessage(content: "hi")), to: "u2", in: .private).publish(messageID: 1)))

        let packet = try RMTPMessageDecoder(RMTPFormat(.up)).decode(frame.span).value
        if case .publish(let publish) = packet, let decoded = try Envelope.decode(publish, .up) {
            let message = decoded.value
            print(message.objectName ?? "", message.targetID?.string ?? "", message.flags)
            if case .known(let text as TextMessage) = message.content?.content { print(text.content) }  // hi
        }

        guard case .publish(let publish) = packet, let decoded = try Envelope.decode(publish, .up) else {
            Issue.record("the packet has no message")
            return
        }
        #expect(decoded.value.content?.content?.encoded() == Array(#"{"content":"hi"}"#.utf8))
    }

    @Test func guideStream() throws {
        let message: [UInt8] = [0xc0]
        let now: Int64 = 0
        var server = RMTPServerMachine()
        var sent: [[UInt8]] = []
        func send(_ bytes: [UInt8]) { sent.append(bytes) }

        var decoder = RMTPStreamDecoder(.webSocket, RMTPFormat(.up))  // or .tcp(key: key), .polling
        decoder.feed(message)
        while case .packet(let decoded)? = try decoder.next() {
            for step in server.handle(.received(decoded.value), at: now) {
                if case .write(let packet) = step.action {
                    send(try RMTPMessageEncoder(RMTPFormat(.down)).encode(packet))
                }
            }
        }

        let pending = decoder.pendingBytes
        #expect(pending == 0)
        #expect(sent.isEmpty)
    }
}
