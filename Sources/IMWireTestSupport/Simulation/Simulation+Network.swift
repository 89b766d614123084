// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The simulated network.
extension Simulation {
    mutating func happen(_ event: SimulationEvent) {
        switch event {
        case .up(let link, let sequence, let messages):
            count(messages, -1)
            guard !links[link].isCut, links[link].isOpenAtServer else { return }
            links[link].arrivedUp = noteOrder(sequence, links[link].arrivedUp, messages)
            give(.received(messages, connection: link))
        case .down(let link, let sequence, let messages):
            count(messages, -1)
            guard !links[link].isCut, links[link].isOpenAtClient else { return }
            links[link].arrivedDown = noteOrder(sequence, links[link].arrivedDown, messages)
            let device = devices[links[link].device]
            if messages.isHeartbeat { device.heardAt = now }
            give(.received(received(messages, by: device), connection: links[link].number), to: device)
        case .opened(let link):
            guard links[link].isOpenAtClient, !links[link].isCut else { return }
            links[link].isOpenAtServer = true
            give(.accepted(connection: link))
            give(.opened(connection: links[link].number), to: devices[links[link].device])
        case .secured(let link):
            if links[link].isOpenAtClient {
                give(.secured(connection: links[link].number), to: devices[links[link].device])
            }
        case .closedAtClient(let link):
            // A close may be reported after another connection has taken the place of the closed one (SES-006).
            let device = devices[links[link].device]
            links[link].isOpenAtClient = false
            if links[link].process == device.process { give(.closed(connection: links[link].number), to: device) }
        case .closedAtServer(let link):
            links[link].isOpenAtServer = false
            give(.closed(connection: link))
        case .errorAtClient(let link, let scope):
            guard links[link].isOpenAtClient else { return }
            give(.error(scope, connection: links[link].number), to: devices[links[link].device])
        case .errorAtServer(let link, let scope):
            if links[link].isOpenAtServer { give(.error(scope, connection: link)) }
        case .send(let device): send(devices[device])
        case .recall(let device): recall(devices[device])
        case .connect(let device): connect(devices[device])
        case .disconnect(let device): if !isDraining { give(.disconnect, to: devices[device]) }
        case .sendAgain(let device, let key): sendAgain(key, devices[device])
        case .kill(let device):
            if devices[device].isUsed { devices[device].fuse = random.pick(0...3) }
        case .cut(let device): cut(devices[device])
        case .halfOpen(let device): halfOpen(devices[device])
        case .restart: restart()
        }
    }

    private mutating func noteOrder(_ sequence: Int, _ arrived: Int, _ messages: [ChatMessage]) -> Int {
        if sequence < arrived, messages.isReceipt { report.troubles.insert(.reordering) }
        return max(arrived, sequence)
    }

    private mutating func count(_ messages: [ChatMessage], _ change: Int) {
        if !messages.isHeartbeat { travelling += change }
    }

    // MARK: Sending

    /// Transmits a message of a client, or a batch, over a link.
    mutating func transmitUp(_ messages: [ChatMessage], over link: Int) {
        guard links[link].isOpenAtClient, links[link].carriesUp, !links[link].isCut else { return }
        links[link].sentUp += 1
        let sequence = links[link].sentUp
        if isLost() {
            if random.chance(30) { queue.plan(.errorAtServer(link: link, .message), at: now + 20) }
            return
        }
        var last = links[link].lastUp
        let arrival = self.arrival(messages, after: &last)
        links[link].lastUp = last
        plan(.up(link: link, sequence: sequence, messages), at: arrival, messages)
        if isDoubled() {
            plan(.up(link: link, sequence: sequence, messages), at: arrival + Int64(random.pick(0...800)), messages)
        }
    }

    /// Transmits messages of the server over a link.
    mutating func transmitDown(_ messages: [ChatMessage], over link: Int) {
        guard links[link].isOpenAtServer, links[link].carriesDown, !links[link].isCut, !messages.isEmpty else { return }
        links[link].sentDown += 1
        let sequence = links[link].sentDown
        if isLost() {
            if random.chance(30) { queue.plan(.errorAtClient(link: link, .message), at: now + 20) }
            return
        }
        var last = links[link].lastDown
        let arrival = self.arrival(messages, after: &last)
        links[link].lastDown = last
        plan(.down(link: link, sequence: sequence, messages), at: arrival, messages)
        if isDoubled() {
            plan(.down(link: link, sequence: sequence, messages), at: arrival + Int64(random.pick(0...800)), messages)
        }
    }

    private mutating func plan(_ event: SimulationEvent, at time: Int64, _ messages: [ChatMessage]) {
        count(messages, 1)
        queue.plan(event, at: time)
    }

