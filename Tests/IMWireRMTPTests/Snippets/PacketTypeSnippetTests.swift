// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// The examples of types of IMWireRMTP that a program creates.
struct PacketTypeSnippetTests {
    @Test func bodies() throws {
        try BodyExamples.run { body in
            let bytes = try body.encoded(isPartial: true)
            #expect(!bytes.isEmpty || type(of: body).fields.isEmpty)
        }
    }

    @Test func chatroomMachineConfiguration() throws {
        var configuration = ChatroomMachine.Configuration()
        configuration.rooms = ["live-1"]
        configuration.capacity = 500
        try configuration.validate()

        #expect(configuration.capacity == 500)
    }

    @Test func chatroomMessage() throws {
        let message = ChatroomMessage(objectName: "RC:TxtMsg", content: try RawJSON(text: #"{"content":"hi"}"#))

        #expect(message.objectName == "RC:TxtMsg")
    }

    @Test func envelopeBody() throws {
        let content = Array(#"{"content":"hi"}"#.utf8)
        let message = RMTPBody.UpStreamMessage(sessionID: 3, classname: "RC:TxtMsg", content: content)
        let body = Envelope.Body(message)

        #expect(body.up == message)
    }

    @Test func envelopeOptions() throws {
        var options = Envelope.Options()
        options.mode = .strict
        options.ownID = "u1"

        #expect(options.ownID == "u1")
    }

    @Test func frameText() throws {
        let target = FrameText("u2")
        print(target.string ?? "")  // u2; nil for text that is not Unicode

        #expect(target == "u2")
    }

    @Test func likeMachineConfiguration() throws {
        var configuration = LikeMachine.Configuration()
        configuration.interval = 2_000
        var merger = LikeMachine(configuration)

        _ = merger.handle(.like, at: 0)
        let due = merger.nextDue
        #expect(due == 2_000)
    }

    @Test func pollingDecoder() throws {
        let reply = Array("[]".utf8)
        func handle(_ item: PollingDecoder.Item) {}

        let decoder = PollingDecoder()
        for item in decoder.decode(reply.span) { handle(item) }

        #expect(decoder.version == .three)
    }

    @Test func protobufLimits() throws {
        let bytes: [UInt8] = [8, 3]

        var limits = ProtobufLimits()
        limits.bodyDepth = 8
        let body = try RMTPBody.UpStreamMessage(protobuf: bytes, limits: limits)

        #expect(body.sessionID == 3)
    }

    @Test func rmtpClientMachineConfiguration() throws {
        var configuration = RMTPClientMachine.Configuration()
        configuration.heartbeat = .web3
        configuration.inboxTime = 1_700_000_000_000  // the time of the newest message that is stored
        try configuration.validate()

        #expect(configuration.heartbeat == .web3)
    }

    @Test func rmtpServerMachineConfiguration() throws {
        var configuration = RMTPServerMachine.Configuration()
        configuration.silence = 60_000
        try configuration.validate()

        #expect(configuration.silence == 60_000)
    }

    @Test func rmtpFormat() throws {
        let decoder = RMTPMessageDecoder(RMTPFormat(.down, .four))  // what the service sends to a client of version 4

        #expect(decoder.format.version == .four)
    }

    @Test func rmtpFrameDecoder() throws {
        let frame: [UInt8] = []
        let bytes = frame.span
        func show(_ header: RMTPHeader) {}
        func report(_ fault: StreamFault) {}

        var decoder = RMTPFrameDecoder(RMTPFormat(.up))
        var position = 0
        reading: while true {
            switch decoder.next(in: bytes, from: &position) {
            case .packet(let packet): show(packet.header)
            case .fault(let fault): report(fault)
            case .needMore: break reading
            }
        }

        #expect(position == 0)
    }

    @Test func rmtpMessageFlags() throws {
        let flags: RMTPMessageFlags = [.persisted, .counted]
        print(flags.up())  // 3

        #expect(flags.up() == 3)
    }

    @Test func rmtpMessageTopic() throws {
        let topic = RMTPMessageTopic("ppMsgP")
        print(topic?.conversation == .private)  // true

        #expect(topic?.conversation == .private)
    }

    @Test func rmtpReceipt() throws {
        let receipt = RMTPReceipt(time: 1_700_000_000_000, messageUID: "BS45-NPH4-HV87-10LM")

        #expect(receipt.status == 0)
    }

    @Test func rmtpStreamKey() throws {
        let key = try RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 8])
        let decoder = RMTPStreamDecoder(.tcp(key: key), RMTPFormat(.down))

        #expect(decoder.pendingBytes == 0)
    }

    @Test func streamPullMachineConfiguration() throws {
        var configuration = StreamPullMachine.Configuration()
        configuration.textBytes = 65_536
        try configuration.validate()

        #expect(configuration.textBytes == 65_536)
    }

    @Test func rmtpHeartbeat() throws {
        let heartbeat = RMTPHeartbeat(interval: 30_000, first: .afterInterval, timeout: .fixed(10_000), misses: 2)

        #expect(heartbeat.misses == 2)
    }

    @Test func pullAnswer() throws {
        let answer = PullAnswer([], syncTime: 1_700_000_000_000, finished: true)
        let body = try answer.body()

        #expect(body.list.isEmpty)
    }
}
