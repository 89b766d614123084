// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireValues

/// The memory of the chat server as lines: a complete memory (SES-110), followed by events.
///
/// The machine is deterministic, so replaying the events restores the same memory. Timers and heartbeats do not change
/// the memory and are not recorded.
struct ChatMemory: ~Copyable {
    /// A machine that has handled the lines so far; its timers never fire because its time does not advance.
    private var machine: ChatServerMachine
    private let configuration: ChatServerMachine.Configuration

    init(_ configuration: ChatServerMachine.Configuration) {
        self.configuration = configuration
        machine = ChatServerMachine(configuration)
    }

    var memory: ChatServerMemory { machine.memory }

    /// Reads a line; returns false if the line does not belong to the chat server.
    mutating func read(_ line: RawJSON) throws -> Bool {
        if let memory = line["chatMemory"] {
            let limits = ChatServerMemory.Limits(configuration)
            machine = ChatServerMachine(
                configuration, memory: try ChatServerMemory(json: Array(memory.text.utf8), limits: limits))
            return true
        }
        guard let event = line["chat"]?.string else { return false }
        let connection = line["connection"]?.number?.int64.map(Int.init) ?? 0
        let messages = try (line["messages"]?.elements ?? []).map { try ChatMessage(script: $0, heartbeat: .standard) }
        switch event {
        case "accepted": _ = machine.handle(.accepted(connection: connection), at: 0)
        case "received": _ = machine.handle(.received(messages, connection: connection), at: 0)
        case "closed": _ = machine.handle(.closed(connection: connection), at: 0)
        case "post": for message in messages { _ = machine.handle(.post(message), at: 0) }
        default: return false
        }
        return true
    }

    static func line(_ memory: ChatServerMemory) -> String {
        "{\"chatMemory\":" + String(decoding: memory.encoded(), as: UTF8.self) + "}"
    }

    /// Returns an event as a line, or nil if the event does not change the memory.
    static func line(_ event: ChatServerMachine.Event) -> String? {
        switch event {
        case .accepted(let connection): return "{\"chat\":\"accepted\",\"connection\":\(connection)}"
        case .closed(let connection): return "{\"chat\":\"closed\",\"connection\":\(connection)}"
        case .received(let messages, let connection):
            let kept = messages.filter { !$0.isHeartbeat(.standard) }
            if kept.isEmpty { return nil }
            return "{\"chat\":\"received\",\"connection\":\(connection),\"messages\":\(list(kept))}"
        case .post(let message): return "{\"chat\":\"post\",\"messages\":\(list([message]))}"
        case .error, .restart, .tick: return nil
        @unknown default: return nil
        }
    }

    private static func list(_ messages: [ChatMessage]) -> String {
        "[" + messages.map(\.json.text).joined(separator: ",") + "]"
    }
}

#endif
