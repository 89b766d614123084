// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireFuzzing
import IMWireRMTP
import IMWireTestSupport
import LiveService
import Testing

/// The stores of the service, whose indices are compared with a search of everything that is stored.
@Suite("The RongCloud service without sockets")
struct ServiceTests {
    private let peers = ["a", "b", "\u{e9}", "e\u{301}"]

    private func message(_ from: String, _ to: String, type: Int32, at time: Int64, isCounted: Bool) -> StoredMessage {
        var up = RMTPBody.UpStreamMessage()
        (up.sessionID, up.classname, up.content) = (isCounted ? 3 : 1, "RC:TxtMsg", Array("{}".utf8))
        return StoredMessage(
            up, from: from, to: Conversation(type: type, target: to), time: time, id: "m\(time)")
    }

    /// The lists and counts of a store, found by searching all messages.
    private struct Model {
        var received: [StoredMessage] = []
        var sent: [StoredMessage] = []
        var hidden: [Conversation: Int64] = [:]
        var read: [Conversation: Int64] = [:]

        static func place(_ message: StoredMessage, isOwn: Bool) -> Conversation {
            isOwn || message.conversation.type == 3
                ? message.conversation : Conversation(type: message.conversation.type, target: message.sender)
        }

        /// The conversations with the time of the last message and the number of unread ones, newest first.
        func list(_ type: Int32?) -> [String] {
            var last: [Conversation: Int64] = [:]
            var unread: [Conversation: Int64] = [:]
            for (messages, isOwn) in [(received, false), (sent, true)] {
                for message in messages {
                    let place = Model.place(message, isOwn: isOwn)
                    last[place] = max(last[place] ?? 0, message.time)
                    if !isOwn, message.isCounted, message.time > read[place] ?? 0 { unread[place, default: 0] += 1 }
                }
            }
            return last.filter { $0.value > hidden[$0.key] ?? 0 && (type == nil || $0.key.type == type) }
                .sorted { $0.value > $1.value }
                .map { "\($0.key.type) \(Array($0.key.target.utf8)) \($0.value) \(unread[$0.key] ?? 0)" }
        }
    }

