// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import IMWireValues
import NIOCore
import NIOPosix

/// The connections and the driver of one scenario, through which a player acts.
///
/// Used by one task.
final class LiveStage {
    /// A connection.
    struct Wire {
        var channel: any Channel
        /// The number of the connection in the wire log; a scenario may reuse its own numbers.
        var serial: Int
        /// Whether either side has closed the connection.
        var isOver = false
        /// The queries sent over the connection, from which the types of answer bodies are known.
        var bodies = RMTPBodies()
    }

    /// A connection that a client has made by itself before the scenario wants one.
    struct Parked {
        var channel: any Channel
        var release: LiveRelease
        var serial: Int
    }

    let mailbox: LiveMailbox
    private var parked: Parked?
    private(set) var wires: [Int: Wire] = [:]
    /// The time at which data was last sent or a connection was last closed.
    private(set) var lastSent = NIODeadline.uptimeNanoseconds(0)
    private var lastSerial = 0
    let setting: LiveSetting
    let limits: LiveLimit
    private let framing: ChatFraming
    private let connector: LiveConnector?
    private let driver: LiveDriver?

    init(
        _ mailbox: LiveMailbox, _ setting: LiveSetting, _ limits: LiveLimit, _ framing: ChatFraming,
        _ connector: LiveConnector?, _ driver: LiveDriver?
    ) {
        self.mailbox = mailbox
        self.setting = setting
        self.limits = limits
        self.framing = framing
        self.connector = connector
        self.driver = driver
    }

    /// The server API, which performs what the application decides if there is no driver; nil for a client.
    var api: LiveAPI? { connector?.api }

    // MARK: Connections

    /// Returns the scenario's number of the connection with this serial number, or nil if another connection has
    /// replaced it.
    func number(of serial: Int) -> Int? { wires.first { $0.value.serial == serial }?.key }

    func isOpen(_ number: Int) -> Bool { wires[number].map { !$0.isOver } ?? false }

    /// Connects to the server under test.
    func connect(_ number: Int, user: String?, isWrong: Bool) async throws {
        guard let connector else { return }
        lastSerial += 1
        let serial = lastSerial
        do {
            let channel = try await connector.connect(
                serial, mailbox, framing, user: user ?? "nobody", isWrong: isWrong)
            wires[number] = Wire(channel: channel, serial: serial)
        } catch {
            throw LiveEnd("no connection to \(connector.target.text) can be made: \(SystemError.words(error))")
        }
    }

    /// Records the connection of a client.
    func opened(_ number: Int, _ channel: any Channel, serial: Int) {
        wires[number] = Wire(channel: channel, serial: serial)
    }

    /// Keeps a connection that a client has made before the scenario wants one, in place of an earlier one (LIV-124).
    func park(_ channel: any Channel, _ release: LiveRelease, serial: Int) {
        parked?.channel.close(mode: .all, promise: nil)
        parked = Parked(channel: channel, release: release, serial: serial)
    }

    /// Returns the connection that the client has made early, if it is still open.
    func removeParked() -> Parked? {
        defer { parked = nil }
        return parked.flatMap { $0.channel.isActive ? $0 : nil }
    }

    func over(_ number: Int) { wires[number]?.isOver = true }

