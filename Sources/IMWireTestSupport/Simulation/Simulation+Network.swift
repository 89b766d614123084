// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The simulated network.
extension Simulation {
    mutating func happen(_ event: SimulationEvent) {
        switch event {
        case .arrival(let sender, let link, let sequence, let messages):
            count(messages, -1)
            guard !links[link].isCut, links[link][sender.other].isOpen else { return }
            if sequence < links[link][sender].arrived, messages.isReceipt { report.troubles.insert(.reordering) }
            links[link][sender].arrived = max(links[link][sender].arrived, sequence)
            if sender == .client { return handle(.received(messages, connection: link)) }
            let device = devices[links[link].device]
            if messages.isHeartbeat { device.heardAt = now }
            handle(.received(device.faults.received(messages), connection: links[link].number), of: device)
        case .opened(let link):
            guard links[link].client.isOpen, !links[link].isCut else { return }
            links[link].server.isOpen = true
            handle(.accepted(connection: link))
            handle(.opened(connection: links[link].number), of: devices[links[link].device])
        case .secured(let link):
            if links[link].client.isOpen {
                handle(.secured(connection: links[link].number), of: devices[links[link].device])
            }
        case .closed(.client, let link):
            // A close may be reported after another connection has replaced the closed one (SES-006).
            let device = devices[links[link].device]
            links[link].client.isOpen = false
            if links[link].process == device.process { handle(.closed(connection: links[link].number), of: device) }
        case .closed(.server, let link):
            links[link].server.isOpen = false
            handle(.closed(connection: link))
        case .error(let side, let link, let scope):
            guard links[link][side].isOpen else { return }
            switch side {
            case .client: handle(.error(scope, connection: links[link].number), of: devices[links[link].device])
            case .server: handle(.error(scope, connection: link))
            }
        case .send(let device): send(devices[device])
        case .recall(let device): recall(devices[device])
        case .connect(let device): connect(devices[device])
        case .disconnect(let device): if !isDraining { handle(.disconnect, of: devices[device]) }
        case .sendAgain(let device, let key): sendAgain(key, devices[device])
        case .kill(let device):
            if devices[device].isUsed { devices[device].fuse = random.pick(0...3) }
        case .cut(let device): cut(devices[device])
        case .halfOpen(let device): halfOpen(devices[device])
        case .restart: restart()
        }
    }

    private mutating func count(_ messages: [ChatMessage], _ change: Int) {
        if !messages.isHeartbeat { traveling += change }
    }

    // MARK: Sending

    /// Transmits a message, or a batch, of one side over a link.
    mutating func transmit(_ messages: [ChatMessage], from sender: SimulatedSide, over link: Int) {
        guard links[link][sender].isOpen, !links[link][sender].isBlocked, !links[link].isCut, !messages.isEmpty else {
            return
        }
        links[link][sender].sent += 1
        let event = SimulationEvent.arrival(from: sender, link: link, sequence: links[link][sender].sent, messages)
        if isLost() {
            if random.chance(30) { queue.plan(.error(sender.other, link: link, .message), at: now + 20) }
            return
        }
        var last = links[link][sender].lastArrival
        let arrival = self.arrival(messages, after: &last)
        links[link][sender].lastArrival = last
        plan(event, at: arrival, messages)
        if isDoubled() { plan(event, at: arrival + Int64(random.pick(0...800)), messages) }
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
            queue.plan(.closed(.client, link: link), at: now + Int64(random.pick(10...500)))
        } else {
            queue.plan(.opened(link: link), at: now + Int64(random.pick(5...60)))
        }
    }

    /// Closes a link at one side; what this side has sent still arrives.
    mutating func close(_ link: Int, at side: SimulatedSide) {
        guard links[link][side].isOpen else { return }
        links[link][side].isOpen = false
        if !links[link][side].isBlocked, !links[link].isCut {
            queue.plan(.closed(side.other, link: link), at: max(links[link][side].lastArrival, now + 20))
        }
    }

    /// Breaks the connection of a device; messages in transit are lost, and each side learns of the break at its own
    /// time.
    private mutating func cut(_ device: SimulatedDevice) {
        guard let link = device.link, links[link].client.isOpen, !isDraining else { return }
        report.troubles.insert(.break)
        links[link].isCut = true
        if random.chance(20) {
            queue.plan(.error(.client, link: link, .connection), at: now)
        } else {
            queue.plan(.closed(.client, link: link), at: now + Int64(random.pick(0...1_500)))
        }
        queue.plan(.closed(.server, link: link), at: now + Int64(random.pick(0...3_000)))
    }

    /// Blocks a device's connection in one or both directions, without informing either side.
    private mutating func halfOpen(_ device: SimulatedDevice) {
        guard let link = device.link, !isDraining else { return }
        guard links[link].client.isOpen, links[link].server.isOpen else { return }
        report.troubles.insert(.halfOpen)
        let direction = random.pick(0...2)
        if direction != 1 { links[link].client.isBlocked = true }
        if direction != 0 { links[link].server.isBlocked = true }
    }

    /// Restarts the server's process; its connections are lost, and clients may or may not learn of it.
    private mutating func restart() {
        guard !isDraining else { return }
        report.troubles.insert(.restart)
        connections = [:]
        handle(.restart)
        // The new process has only what the previous one has written down (SES-113).
        do throws(DecodeError) {
            let written = server.memory.encoded()
            try server.restart()
            if server.memory.encoded() != written { record(.lost, "the memory is another one after the restart") }
        } catch {
            record(.lost, "the server's memory cannot be read again: \(error)")
        }
        for link in links.indices where links[link].server.isOpen {
            links[link].server.isOpen = false
            links[link].isCut = true
            if random.chance(70) { queue.plan(.closed(.client, link: link), at: now + Int64(random.pick(5...500))) }
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

extension EncodedChatMessage {
    /// The message as its recipient reads it, or nil if it cannot be read.
    package var decoded: ChatMessage? { try? ChatMessage(json: utf8) }
}