    @Test("The conversation list, unread counts, pages and removals agree with a search of all messages")
    func indices() throws {
        let device = try connect("a", service())
        var random = SeededRandom(seed: 7)
        var store = UserStore(ExactText("a"), ServiceWork())
        var model = Model()
        for step in 1...6_000 {
            let time = Int64(step)
            let peer = EdgeValues.pick(peers, &random)
            let type: Int32 = random.chance(70) ? 1 : 3
            let place = Conversation(type: type, target: peer)
            switch random.pick(0...19) {
            case 0...8:
                let new = message(peer, type == 1 ? "a" : peer, type: type, at: time, isCounted: random.chance(60))
                store.receive(new)
                model.received.append(new)
                if model.received.count > 2_062 { model.received.removeFirst(model.received.count - 2_000) }
            case 9...14:
                let new = message("a", peer, type: type, at: time, isCounted: true)
                store.send(new)
                model.sent.append(new)
                if model.sent.count > 2_062 { model.sent.removeFirst(model.sent.count - 2_000) }
            case 15:
                let id = "m\(random.pick(1...step))"
                store.remove(ExactText(id))
                model.received.removeAll { $0.id == id }
                model.sent.removeAll { $0.id == id }
            case 16 where random.chance(5):
                let limit = Int64(random.pick(1...step))
                store.clean(place, upTo: limit)
                model.received.removeAll { Model.place($0, isOwn: false) == place && $0.time <= limit }
                model.sent.removeAll { Model.place($0, isOwn: true) == place && $0.time <= limit }
            case 17:
                let limit = Int64(random.pick(1...step))
                store.read(place, upTo: limit)
                model.read[place] = limit
            case 18:
                let limit = Int64(random.pick(1...step))
                store.hide(place, upTo: limit)
                model.hidden[place] = limit
            default: break
            }
            guard step % 40 == 0 else { continue }
            #expect(store.inbox.map(\.id) == model.received.map(\.id))
            #expect(store.outbox.map(\.id) == model.sent.map(\.id))
            for type in [Int32?.none, 1, 3] {
                let list = store.relations(type: type, limit: .max, for: device).map {
                    "\($0.type?.rawValue ?? 0) \(Array(($0.userID ?? "").utf8)) \($0.msg?.dataTime ?? 0) "
                        + "\($0.unreadCount ?? 0)"
                }
                #expect(list == model.list(type))
            }
            #expect(
                store.unread == model.list(nil).reduce(0) { $0 + (Int64($1.split(separator: " ").last ?? "") ?? 0) })
            let from = Int64(random.pick(0...step))
            var times: [Int64] = []
            store.history(place, from: from, isForward: step % 80 == 0) { message, _ in
                times.append(message.time)
                return times.count < 30
            }
            let all =
                (model.received.filter { Model.place($0, isOwn: false) == place }
                + model.sent.filter { Model.place($0, isOwn: true) == place }).map(\.time).sorted()
            let wanted =
                step % 80 == 0 ? all.filter { $0 > from }.prefix(30) : all.filter { $0 < from }.reversed().prefix(30)
            #expect(times == Array(wanted))
        }
    }

    @Test("The work of a query depends on its answer, not on the number of stored messages (LIV-100)")
    func work() throws {
        let device = try connect("a", service())
        let work = ServiceWork()
        var store = UserStore(ExactText("a"), work)
        for step in 1...4_000 {
            store.receive(message("p\(step % 900)", "a", type: 1, at: Int64(step), isCounted: true))
        }
        func steps(_ body: () -> Void) -> Int {
            let before = work.steps
            body()
            return work.steps - before
        }
        #expect(steps { _ = store.relations(type: nil, limit: 1, for: device) } < 10)
        #expect(steps { _ = store.relations(type: 3, limit: 100, for: device) } < 10)
        #expect(steps { _ = store.unread } == 0)
        var request = RMTPBody.SyncRequestMsg()
        (request.syncTime, request.isPullSend) = (3_999, true)
        #expect(steps { _ = PullPage(store, request, for: device, limit: 100) } < 10)
        let place = Conversation(type: 1, target: "p1")
        #expect(steps { store.history(place, from: .max, isForward: false) { _, _ in false } } < 10)
        // Ids of no message cost nothing.
        #expect(steps { for id in 0..<16_000 { store.remove(ExactText("none\(id)")) } } == 0)
    }

    @Test("A stored message whose time no service assigns is rejected (LIV-105)")
    func times() throws {
        for time in [Int64.max, -1, .min, 253_402_300_800_000] {
            let service = service()
            let stored = message("a", "b", type: 1, at: time, isCounted: true)
            let line = ServiceMemory.line(stored, inboxes: [ExactText("b")], outbox: nil)
            #expect(throws: StoredTimeError.self) {
                _ = try service.read(try #require(RawJSON(line: Array(line.utf8))))
            }
        }
    }

    private func service() -> RongCloudService {
        RongCloudService(
            ServiceSettings(tokens: ServedTokens(appKey: "k", secret: Secret("s"), acceptsAny: true)),
            ServiceHost(now: { 1_700_000_000_000 }, elapsed: { 0 }, log: { _, _ in }))
    }

    private func connect(_ user: String, _ service: RongCloudService) throws -> RongCloudDevice {
        let client = ServiceClient(ServiceClock(), number: 1)
        let request = ConnectRequest(
            appKey: "k", token: user, release: SDKRelease("4.2.0", protocolVersion: nil), sessionID: "s",
            isPolling: false)
        return try #require(service.connect(client, request, client))
    }

    private func ask(
        _ topic: FrameText, _ target: FrameText, _ data: [UInt8], _ device: RongCloudDevice, _ service: RongCloudService
    ) -> UInt16 {
        ServiceQueries(service, device).answer(QueryPacket(topic: topic, targetID: target, messageID: 1, data: data))
            .status
    }

    @Test("Users whose ids differ only in normalization share no data (LIV-103)")
    func spellings() throws {
        let service = service()
        let devices = [try connect("\u{e9}", service), try connect("e\u{301}", service)]
        #expect(service.devices.count == 2)
        var up = RMTPBody.UpStreamMessage()
        (up.sessionID, up.classname, up.content) = (3, "RC:TxtMsg", Array("{}".utf8))
        _ = service.send(
            SentMessage(up, from: "a", to: Conversation(type: 1, target: "\u{e9}")))
        #expect(devices.map { service.users[$0.key]?.counts.received } == [1, 0])
        #expect(ask("joinChrm", "r\u{e9}", [], devices[0], service) == 0)
        #expect(ask("pullKV", "re\u{301}", [8, 0], devices[0], service) == 23_410)
        service.join("g\u{e9}", "\u{e9}")
        #expect(service.groups[ExactText("ge\u{301}")] == nil)
        #expect(service.groups[ExactText("g\u{e9}")]?.contains(ExactText("e\u{301}")) == false)
    }

    @Test("Discussions and rooms are restricted to their members (LIV-104)")
    func members() throws {
        let service = service()
        let (owner, guest, stranger) = (
            try connect("owner", service), try connect("guest", service), try connect("stranger", service)
        )
        service.join("d", "owner", isOwner: true)
        service.join("d", "guest")
        func evict(_ user: String, by device: RongCloudDevice) throws -> UInt16 {
            var input = RMTPBody.ChannelEvictionInput()
            input.user = user
            return ask("evctDiz", "d", try input.encoded(), device, service)
        }
        #expect(try evict("guest", by: stranger) == 21_406)
        #expect(try evict("owner", by: guest) == 20_606)
        #expect(service.groups[ExactText("d")]?.members.count == 2)
        #expect(try evict("guest", by: owner) == 0)
        #expect(service.groups[ExactText("d")]?.members.map(\.text) == ["owner"])
        #expect(ask("joinChrm", "r", [], owner, service) == 0)
        for (topic, data) in [("qryCHMsg", [10, 1, 0x72]), ("pullKV", [8, 0])] as [(FrameText, [UInt8])] {
            #expect(ask(topic, "r", data, stranger, service) == 23_406)
            #expect(ask(topic, "r", data, owner, service) == 0)
        }
    }

    @Test("The targets of the service run earlier failing inputs within their limits (FUZ-080)")
    func targets() throws {
        var forms = try #require(TargetCatalog.named("service-api")).make()
        var observation = Observation(.thorough)
        let numbers = ["-1", "0", "501", "9223372036854775807", "-9223372036854775808"]
        let lines = numbers.flatMap { number in
            [
                "/chatroom/create.json chatroom%5Br%5D=n", "/chatroom/join.json userId=u&chatroomId=r",
                "/chatroom/user/query.json chatroomId=r&order=1&count=\(number)",
                "/chatroom/user/block/add.json chatroomId=r&userId=u&minute=\(number)",
            ]
        }
        forms.run(Array(lines.joined(separator: "\n").utf8), &observation)
        #expect(observation.violations.isEmpty, "\(observation.violations)")
        // Thousands of messages to oneself, a query of each kind, and the removal of 16,384 ids.
        var target = try #require(TargetCatalog.named("service")).make()
        for input in ServiceFlood.inputs {
            observation.reset()
            target.run(input, &observation)
            #expect(observation.violations.isEmpty, "\(observation.violations)")
        }
    }
}
