// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operation `session.run`, which runs the session machines from data (TST-086).
package enum SessionScript {
    /// The reason why a request has no actions: it asks for something unknown, or for something that no machine does.
    package struct Skip: Error, Hashable, Sendable {
        /// A sentence that describes the reason.
        package let reason: String
        /// The error that is returned in place of a skip when every testee has to refuse the request.
        package enum Refusal: Error, Hashable, Sendable {
            /// An error in the request itself.
            case request(SessionError)
            /// An error in the initial memory of a server; offset and path count from its start (SES-112).
            case memory(DecodeError)

            /// The code of the error.
            package var code: String {
                switch self {
                case .request(let error): error.code.rawValue
                case .memory(let error): error.code.rawValue
                }
            }
            /// The path of the error.
            package var path: String {
                switch self {
                case .request(let error): error.path
                case .memory(let error): error.path
                }
            }
        }
        /// The refusal, or nil for a skip.
        package let refusal: Refusal?

        package init(reason: String) {
            self.reason = reason
            refusal = nil
        }

        package init(_ error: SessionError) {
            reason = "\(error.code.rawValue) \(error.path)"
            refusal = .request(error)
        }

        package init(memory error: DecodeError) {
            reason = "the memory cannot be read: \(error)"
            refusal = .memory(error)
        }
    }

    /// Runs a request and returns its `actions`.
    ///
    /// - Throws: ``Skip`` for an unknown machine, event or member of `config`, or for a value of the wrong type.
    package static func run(_ request: RawJSON) throws(Skip) -> RawJSON {
        try run(machine: request["machine"], config: request["config"], events: request["events"])
    }

    /// Runs the members of a request and returns its `actions`.
    ///
    /// - Throws: ``Skip`` for an unknown machine, event or member of `config`, or for a value of the wrong type.
    package static func run(
        machine: RawJSON?, config: RawJSON?, events list: RawJSON?, isSaved: Bool = false
    ) throws(Skip) -> RawJSON {
        let session = try Session(machine: machine, config: config, events: list)
        guard isSaved else { return .object(["actions": try session.actions(session.events)]) }
        guard machine?.string == "server" else { throw Skip(reason: "only a server has a memory") }
        var memory = ChatServerMemory()
        var actions = ScriptActions()
        try session.run(session.events, &actions, on: server(session.config) { memory = $0 }) { _ in }
        return .object([
            "actions": actions.all, "memory": RawJSON(scanned: String(decoding: memory.encoded(), as: UTF8.self)),
        ])
    }

    /// A parsed request that can be run repeatedly.
    package struct Session {
        private let machine: String
        fileprivate let config: ScriptObject
        package let events: [ScriptEvent]

        package init(machine: RawJSON?, config: RawJSON?, events list: RawJSON?) throws(Skip) {
            guard let machine = machine?.string else { throw Skip(reason: "no machine") }
            guard let list = list?.elements else { throw Skip(reason: "no events") }
            if let config, config.kind != .object { throw Skip(reason: "config is not an object") }
            self.machine = machine
            self.config = config.map { ScriptObject($0, "config") } ?? ScriptObject([], "config")
            var events: [ScriptEvent] = []
            for element in list { events.append(try ScriptEvent(element)) }
            self.events = events
        }

        /// Returns the actions of a new machine for the given events.
        package func actions(_ events: some Sequence<ScriptEvent>) throws(Skip) -> [RawJSON] {
            var actions = ScriptActions()
            try run(events, &actions) { _ in }
            return actions.all
        }

        /// Passes events to a new machine.
        ///
        /// - Parameter after: called after each event with the actions so far.
        package func run(
            _ events: some Sequence<ScriptEvent>, _ actions: inout ScriptActions, after: (ScriptActions) -> Void
        ) throws(Skip) {
            try run(events, &actions, on: SessionScript.machine(machine, config), after: after)
        }

        /// Passes events to a machine.
        fileprivate func run(
            _ events: some Sequence<ScriptEvent>, _ actions: inout ScriptActions, on handle: Machine,
            after: (ScriptActions) -> Void
        ) throws(Skip) {
            var rest = events.makeIterator()
            while let event = rest.next() {
                do throws(Skip) {
                    try handle(event, &actions)
                } catch {
                    // A later event that cannot be understood takes precedence over a limit (SES-161).
                    var none = ScriptActions.none
                    if error.refusal != nil { while let event = rest.next() { try handle(event, &none) } }
                    throw error
                }
                after(actions)
            }
        }
    }

    /// A machine: a function that takes an event and appends the resulting actions.
    package typealias Machine = (ScriptEvent, inout ScriptActions) throws(Skip) -> Void

    /// Creates the function of a machine from the functions that read its events and write its actions.
    static func function<M: SessionMachine & ~Copyable>(
        _ machine: consuming M, _ event: @escaping (ScriptEvent) throws(Skip) -> M.Event,
        _ json: @escaping (TimedAction<M.Action>) -> RawJSON
    ) -> Machine {
        var machine = machine
        return { (script, actions) throws(Skip) in
            for step in machine.handle(try event(script), at: script.time) { try actions.append(step, json(step)) }
        }
    }

    /// Creates the machine with the given name.
    package static func machine(_ name: String, _ config: ScriptObject) throws(Skip) -> Machine {
        switch name {
        case "client": try client(config)
        case "server": try server(config)
        case "stream": try stream(config)
        case "chatroom": try chatroom(config)
        case "likes": try likes(config)
        case "rmtp-client": try rmtpClient(config)
        case "rmtp-server": try rmtpServer(config)
        default: throw Skip(reason: "unknown machine")
        }
    }

    /// Returns the heartbeat body that a machine recognizes.
    ///
    /// It is checked before the numbers, because a request that cannot be understood is not refused (SES-161).
    package static func heartbeat(_ config: ScriptObject) throws(Skip) -> ChatHeartbeatBody {
        try heartbeat(try config.string("beatBody") ?? ChatHeartbeatBody.standard.text)
    }

    private static func heartbeat(_ body: String) throws(Skip) -> ChatHeartbeatBody {
        guard let heartbeat = ChatHeartbeatBody(body) else { throw Skip(reason: "beatBody is not valid (FRM-022)") }
        return heartbeat
    }
}

