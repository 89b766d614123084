// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI
import LiveService

/// A RongCloud service with clients and an application's server, without sockets, whose work and memory are checked
/// after each event.
final class ServiceRun {
    let service: RongCloudService
    private let api: ServerAPI
    private let name: String
    private let clock = ServiceClock()
    private var links: [ServiceClient] = []
    /// The number of bytes of bodies and forms that an input may still cause.
    private var room = 1 << 20
    /// The number of bytes exchanged since time last passed.
    private var exchanged = 0

    /// The maximum number of bytes that the service stores.
    private let storeBytes: Int

    init(_ name: String, storeBytes: Int) {
        self.name = name
        self.storeBytes = storeBytes
        var settings = ServiceSettings(
            tokens: ServedTokens(appKey: "k", secret: SecretText("s"), acceptsAny: true))
        settings.groups = [ExactText("g"): ["a", "b", "c"]]
        settings.devices = 2
        settings.storeBytes = storeBytes
        let clock = clock
        service = RongCloudService(
            settings, ServiceHost(now: { clock.now }, elapsed: { clock.now }, log: { _, _ in }))
        api = ServerAPI(service)
        for user in ["a", "b", "c"] { connect(user, "4.2.0") }
    }

    /// Connects a user with a release of the SDK, over at most eight connections altogether.
    func connect(_ user: String, _ release: String) {
        if links.count >= 8 { links.removeFirst().close() }
        let client = ServiceClient(clock, number: links.count)
        let request = ConnectRequest(
            appKey: "k", token: user, release: SDKRelease(release, protocolVersion: nil), sessionID: "s",
            isPolling: false)
        if service.connect(client, request, client) != nil { links.append(client) }
    }

    func close(_ client: Int) {
        if links.isEmpty { return }
        links.remove(at: client % links.count).close()
    }

    /// Lets time pass, in milliseconds, and checks what the timers do by the bytes exchanged since time last passed.
    func pass(_ time: Int64, _ observation: inout Observation) {
        clock.now += time
        let size = exchanged
        exchanged = 0
        check(size, at: "timers", &observation) { _ in
            for link in links { link.handle(.tick) }
            return 0
        }
    }

    /// Sends a packet from a client, and checks the work and the memory that it causes.
    func send(_ packet: RMTPPacket, size: Int, from client: Int, _ observation: inout Observation) {
        guard !links.isEmpty, size <= room else { return }
        room -= size
        let link = links[client % links.count]
        check(size, at: packet.topicName, &observation) { _ in
            link.handle(.received(packet))
            return 0
        }
    }

    /// Sends a signed request of the application's server, and checks the work and the memory that it causes.
    func post(_ path: String, _ form: [UInt8], _ observation: inout Observation) {
        guard form.count <= room else { return }
        room -= form.count
        // The signature of the key `s`, nonce 1 and timestamp 2 does not cover the form.
        guard
            let headers = try? RequestHeaders(appKey: "k", secret: SecretText("s"), nonce: "1", timestamp: "2")
        else { return }
        check(form.count + path.utf8.count, at: path, &observation) { observation in
            let answer = api.answer(APICall(path: path, headers: headers.fields(), body: form))
            observation.record(.code, UInt64(answer.status), TextHash.of(path))
            if RawJSON(line: answer.body) == nil { observation.violate(.line, at: "\(name) \(path)") }
            return answer.body.count
        }
    }

    /// Checks the steps, the requested memory and the stored bytes of one event.
    ///
    /// What is written to clients counts with what was received, since an answer may be longer than its question. The
    /// event returns the number of bytes that it has written to others.
    private func check(
        _ size: Int, at place: String, _ observation: inout Observation, _ event: (inout Observation) -> Int
    ) {
        let steps = service.work.steps
        let before = links.reduce(0) { $0 + $1.written }
        let memory = MemoryOracle()
        let written = event(&observation)
        let bytes = size + links.reduce(0) { $0 + $1.written } - before + written
        exchanged += bytes
        // The base is what a store of thousands of values asks for when it grows, whichever event makes it grow.
        memory.check("\(name) \(place)", input: bytes, factor: 1_000, base: 1 << 20, &observation)
        let used = service.work.steps - steps
        if used > ServiceRun.steps(bytes) {
            observation.violate(.steps, at: "\(name) \(place)", "\(used) steps for \(bytes) bytes")
        }
        if service.used > storeBytes {
            observation.violate(.memory, at: "\(name) store", "\(service.used) bytes are stored")
        }
        observation.record(size: used, TextHash.of(place))
        observation.record(size: service.used, 1)
    }

    /// The number of steps that an exchange of bytes may take.
    private static func steps(_ bytes: Int) -> Int { 512 + bytes }
}

/// The time of a run.
package final class ServiceClock {
    var now: Int64 = 1_700_000_000_000

    package init() {}
}

/// A client's session with the service.
package final class ServiceClient: ServiceLink, ServiceConnection {
    package var onAction: (RMTPServerMachine.Action) -> Void = { _ in }
    package let number: Int
    package var user: String?
    package var detail = ""
    /// The number of bytes written to the client.
    private(set) var written = 0

    private let clock: ServiceClock
    private var queue = SessionQueue(RMTPServerMachine())

    package init(_ clock: ServiceClock, number: Int) {
        self.clock = clock
        self.number = number
    }

    package func close() { handle(.closed) }

    package func handle(_ event: RMTPServerMachine.Event) {
        guard queue.begin(event) else { return }
        var next: RMTPServerMachine.Event? = event
        while let event = next {
            for step in queue.handle(event, at: clock.now) {
                switch step.action {
                case .write(let packet): written += packet.size
                case .close: break
                default: onAction(step.action)
                }
            }
            next = queue.next()
        }
    }
}

extension RMTPPacket {
    /// The approximate size of the packet on the wire.
    fileprivate var size: Int {
        switch self {
        case .publish(let packet): 16 + (packet.data?.count ?? 0)
        case .queryAck(let packet): 16 + (packet.data?.count ?? 0)
        default: 16
        }
    }

    fileprivate var topicName: String {
        switch self {
        case .publish(let packet): packet.topic?.string ?? ""
        case .query(let packet): packet.topic?.string ?? ""
        default: ""
        }
    }
}
