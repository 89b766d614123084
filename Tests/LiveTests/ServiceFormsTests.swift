// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import LiveService
import Testing

/// A link that records what the service tells it.
private final class ProbeLink: ServiceLink {
    var onAction: (RMTPServerMachine.Action) -> Void = { _ in }
    var events: [RMTPServerMachine.Event] = []
    /// The service, which does not outlive its links otherwise.
    var owner: AnyObject?

    func handle(_ event: RMTPServerMachine.Event) { events.append(event) }

    /// The answer to a query.
    func ask(_ topic: FrameText, _ target: FrameText = "a", _ body: [UInt8] = []) -> (status: UInt16, data: [UInt8])? {
        onAction(.asked(id: 1, QueryPacket(topic: topic, targetID: target, messageID: 1, data: body)))
        return events.reversed().lazy.compactMap { event in
            if case .answer(1, _, let status, let data, _) = event { (status, data) } else { nil }
        }.first
    }

    /// The receipt of a text message.
    func send(_ text: String, _ topic: FrameText, to target: FrameText) throws -> RMTPReceipt? {
        var body = RMTPBody.UpStreamMessage()
        (body.sessionID, body.classname, body.content) = (3, "RC:TxtMsg", Array(#"{"content":"\#(text)"}"#.utf8))
        onAction(
            .published(id: 1, PublishPacket(topic: topic, targetID: target, messageID: 1, data: try body.encoded())))
        return events.reversed().lazy.compactMap { event in
            if case .acknowledge(1, let receipt) = event { receipt } else { nil }
        }.first
    }

    /// The requests that were published under a topic.
    func published(_ topic: FrameText) -> [RMTPRequest] {
        events.compactMap { event in
            if case .publish(_, let request, _) = event, request.topic == topic { request } else { nil }
        }
    }

    /// The messages that were synchronized.
    var synchronized: [RMTPRequest] {
        events.compactMap { if case .synchronize(let request, _, _) = $0 { request } else { nil } }
    }
}

private final class ProbeConnection: ServiceConnection {
    let number = 1
    var user: String?
    var detail = ""
}

/// A service with a clock that a test sets, and clients of several releases.
private final class ServiceProbe {
    let service: RongCloudService
    private var connections: [ProbeConnection] = []

    init() {
        var settings = ServiceSettings(tokens: ServedTokens(appKey: "k", secret: Secret("s"), acceptsAny: true))
        settings.groups = [ExactText("g"): ["a", "b"]]
        service = RongCloudService(
            settings, ServiceHost(now: { 1_700_000_000_000 }, elapsed: { 0 }, log: { _, _ in }))
    }

    func connect(_ user: String, _ release: String, isPolling: Bool = false) throws -> ProbeLink {
        let (link, connection) = (ProbeLink(), ProbeConnection())
        connections.append(connection)
        let request = ConnectRequest(
            appKey: "k", token: user, release: SDKRelease(release, protocolVersion: nil), sessionID: "s",
            isPolling: isPolling)
        _ = try #require(service.connect(link, request, connection))
        link.owner = self
        return link
    }
}

@Suite("Forms that the service sends to releases of the web SDK")
struct ServiceFormsTests {
    @Test(
        "A pull contains an own private message with the peer as fromUserId, direction 1 and no group",
        arguments: [
            "2.5.3", "2.5.10", "2.8.0", "3.0.6", "4.2.0", "4.3.0",
        ])
    func ownMessage(release: String) throws {
        let probe = ServiceProbe()
        let link = try probe.connect("a", release)
        _ = try link.send("hi", "ppMsgP", to: "b")
        _ = try link.send("all", "pgMsgP", to: "g")
        var request = RMTPBody.SyncRequestMsg()
        (request.syncTime, request.isPullSend, request.sendBoxSyncTime) = (0, true, 0)
        let answer = try #require(link.ask("pullMsg", "a", try request.encoded(isPartial: true)))
        let list = try RMTPBody.DownStreamMessages(protobuf: answer.data).list
        try #require(list.count == 2)
        #expect(list[0].fromUserID == "b" && list[0].direction == 1 && list[0].groupID == nil)
        #expect(list[1].fromUserID == "a" && list[1].direction == 1 && list[1].groupID == "g")
        // Worked out by hand: field 1 "b", field 2 1, field 4 "RC:TxtMsg".
        #expect(
            Array(answer.data.dropFirst(2).prefix(16)) == [0x0a, 1, 0x62, 0x10, 1, 0x22, 9] + Array("RC:TxtMsg".utf8))
    }

    @Test("Release 0.9.10 recognizes an own message by its sender")
    func oldOwnMessage() throws {
        let probe = ServiceProbe()
        let link = try probe.connect("a", "1.0.0")
        _ = try link.send("hi", "ppMsgP", to: "b")
        var request = RMTPBody.HistoryMsgInput()
        request.targetID = "b"
        let answer = try #require(link.ask("qryPMsg", "a", try request.encoded(isPartial: true)))
        let message = try #require(try RMTPBody.HistoryMsgOuput(protobuf: answer.data).list.first)
        #expect(message.fromUserID == "a" && message.groupID == "b")
    }

    @Test("A history has the newest message first and continues from the oldest (RMTP-320)")
    func history() throws {
        let probe = ServiceProbe()
        let link = try probe.connect("a", "4.2.0")
        let times = try (0..<5).map { try #require(try link.send("\($0)", "ppMsgP", to: "b")).time }
        func page(_ time: UInt64, order: Int32) throws -> RMTPBody.HistoryMsgOuput {
            var request = RMTPBody.HistoryMsgInput()
            (request.targetID, request.time, request.count, request.order) = ("b", Int64(time), 2, order)
            let answer = try #require(link.ask("qryPMsg", "a", try request.encoded(isPartial: true)))
            return try RMTPBody.HistoryMsgOuput(protobuf: answer.data)
        }
        let newest = try page(0, order: 0)
        #expect(newest.list.map { UInt64($0.dataTime ?? 0) } == [times[4], times[3]])
        #expect(newest.syncTime.map { UInt64($0) } == times[3] && newest.hasMsg == 1)
        #expect(try page(times[3], order: 0).list.map { UInt64($0.dataTime ?? 0) } == [times[2], times[1]])
        #expect(try page(times[0], order: 1).list.map { UInt64($0.dataTime ?? 0) } == [times[2], times[1]])
    }

    @Test("Changes of keys and of states are announced to the releases that support them (RMTP-324)")
    func commands() throws {
        let probe = ServiceProbe()
        let links = try ["1.0.0", "2.2.5", "2.5.3", "2.5.10", "2.8.0", "3.0.6", "4.2.0"].map {
            try probe.connect("a", $0)
        }
        for link in links { #expect(link.ask("joinChrm", "r")?.status == 0) }
        var set = RMTPBody.SetChrmKV()
        var entry = RMTPBody.ChrmKVEntity()
        (entry.key, entry.value) = ("k", "v")
        set.entry = entry
        #expect(links[6].ask("setKV", "r", try set.encoded())?.status == 0)
        #expect(links.map { $0.published("s_cmd").count } == [0, 0, 1, 1, 1, 1, 1])
        #expect(links[2].published("s_cmd").first?.data.prefix(2) == [8, 2])
        var change = RMTPBody.SessionStateModifyReq()
        change.version = 0
        #expect(links[6].ask("setSeAtt", "a", try change.encoded())?.status == 0)
        #expect(links.map { $0.published("s_cmd").count } == [0, 0, 1, 2, 2, 2, 1])
    }

    @Test("A synchronized message has the form that the release reads (RMTP-325, RMTP-327)")
    func synchronization() throws {
        let probe = ServiceProbe()
        let socket = try probe.connect("a", "2.5.3")
        let polling = try ["2.5.3", "2.5.10", "3.0.6"].map { try probe.connect("a", $0, isPolling: true) }
        let newer = try ["2.8.0", "4.2.0"].map { try probe.connect("a", $0, isPolling: true) }
        let sender = try probe.connect("a", "4.2.0")
        let receipt = try #require(try sender.send("好😀", "ppMsgP", to: "b"))
        let up = try RMTPBody.UpStreamMessage(protobuf: try #require(socket.synchronized.first).data)
        #expect(up.content == Array(#"{"content":"\u597d\ud83d\ude00"}"#.utf8))
        for link in newer {
            let request = try #require(link.synchronized.first)
            let content = try RMTPBody.UpStreamMessage(protobuf: request.data).content
            #expect(content == Array(#"{"content":"好😀"}"#.utf8))
        }
        for (index, link) in polling.enumerated() {
            #expect(link.synchronized.isEmpty)
            let message = try RMTPBody.DownStreamMessage(protobuf: try #require(link.published("s_msg").first).data)
            #expect(message.fromUserID == "b" && message.direction == 1 && message.groupID == nil)
            #expect(message.dataTime == Int64(receipt.time) && message.msgID == receipt.messageUID.string)
            let content = index == 0 ? #"{"content":"\u597d\ud83d\ude00"}"# : #"{"content":"好😀"}"#
            #expect(message.content == Array(content.utf8))
        }
    }

    @Test(
        "A release that does not pull after a reconnect is notified (RMTP-326)",
        arguments: [
            ("2.5.10", 0), ("2.8.0", 1), ("3.0.6", 0), ("4.2.0", 1), ("4.3.0", 1),
        ])
    func notice(release: String, count: Int) throws {
        let probe = ServiceProbe()
        #expect(try probe.connect("a", release).published("s_ntf").isEmpty)
        let receipt = try #require(try probe.connect("b", "3.0.6").send("hi", "ppMsgP", to: "a"))
        let notices = try probe.connect("a", release).published("s_ntf")
        #expect(notices.count == count)
        guard let notice = notices.first else { return }
        let body = try RMTPBody.NotifyMsg(protobuf: notice.data)
        #expect(body.type == 1 && body.time == Int64(receipt.time) && notice.qos == .atMostOnce)
    }

    @Test("Blocked users are added, listed, queried and removed")
    func blockedUsers() throws {
        let link = try ServiceProbe().connect("a", "2.5.3")
        let other: [UInt8] = [0x0a, 1, 0x65]  // userId: e
        #expect(link.ask("blackStat", "e", other)?.status == 101)
        #expect(link.ask("addBlack", "e", other)?.status == 0)
        #expect(link.ask("blackStat", "e", other)?.status == 0)
        #expect(link.ask("getBlack", "a", [8, 1])?.data == other)
        #expect(link.ask("rmBlack", "e", other)?.status == 0)
        #expect(link.ask("blackStat", "e", other)?.status == 101)
    }

    @Test("The answer to each topic of the registry has the required fields or a status (RMTP-323)")
    func answers() throws {
        let probe = ServiceProbe()
        let link = try probe.connect("a", "2.5.3")
        var count = 0
        for topic in RMTPTopic.all where topic.carrier == .query {
            let answer = try #require(link.ask(FrameText(topic.name)), "\(topic.name) is not answered")
            guard answer.status == 0, let type = topic.answer.flatMap(RMTPBody.type(named:)) else { continue }
            let body = try type.init(protobuf: answer.data)
            #expect(body.hasRequiredFields, "the answer to \(topic.name) lacks a required field")
            count += 1
        }
        #expect(count > 40)
        let presence = try RMTPBody.GetUserStatusOutput(protobuf: try #require(link.ask("getUserStatus", "b")).data)
        #expect(presence.status == #"{"us":[]}"# && presence.subUserID == "b")
        #expect(link.ask("mpFollow")?.data == [8, 1])
        #expect(link.ask("crDiz")?.data.isEmpty == false)
    }
}

#endif
