// SPDX-License-Identifier: Apache-2.0

extension ChatServerMemory {
    /// The limits of a stored memory, which is rejected as a whole if it exceeds them (SES-112).
    ///
    /// ```swift
    /// var limits = ChatServerMemory.Limits()
    /// limits.users = 10_000
    /// let memory = try ChatServerMemory(json: saved, limits: limits)
    /// ```
    public struct Limits: Hashable, Sendable {
        /// The maximum size of the text in bytes.
        public var bytes = 1 << 30
        /// The maximum number of users.
        public var users = 1_000_000
        /// The maximum number of messages and recalls stored for one user.
        public var stored = 110_000
        /// The maximum number of keys remembered for one user.
        public var keys = 10_000
        /// The maximum number of messages that can be recalled.
        public var recallable = 100_000
        /// The maximum size of one message in bytes.
        public var messageBytes = 1 << 20
        /// The limits of contents, by which each message is read; its object may have two members more, because a
        /// server adds its id and its sender (SES-150).
        public var contents = DecodingLimits()

        /// Creates limits with the documented defaults.
        public init() {}

        /// Creates limits that allow every memory of a server with this configuration (SES-113), and no less than the
        /// defaults.
        public init(_ configuration: ChatServerMachine.Configuration) {
            users = max(users, configuration.userLimit)
            // Recalls are stored beside the messages (SES-090).
            let (sum, isTooLarge) = configuration.offlineLimit.addingReportingOverflow(configuration.recallLimit)
            stored = max(stored, isTooLarge ? .max : sum)
            keys = max(keys, configuration.keyLimit)
            recallable = max(recallable, configuration.recallLimit)
            bytes = max(bytes, configuration.storeBytes)
        }
    }

    /// Creates a memory from the output of ``encoded()``.
    ///
    /// - Throws: `json.*`, `field.missing`, `field.type`, `field.value` or `limit.*`, with the offset in `json` and the
    ///   path in the text. No part of the memory is used then.
    public init(json: [UInt8], limits: Limits = Limits()) throws(DecodeError) {
        var reader = MemoryReader(json.span, limits)
        self = try reader.memory()
    }
}

