// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A random schedule of clients, a server, and a network that loses, duplicates, delays and breaks, all derived from a
/// seed.
///
/// ``run()`` lets the users write for some seconds in the presence of all troubles, then continues without trouble
/// until nothing is waiting, and finally checks the outcome: no message may be lost and, with a server that knows keys,
/// none may be delivered twice.
package struct Simulation: ~Copyable {
    var random: SeededRandom
    var queue = SimulationQueue()
    var server: ChatServerMachine
    var devices: [SimulatedDevice] = []
    /// The times at which the devices' next timers are due.
    var dues: [Int64] = []
    var links: [SimulatedLink] = []
    var now: Int64 = 0
    var isDraining = false

    /// The troubles that may occur in this schedule, subject to chance.
    var planned: [Trouble] = []
    let users: [String]
    let group = "g"
    /// The fault of all clients or of the server, if any.
    let fault: SessionFault?

    /// All messages in the order in which they were sent; the key of a message contains its index.
    var messages: [SimulatedMessage] = []
    /// The tokens of messages, by the id that the server has assigned.
    var tokens: [String: Int] = [:]
    var storedIDs: Set<String> = []
    /// The number of messages stored on the server.
    var stored = 0
    /// The number of messages and batches in transit, not counting heartbeats.
    var traveling = 0
    /// The connection over which each user is logged in.
    var connections: [String: Int] = [:]
    var report: SimulationReport

    static let activeTime = 6_000
    static let silence: Int64 = 4_000

    /// Creates the schedule of a seed, with or without a fault.
    package init(seed: UInt64, fault: SessionFault? = nil) {
        random = SeededRandom(seed: seed)
        users = random.chance(50) ? ["a", "b"] : ["a", "b", "c"]
        var configuration = ChatServerMachine.Configuration()
        configuration.groups = [group: users]
        configuration.echoesKeys = random.chance(60)
        configuration.loginTimeout = 2_000
        configuration.redeliverAfter = 2_000
        configuration.batchLimit = random.pick(1...4)
        self.fault = fault
        server = ChatServerMachine(configuration)
        report = SimulationReport(seed: seed, echoesKeys: configuration.echoesKeys)
        for trouble in Trouble.allCases where random.chance(45) { planned.append(trouble) }
        for user in users { addDevice(user) }
        if planned.contains(.secondLogin) { addDevice(users[0]) }
        plan()
    }

    private mutating func addDevice(_ user: String) {
        var configuration = ChatClientMachine.Configuration(user: user)
        configuration.usesTLS = random.chance(30)
        configuration.loginTimeout = 1_500
        configuration.receiptTimeout = 1_500
        configuration.backoff = [0, 300, 1_000]
        devices.append(SimulatedDevice(index: devices.count, user: user, base: configuration, fault: fault))
        dues.append(.max)
    }

    /// Plans the actions of the users and the troubles.
    private mutating func plan() {
        for device in 0..<users.count { queue.plan(.connect(device: device), at: Int64(random.pick(0...500))) }
        if planned.contains(.secondLogin) {
            queue.plan(.connect(device: users.count), at: Int64(random.pick(1_000...4_000)))
        }
        for _ in 0..<random.pick(4...9) {
            let time = Int64(random.pick(100...Simulation.activeTime))
            let device = random.pick(0...devices.count - 1)
            // Often several in succession, some in the same millisecond.
            for _ in 0..<random.pick(1...3) { queue.plan(.send(device: device), at: time + Int64(random.pick(0...1))) }
            if random.chance(25) { queue.plan(.recall(device: device), at: time + Int64(random.pick(50...3_000))) }
        }
        func somebody() -> Int { random.pick(0...users.count - 1) }
        if planned.contains(.break) {
            for _ in 0..<random.pick(1...3) { queue.plan(.cut(device: somebody()), at: trouble()) }
        }
        if planned.contains(.halfOpen) { queue.plan(.halfOpen(device: somebody()), at: trouble()) }
        if planned.contains(.restart) { queue.plan(.restart, at: trouble()) }
        if planned.contains(.kill) { queue.plan(.kill(device: somebody()), at: trouble()) }
        if random.chance(15) {
            let time = trouble()
            let device = somebody()
            queue.plan(.disconnect(device: device), at: time)
            queue.plan(.connect(device: device), at: time + 700)
        }
    }

    private mutating func trouble() -> Int64 {
        Int64(random.pick(600...Simulation.activeTime))
    }

    /// Runs the schedule to its end and returns the report.
    package mutating func run() -> SimulationReport {
        run(until: Int64(Simulation.activeTime) + 500)
        drain()
        check()
        report.end = now
        return report
    }

    /// Processes everything that is due by `end`.
    private mutating func run(until end: Int64) {
        while true {
            var next = queue.nextTime ?? .max
            var waking: Int?
            if let due = server.nextDue, due < next {
                next = due
                waking = -1
            }
            for index in dues.indices where dues[index] < next {
                next = dues[index]
                waking = index
            }
            guard next <= end else { break }
            now = max(now, next)
            if let waking {
                if waking < 0 { handle(.tick) } else { handle(.tick, of: devices[waking]) }
            } else if let event = queue.popFirst() {
                happen(event)
            }
        }
        now = max(now, end)
    }

    /// Runs without trouble and connects disconnected devices until nothing is waiting.
    private mutating func drain() {
        isDraining = true
        let deadline = now + 60_000
        // Use one device for each user, because two would log each other out.
        for device in devices where device.index < users.count {
            let second = devices.last { $0.user == device.user && $0.index != device.index && $0.isUsed }
            guard let second else { continue }
            let leaving = random.chance(50) ? device : second
            leaving.isRetired = true
            handle(.disconnect, of: leaving)
            // Messages that a restarted process would have submitted again have failed, and the user is informed.
            for index in messages.indices
            where messages[index].device == leaving.index && messages[index].fate == .waiting {
                messages[index].fate = .failed
            }
        }
        while now < deadline {
            for device in devices where device.isUsed && !device.isRetired {
                switch device.session.state {
                case .idle, .offline, .closed, .refused, .kicked: handle(.connect, of: device)
                case .connecting, .securing, .loggingIn, .online, .waiting: break
                }
                guard device.session.state == .online else { continue }
                for index in messages.indices
                where messages[index].device == device.index && messages[index].fate == .failed {
                    sendAgain(messages[index].key, device)
                }
            }
            run(until: now + 500)
            if isQuiet { return }
        }
        let waiting = messages.filter { $0.fate == .waiting }.map(\.key)
        record(.restless, "waiting \(waiting), stored \(stored), traveling \(traveling)")
    }

    private var isQuiet: Bool {
        stored == 0 && traveling == 0
            && messages.indices.allSatisfy { index in
                switch messages[index].fate {
                case .sent: true
                case .failed: devices[messages[index].device].isRetired
                case .waiting: false
                }
            }
            && devices.allSatisfy { !$0.isUsed || $0.isRetired || $0.session.state == .online }
    }

    mutating func record(_ kind: Violation, _ text: String) {
        report.violations.append((kind, "at \(now) ms: \(text)"))
    }
}