    /// Closes a connection in the way that an event `closed` requests.
    func close(_ number: Int, _ fault: String?) async throws {
        guard let wire = wires[number], !wire.isOver else { return }
        defer { lastSent = .now() }
        over(number)
        switch fault {
        case "halfClose": try? await wire.channel.close(mode: .output).get()
        case "reset":
            // Closing without lingering resets the connection.
            try? await (wire.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try? await wire.channel.close(mode: .all).get()
        default: try? await wire.channel.close(mode: .all).get()
        }
    }

    func closeAll() async {
        if let early = removeParked() { try? await early.channel.close(mode: .all).get() }
        for (number, wire) in wires {
            over(number)
            try? await wire.channel.close(mode: .all).get()
        }
    }

    // MARK: Bytes

    /// Sends the message or packet of an event `received`.
    func send(_ event: RawJSON, _ number: Int, isChopped: Bool) async throws {
        guard let channel = wires[number]?.channel else { return }
        defer { lastSent = .now() }
        if setting.isWebSocket {
            let packet: RMTPPacket
            let direction: RMTPDirection = setting.subject == .server ? .up : .down
            do {
                packet = try ScriptObject(event, "an event").packet(direction)
            } catch {
                throw LiveSkip("its packet cannot be written: \(error.reason)")
            }
            _ = wires[number]?.bodies.body(of: packet)
            do {
                return try await channel.writeAndFlush(packet).get()
            } catch let unwritten as UnwrittenError {
                throw LiveSkip("its packet cannot be written: \(unwritten.error.code.rawValue)")
            } catch {
                return  // The peer has closed the connection; its actions are checked.
            }
        }
        var buffer = ByteBuffer()
        do {
            let heartbeat = framing.heartbeat
            let messages = try ScriptEvent(event).messages(heartbeat: heartbeat)
            var encoder = ChatUnitEncoder(framing)
            if messages.count == 1, messages[0].isHeartbeat(heartbeat) {
                try encoder.encodeHeartbeat(into: &buffer)
            } else {
                try encoder.encode(messages.map(EncodedChatMessage.init), into: &buffer)
            }
        } catch let skip as SessionScript.Skip {
            throw LiveSkip("its message cannot be written: \(skip.reason)")
        } catch {
            throw LiveSkip("its message cannot be written: \(error)")
        }
        guard isChopped else { return channel.writeAndFlush(buffer, promise: nil) }
        // Sends three bytes at a time, so that no line or packet arrives whole.
        while let piece = buffer.readSlice(length: min(3, buffer.readableBytes)), piece.readableBytes > 0 {
            channel.writeAndFlush(piece, promise: nil)
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Sends undecodable bytes, as an event `error` requests.
    func sendGarbage(_ number: Int, scope: String) async throws {
        guard !setting.isWebSocket, let channel = wires[number]?.channel, isOpen(number) else {
            throw LiveSkip("there is no such error on this wire")
        }
        guard let bytes = LiveGarbage.bytes(framing, scope) else {
            throw LiveSkip("there is no error of the scope \(scope) in this framing")
        }
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    }

    func beat(_ number: Int) throws {
        guard isOpen(number), let channel = wires[number]?.channel else { return }
        var buffer = ByteBuffer()
        var encoder = ChatUnitEncoder(framing)
        try encoder.encodeHeartbeat(into: &buffer)
        channel.writeAndFlush(buffer, promise: nil)
    }

    func beatAll() throws {
        for number in wires.keys.sorted() { try beat(number) }
    }

    /// Returns a received packet as an action.
    func action(_ packet: RMTPPacket, _ number: Int) -> RawJSON {
        let direction: RMTPDirection = setting.subject == .server ? .down : .up
        var members: [(name: String, value: RawJSON)] = [("action", "write"), ("packet", packet.json(direction))]
        if let type = wires[number]?.bodies.body(of: packet).type, let data = packet.data, !data.isEmpty {
            members.append(("body", RMTPBodyJSON.json(data, type, .lenient, PacketLimits()).json))
        }
        return .object(members)
    }

    // MARK: The driver

    /// Sends the driver an event that describes what the application does.
    @discardableResult
    func drive(_ event: RawJSON) async throws -> LiveDriverAnswer.Details {
        guard let driver else { return LiveDriverAnswer.Details() }
        do {
            return try await driver.request(.object((event.members ?? []).filter { $0.name != "at" }))
        } catch let gone as LiveDriver.Gone {
            throw LiveEnd(gone.reason)
        }
    }
}

/// Bytes that cannot be decoded.
enum LiveGarbage {
    /// Returns bytes that cause an error of a scope, or nil if the framing has no such error.
    static func bytes(_ framing: ChatFraming, _ scope: String) -> [UInt8]? {
        if framing.isPacket {
            // A packet with a wrong checksum costs that packet; a packet without the magic bytes costs the connection.
            if scope == "connection" { return Array("HTTP/1.1 200 OK\r\n\r\n".utf8) }
            var encoder = ChatUnitEncoder(framing)
            var buffer = ByteBuffer()
            try? encoder.encode([EncodedChatMessage(ChatMessage(.normal))], into: &buffer)
            var packet = Array(buffer.readableBytesView)
            if let last = packet.popLast() { packet.append(last ^ 0x55) }
            return packet
        }
        // A decoder finds the next line after a broken one. Only the seed's broken Base64 (FRM-019) costs the
        // connection.
        if scope == "connection" { return nil }
        let delimiter: [UInt8] =
            switch framing.lines.delimiter {
            case .lf: Array("\n".utf8)
            case .crlf: Array("\r\n".utf8)
            case .cr: Array("\r".utf8)
            case .nul: [0]
            }
        return Array("{\"messageType\":".utf8) + delimiter
    }
}

#endif