/// A reader for the serialized form of a server's memory.
private struct MemoryReader: ~Escapable {
    private var scanner: JSONScanner
    private let limits: ChatServerMemory.Limits

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, _ limits: ChatServerMemory.Limits) {
        scanner = JSONScanner(text, limits: .unbounded, isStrict: false)
        self.limits = limits
    }

    @_lifetime(self: copy self)
    mutating func memory() throws(DecodeError) -> ChatServerMemory {
        if scanner.text.count > limits.bytes { throw DecodeError(.limitSize, offset: 0) }
        try scanner.begin()
        var memory = ChatServerMemory()
        var hasNumber = false
        var isFirst = true
        try open()
        // The version comes first because it determines whether the rest can be read (SES-111).
        guard let first = try name(&isFirst), first == "version" else {
            throw DecodeError(.fieldMissing, offset: 0, path: "/version")
        }
        let place = start()
        let version = try integer("version")
        if version != Int64(ChatServerMemory.version) {
            throw DecodeError(.fieldValue, offset: place, path: "/version")
        }
        while let name = try name(&isFirst) {
            switch name {
            case "lastNumber":
                let place = start()
                let number = try integer("lastNumber")
                guard number >= 0, number <= ChatServerMemory.largestNumber, let last = Int(exactly: number) else {
                    throw DecodeError(.fieldValue, offset: place, path: "/lastNumber")
                }
                memory.lastNumber = last
                hasNumber = true
            case "users":
                memory.users = SizedStore()  // the last of several members counts (CNT-017)
                try list("users", most: limits.users) { (reader, place) throws(DecodeError) in
                    let (name, user) = try reader.user()
                    if memory.users[name] != nil { throw DecodeError(.fieldValue, offset: place, path: "/user") }
                    memory.users[name] = user
                }
            case "sent":
                memory.sent = try store("sent", most: limits.recallable) { (reader) throws(DecodeError) in
                    try reader.sent()
                }
            default: try skip()
            }
        }
        let end = scanner.position
        try scanner.finish()
        if !hasNumber { throw DecodeError(.fieldMissing, offset: end - 1, path: "/lastNumber") }
        return memory
    }

    @_lifetime(self: copy self)
    private mutating func user() throws(DecodeError) -> (ExactText, ChatServerMemory.User) {
        var user = ChatServerMemory.User()
        var id: ExactText?
        try members { (reader, name) throws(DecodeError) in
            switch name {
            case "user": id = try reader.id("user")
            case "stored":
                user.store = OfflineStore()
                try reader.list("stored", most: reader.limits.stored) { (reader, _) throws(DecodeError) in
                    user.store.append(try reader.message())
                }
            case "answers":
                user.answers = try reader.store("answers", most: reader.limits.keys) { (reader) throws(DecodeError) in
                    try reader.answer()
                }
            default: try reader.skip()
            }
        }
        return (try required(id, "user"), user)
    }

    /// Reads a stored message, which has the form of a message on the wire (SES-110).
    @_lifetime(self: copy self)
    private mutating func message() throws(DecodeError) -> EncodedChatMessage {
        guard scanner.nextToken() == .openBrace else { throw try wrong("") }
        let start = scanner.position
        _ = try scanner.skipValue()
        let brace = scanner.position - 1
        var contents = limits.contents
        contents.members = contents.members > .max - 2 ? .max : contents.members + 2
        var reader = ChatMessageDecoder(limits: contents)
        reader.messageBytes = limits.messageBytes
        do throws(DecodeError) {
            let message = try reader.decode(scanner.text.slice(start, scanner.position)).value
            // A heartbeat is not addressed to anybody, and would be written without its other members.
            if message.isHeartbeat(.standard) { throw DecodeError(.fieldValue, offset: 0) }
            // No receipt could remove a message without an id from the store.
            if message.exactID == nil {
                throw DecodeError(.fieldMissing, offset: brace - start, path: "/messageID")
            }
            return EncodedChatMessage(message)
        } catch {
            throw error.moved(by: start)
        }
    }

    @_lifetime(self: copy self)
    private mutating func answer() throws(DecodeError) -> (ExactText, ChatServerMemory.Answer) {
        var key: ExactText?
        var kind: ChatMessageKind?
        var id: ExactText?
        try members { (reader, name) throws(DecodeError) in
            switch name {
            case "key": key = try reader.id("key")
            case "kind":
                let place = reader.start()
                kind = ChatMessageKind(messageType: try reader.string("kind"))
                guard kind == .normalReceipt || kind == .repealReceipt else {
                    throw DecodeError(.fieldValue, offset: place, path: "/kind")
                }
            case "messageID": id = try reader.id("messageID")
            default: try reader.skip()
            }
        }
        let named = try required(key, "key")
        let answer = ChatServerMemory.Answer(
            kind: try required(kind, "kind"), messageID: try required(id, "messageID").text)
        return (named, answer)
    }

    @_lifetime(self: copy self)
    private mutating func sent() throws(DecodeError) -> (ExactText, ChatServerMemory.Sent) {
        var id: ExactText?
        var sender: ExactText?
        var recipients: [ExactText] = []
        var isRecalled = false
        try members { (reader, name) throws(DecodeError) in
            switch name {
            case "messageID": id = try reader.id("messageID")
            case "fromUserID": sender = try reader.id("fromUserID")
            case "toUserIDs":
                recipients = []
                try reader.list("toUserIDs", most: reader.limits.users) { (reader, _) throws(DecodeError) in
                    recipients.append(try reader.id(""))
                }
            case "recalled":
                isRecalled = reader.scanner.nextToken() == UInt8(ascii: "t")
                guard isRecalled || reader.scanner.nextToken() == UInt8(ascii: "f") else {
                    throw try reader.wrong("recalled")
                }
                try reader.scanner.literal(isRecalled ? "true" : "false")
            default: try reader.skip()
            }
        }
        var sent = ChatServerMemory.Sent(sender: sender, recipients: recipients)
        sent.isRecalled = isRecalled
        return (try required(id, "messageID"), sent)
    }
}

// MARK: - Tokens

extension MemoryReader {
    /// Returns the offset of the next value.
    @_lifetime(self: copy self)
    private mutating func start() -> Int {
        _ = scanner.nextToken()
        return scanner.position
    }