/// An event of a script, with its name, its time and its other members.
package struct ScriptEvent {
    package let name: String
    package let time: Int64
    package let members: ScriptObject

    package init(_ json: RawJSON) throws(SessionScript.Skip) {
        members = ScriptObject(json, "an event")
        name = try members.required("event")
        guard let number = try members.exactNumber("at") else {
            throw SessionScript.Skip(reason: "an event without a time")
        }
        if let time = number.int64 {
            self.time = time
            return
        }
        // A time beyond 64 bits is outside the range too, and is taken to be at its end (SES-144).
        let digits = number.text.utf8.drop { $0 == UInt8(ascii: "-") }
        guard digits.count >= 19, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { throw members.wrong("at") }
        time = digits.count == number.text.utf8.count ? .max : .min
    }

    /// Returns the member that identifies the connection, or nil if it is absent.
    package func connection() throws(SessionScript.Skip) -> Int? {
        try members.integer("connection").map { Int(truncatingIfNeeded: $0) }
    }

    package func requiredConnection() throws(SessionScript.Skip) -> Int {
        guard let connection = try connection() else { throw members.absent("connection") }
        return connection
    }

    package func scope() throws(SessionScript.Skip) -> StreamFault.Scope {
        guard let scope = StreamFault.Scope(rawValue: try members.required("scope")) else {
            throw members.wrong("scope")
        }
        return scope
    }

    /// Returns the `message`, or the `messages` of a batch.
    package func messages(heartbeat: ChatHeartbeatBody) throws(SessionScript.Skip) -> [ChatMessage] {
        if let batch = members["messages"] {
            // Exactly one of the two members is present (SES-163).
            guard let batch = batch.elements, members["message"] == nil else { throw members.wrong("messages") }
            var messages: [ChatMessage] = []
            for message in batch { messages.append(try ChatMessage(script: message, heartbeat: heartbeat)) }
            return messages
        }
        return [try message(heartbeat: heartbeat)]
    }

    package func message(heartbeat: ChatHeartbeatBody) throws(SessionScript.Skip) -> ChatMessage {
        guard let message = members["message"] else { throw members.absent("message") }
        return try ChatMessage(script: message, heartbeat: heartbeat)
    }

    /// Returns the `message` that the application sends or recalls.
    package func message(sentAs kind: ChatMessageKind, heartbeat: ChatHeartbeatBody) throws(SessionScript.Skip)
        -> ChatMessage
    {
        guard let message = members["message"] else { throw members.absent("message") }
        return try ChatMessage(script: message, sentAs: kind, heartbeat: heartbeat)
    }
}