    private mutating func isLost() -> Bool {
        guard !isDraining, planned.contains(.loss), random.chance(12) else { return false }
        report.troubles.insert(.loss)
        return true
    }

    private mutating func isDoubled() -> Bool {
        guard !isDraining, planned.contains(.duplication), random.chance(15) else { return false }
        report.troubles.insert(.duplication)
        return true
    }

    private mutating func arrival(_ messages: [ChatMessage], after last: inout Int64) -> Int64 {
        var delay = Int64(random.pick(5...60))
        if !isDraining, planned.contains(.reordering), messages.isReceipt, random.chance(30) {
            return now + delay + Int64(random.pick(50...900))  // does not delay what follows
        }
        if !isDraining, planned.contains(.delay), random.chance(3) {
            report.troubles.insert(.delay)
            delay += Int64(random.pick(1_000...2_500))
        }
        last = max(last, now + delay)
        return last
    }

    // MARK: Connections

    mutating func open(_ device: SimulatedDevice, number: Int) {
        let link = links.count
        links.append(SimulatedLink(device: device.index, process: device.process, number: number))
        device.link = link
        if !isDraining, planned.contains(.break), random.chance(10) {
            queue.plan(.closedAtClient(link: link), at: now + Int64(random.pick(10...500)))
        } else {
            queue.plan(.opened(link: link), at: now + Int64(random.pick(5...60)))
        }
    }

    /// Closes a link at the client; messages written before still arrive.
    mutating func closeAtClient(_ link: Int) {
        guard links[link].isOpenAtClient else { return }
        links[link].isOpenAtClient = false
        if links[link].carriesUp, !links[link].isCut {
            queue.plan(.closedAtServer(link: link), at: max(links[link].lastUp, now + 20))
        }
    }

    /// Closes a link at the server.
    mutating func closeAtServer(_ link: Int) {
        guard links[link].isOpenAtServer else { return }
        links[link].isOpenAtServer = false
        if links[link].carriesDown, !links[link].isCut {
            queue.plan(.closedAtClient(link: link), at: max(links[link].lastDown, now + 20))
        }
    }

    /// Breaks the connection of a device; messages in transit are lost, and each side learns of the break at its own
    /// time.
    private mutating func cut(_ device: SimulatedDevice) {
        guard let link = device.link, links[link].isOpenAtClient, !isDraining else { return }
        report.troubles.insert(.break)
        links[link].isCut = true
        if random.chance(20) {
            queue.plan(.errorAtClient(link: link, .connection), at: now)
        } else {
            queue.plan(.closedAtClient(link: link), at: now + Int64(random.pick(0...1_500)))
        }
        queue.plan(.closedAtServer(link: link), at: now + Int64(random.pick(0...3_000)))
    }

    /// Stops a device's connection from carrying anything in one or both directions, without informing either side.
    private mutating func halfOpen(_ device: SimulatedDevice) {
        guard let link = device.link, !isDraining else { return }
        guard links[link].isOpenAtClient, links[link].isOpenAtServer else { return }
        report.troubles.insert(.halfOpen)
        switch random.pick(0...2) {
        case 0: links[link].carriesUp = false
        case 1: links[link].carriesDown = false
        default:
            links[link].carriesUp = false
            links[link].carriesDown = false
        }
    }

    /// Restarts the server's process; its connections are lost, and clients may or may not learn of it.
    private mutating func restart() {
        guard !isDraining else { return }
        report.troubles.insert(.restart)
        places = [:]
        give(.restart)
        // The new process has only what the previous one has written down (SES-113).
        do throws(DecodeError) {
            let written = server.memory.encoded()
            try server.restart()
            if server.memory.encoded() != written { note(.lost, "the memory is another one after the restart") }
        } catch {
            note(.lost, "the server's memory cannot be read again: \(error)")
        }
        for link in links.indices where links[link].isOpenAtServer {
            links[link].isOpenAtServer = false
            links[link].isCut = true
            if random.chance(70) { queue.plan(.closedAtClient(link: link), at: now + Int64(random.pick(5...500))) }
        }
    }
}

extension Simulation {
    /// A heartbeat in transit.
    static let heartbeat = [ChatMessage(heartbeat: .standard)]
}

extension [ChatMessage] {
    /// Whether the messages are a heartbeat, which is always written alone.
    var isHeartbeat: Bool { !isEmpty && self[0].isHeartbeat(.standard) }
    /// Whether the messages are a receipt or begin with one.
    var isReceipt: Bool {
        guard !isEmpty else { return false }
        switch self[0].kind {
        case .normalReceipt, .repealReceipt, .invalidReceipt: return true
        default: return false
        }
    }
}

extension EncodedMessage {
    /// The message as its recipient reads it, or nil if it cannot be read.
    var decoded: ChatMessage? { try? ChatMessage(json: utf8) }
}