    /// Opens an object.
    @_lifetime(self: copy self)
    private mutating func open() throws(DecodeError) {
        guard scanner.nextToken() == .openBrace else { throw try wrong("") }
        try scanner.open()
    }

    /// Reads an object, and passes `read` the reader and the name of each member.
    @_lifetime(self: copy self)
    private mutating func members(
        _ read: (inout MemoryReader, String) throws(DecodeError) -> Void
    ) throws(DecodeError) {
        var isFirst = true
        try open()
        while let name = try name(&isFirst) { try read(&self, name) }
    }

    /// Skips a value, which is that of an unknown member.
    @_lifetime(self: copy self)
    private mutating func skip() throws(DecodeError) { _ = try scanner.skipValue() }

    /// Reads the name of the next member and its colon, or returns nil after the closing brace.
    @_lifetime(self: copy self)
    private mutating func name(_ isFirst: inout Bool) throws(DecodeError) -> String? {
        guard try scanner.movesToPart(before: .closeBrace, isFirst: &isFirst) else {
            scanner.close()
            return nil
        }
        let token = try scanner.memberName()
        return scanner.text(of: token)
    }

    /// Reads a list of at most `most` elements, and passes `read` the reader and the offset of each element.
    @_lifetime(self: copy self)
    private mutating func list(
        _ name: String, most: Int, _ read: (inout MemoryReader, Int) throws(DecodeError) -> Void
    ) throws(DecodeError) {
        guard scanner.nextToken() == .openBracket else { throw try wrong(name) }
        try scanner.open()
        var count = 0
        var isFirst = true
        while try scanner.movesToPart(before: .closeBracket, isFirst: &isFirst) {
            let place = start()
            if count >= most { throw DecodeError(.limitItems, offset: place, path: "/" + name) }
            do throws(DecodeError) {
                try read(&self, place)
            } catch {
                throw error.within(String(count)).within(name)
            }
            count += 1
        }
        scanner.close()
    }

    /// Reads a list of entries, of which the last one with a key counts.
    @_lifetime(self: copy self)
    private mutating func store<Value>(
        _ name: String, most: Int, _ entry: (inout MemoryReader) throws(DecodeError) -> (ExactText, Value)
    ) throws(DecodeError) -> SizedStore<ExactText, Value> {
        var store = SizedStore<ExactText, Value>()
        try list(name, most: most) { (reader, _) throws(DecodeError) in
            let (key, value) = try entry(&reader)
            store[key] = value
        }
        return store
    }

    @_lifetime(self: copy self)
    private mutating func string(_ name: String) throws(DecodeError) -> String {
        guard scanner.nextToken() == .quote else { throw try wrong(name) }
        let token = try scanner.string()
        return scanner.text(of: token)
    }

    /// Reads an id or a key, which is a string that is not empty (CHT-012) and has no lone surrogate (SES-160).
    @_lifetime(self: copy self)
    private mutating func id(_ name: String) throws(DecodeError) -> ExactText {
        let place = start()
        guard scanner.next == .quote else { throw try wrong(name) }
        let token = try scanner.string()
        guard token.loneSurrogate < 0, let id = ExactText(Optional(scanner.text(of: token))) else {
            throw DecodeError(.fieldValue, offset: place).within(name)
        }
        return id
    }

    @_lifetime(self: copy self)
    private mutating func integer(_ name: String) throws(DecodeError) -> Int64 {
        let first = scanner.nextToken()
        guard first == .minus || first.isDigit else { throw try wrong(name) }
        let place = scanner.position
        let token = try scanner.number()
        guard let value = JSONNumber(token, in: scanner.text).int64 else {
            throw DecodeError(.fieldValue, offset: place).within(name)
        }
        return value
    }

    /// Returns the error for a value of the wrong type, or throws the error for an invalid value.
    @_lifetime(self: copy self)
    private mutating func wrong(_ name: String) throws(DecodeError) -> DecodeError {
        let place = scanner.position
        _ = try scanner.skipValue()
        return DecodeError(.fieldType, offset: place).within(name)
    }

    /// Returns the value of a required member, or throws an error at the closing brace, the byte before the current
    /// position.
    private func required<Value>(_ value: Value?, _ name: String) throws(DecodeError) -> Value {
        guard let value else { throw DecodeError(.fieldMissing, offset: scanner.position - 1).within(name) }
        return value
    }
}
