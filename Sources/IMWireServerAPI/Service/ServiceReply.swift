// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer of any service of the server API, with its members by name (API-085).
///
/// ```swift
/// let reply = try ServiceReply(.blacklist, decoding: body.span)
/// let users = reply.texts("users")
/// ```
public struct ServiceReply: Hashable, Sendable {
    /// The service that answered.
    public let endpoint: ServiceEndpoint
    /// The code: 200, or the code of a failure; nil if absent.
    public var code: Int?
    /// The description of a failure.
    public var message: String?
    private var members: [Member] = []

    private struct Member: Hashable, Sendable {
        var name: String
        var value: RawJSON

        static func == (one: Member, other: Member) -> Bool {
            one.name.equals(other.name) && one.value == other.value
        }
    }

    /// Creates an answer.
    public init(_ endpoint: ServiceEndpoint, code: Int = 200, message: String? = nil) {
        self.endpoint = endpoint
        self.code = code
        self.message = message
    }

    /// Whether the request succeeded.
    public var isSuccess: Bool { code == 200 }

    /// Reads an answer.
    ///
    /// - Throws: `json.*`, `content.type`, `limit.*`; in strict mode, also `field.missing` and `field.type`.
    public init(
        _ endpoint: ServiceEndpoint, decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient,
        limits: DecodingLimits = .answers
    ) throws(DecodeError) {
        self.endpoint = endpoint
        let value = try RawJSON(parsing: bytes, limits: limits, isStrict: mode == .strict)
        guard value.kind == .object else { throw DecodeError(.contentType, offset: 0) }
        let parts = JSONPlaces(in: bytes, 0..<bytes.count, most: .max).parts
        if parts.count > limits.members {
            throw DecodeError(.limitMembers, offset: parts[limits.members].range.lowerBound)
        }
        for part in parts {
            let value = RawJSON(scanned: bytes.text(part.value))
            if mode == .strict, !admits(part.name, value) {
                throw DecodeError(.fieldType, offset: part.value.lowerBound, path: "/" + part.name)
            }
            // The PHP SDK's own tables spell the code as a string.
            if part.name.equals("code"),
                let number = value.number?.int64 ?? value.string.flatMap(FieldRule.integer)
            {
                code = Int(clamping: number)
                continue
            }
            members.append(Member(name: part.name, value: value))
        }
        // Two SDKs call the description `msg` (API-032).
        if self["errorMessage"]?.kind != .string, let short = self["msg"], short.kind == .string {
            members.removeAll { $0.name.equals("msg") }
            self["errorMessage"] = short
        }
        message = text("errorMessage")
        if code == nil, mode == .strict { throw DecodeError(.fieldMissing, offset: bytes.count, path: "/code") }
    }

    /// Returns whether a value has the type that the service's row gives to a member.
    func admits(_ name: String, _ value: RawJSON) -> Bool {
        if name.equals("code") { return value.number?.int64 != nil }
        if name.equals("errorMessage") { return value.kind == .string }
        return endpoint.form.answer.first { $0.name.equals(name) }?.admits(value) ?? true
    }

    // MARK: Members

    /// The value of a member, the last one if it occurs twice; setting nil removes it.
    public subscript(_ name: String) -> RawJSON? {
        get { members.last { $0.name.equals(name) }?.value }
        set {
            members.removeAll { $0.name.equals(name) }
            if let newValue { members.append(Member(name: name, value: newValue)) }
        }
    }

    /// Returns the text of a member, or nil if it is absent or of another type.
    public func text(_ name: String) -> String? { self[name]?.string }

    /// Returns the integer of a member, which may be spelled as a string, or nil.
    public func integer(_ name: String) -> Int64? {
        self[name]?.number?.int64 ?? text(name).flatMap(FieldRule.integer)
    }

    /// Returns the strings of a list, or nil if the member is absent or no list.
    public func texts(_ name: String) -> [String]? { self[name]?.elements?.compactMap(\.string) }

    /// The ids of the sent messages (API-086), or nil if the answer has none.
    public var messageUIDs: [PublishedMessage]? {
        get { self["messageUIDs"]?.elements?.compactMap(PublishedMessage.init) }
        set {
            self["messageUIDs"] = newValue?.map(\.json).json
        }
    }

    /// Sets a text.
    public mutating func set(_ name: String, _ text: String) { self[name] = text.json }

    /// Sets an integer.
    public mutating func set(_ name: String, _ integer: Int64) { self[name] = integer.json }

    /// Sets a boolean.
    public mutating func set(_ name: String, _ flag: Bool) { self[name] = flag.json }

    /// Sets a list of strings.
    public mutating func set(_ name: String, _ texts: [String]) { self[name] = texts.json }

    // MARK: Writing

    /// The answer as a JSON object: the code, the description, and the members in the order of the service's row, then
    /// the others in theirs.
    package var json: RawJSON {
        let kept = self["errorMessage"]
        // The text that arrived keeps its escapes.
        var object = JSONBuilder(["code": code, "errorMessage": kept?.string == message ? kept : message?.json])
        let order = endpoint.form.answer
        for member in order {
            let value = self[member.name]
            object.add(member.name, member.kind == .messageUIDs ? value.map(PublishedMessage.canonical) : value)
        }
        for member in members
        where !member.name.equals("errorMessage") && !order.contains(where: { $0.name.equals(member.name) }) {
            object.add(member.name, member.value)
        }
        return object.json
    }

    /// Returns the bytes of the answer.
    public func encoded() -> [UInt8] { Array(json.text.utf8) }
}

extension AnswerMember {
    /// Returns whether a value has the type of the member.
    func admits(_ value: RawJSON) -> Bool {
        switch kind {
        case .text: value.kind == .string
        case .integer: value.number?.int64 != nil
        case .boolean: value.kind == .boolean
        case .object: value.kind == .object
        case .texts: value.elements?.allSatisfy { $0.kind == .string } ?? false
        case .objects: value.elements?.allSatisfy { $0.kind == .object && hasMembers($0) } ?? false
        case .users, .messageUIDs:
            value.elements?.allSatisfy { $0.kind == .string || $0.kind == .object && hasMembers($0) } ?? false
        }
    }

    private func hasMembers(_ object: RawJSON) -> Bool {
        (object.members ?? []).allSatisfy { name, value in
            members.first { $0.name.equals(name) }?.admits(value) ?? true
        }
    }
}

extension Span<UInt8> {
    /// Returns the text of a part that was scanned.
    fileprivate func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range { bytes.append(self[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// An answer may hold a token (API-040).
extension ServiceReply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path and the code, without the members.
    public var description: String { "<answer of \(endpoint.rawValue), code \(code.map(String.init) ?? "none")>" }
    /// The path and the code, without the members.
    public var debugDescription: String { description }
    /// A mirror that shows no members.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
