// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer of the navigation service, which names the host to connect to and the enabled features (RMTP-212).
///
/// ```swift
/// let answer = NavigationAnswer(server: "edge.example.com:443", userID: "u1")
/// let bytes = try answer.encoded()
/// print(try NavigationAnswer(text: bytes).servers)  // ["edge.example.com:443"]
/// ```
public struct NavigationAnswer: Hashable, Sendable {
    /// The result: 200 for success, 401 for a wrong token, 403 for an unknown app key.
    public var code: JSONNumber?
    /// The host to connect to, with its port if it has one.
    public var server: String?
    /// Additional hosts, separated by commas.
    public var backupServer: String?
    /// The id of the user to whom the token belongs.
    public var userID: String?
    /// Whether chatrooms have keys.
    public var kvStorage: Bool?
    /// Whether a client may be in more than one chatroom.
    public var joinMChrm: Bool?
    /// Whether public services are enabled.
    public var openMp: Bool?
    /// The settings for calls: JSON in a string, as it arrived.
    public var voipCallInfo: String?
    /// The name of the function that the text calls with the answer, or nil if there is none (DEV-139).
    public var callback: String?
    /// All other members, in the order in which they arrived.
    public var unknownMembers = UnknownMembers()

    /// Creates an answer.
    public init(code: Int = 200, server: String, userID: String) {
        self.code = JSONNumber(Int64(code))
        self.server = server
        self.userID = userID
    }

    /// The hosts to try, in order.
    public var servers: [String] {
        let backups = (backupServer ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
        return ([server].compactMap { $0 } + backups).filter { !$0.isEmpty }
    }
}

extension NavigationAnswer: ContentObject {
    /// Reads the object at the reader's position, member by member in the order in which they arrive (RMTP-212).
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        var others: [(name: String, value: RawJSON)] = []
        try reader.open(Self.memberTable)
        while let slot = try reader.next() {
            switch slot {
            case 0: code = try reader.integer()
            case 1: server = try reader.string()
            case 2: backupServer = try reader.string()
            case 3: userID = try reader.string()
            case 4: kvStorage = Self.flag("kvStorage", try reader.any(), &others)
            case 5: joinMChrm = Self.flag("joinMChrm", try reader.any(), &others)
            case 6: openMp = Self.flag("openMp", try reader.any(), &others)
            default: voipCallInfo = try reader.string()
            }
        }
        unknownMembers = try reader.unknownMembers()
        for (name, value) in others { unknownMembers.append(name, value) }
    }

    /// The members that the decoder looks up.
    public static let memberTable = MemberTable([
        .init("code", .integer), .init("server", .string), .init("backupServer", .string), .init("userId", .string),
        .init("kvStorage", .any), .init("joinMChrm", .any), .init("openMp", .any), .init("voipCallInfo", .string),
    ])

    /// Writes the object.
    public func encode(to writer: inout ContentEncoder) {
        var unknownMembers = unknownMembers
        let flags = [("kvStorage", kvStorage), ("joinMChrm", joinMChrm), ("openMp", openMp)]
        for (name, value) in flags where value != nil { unknownMembers.remove(name) }
        writer.open(unknownMembers)
        writer.member("code", code)
        writer.member("server", server)
        writer.member("backupServer", backupServer)
        writer.member("userId", userID)
        writer.member("kvStorage", kvStorage)
        writer.member("joinMChrm", joinMChrm)
        writer.member("openMp", openMp)
        writer.member("voipCallInfo", voipCallInfo)
        writer.close(unknownMembers)
    }

    /// Returns the flag that a value is, and keeps any other value for the unknown members (RMTP-212).
    ///
    /// The services write both 1 and `true`, with the same meaning.
    private static func flag(
        _ name: String, _ value: RawJSON?, _ others: inout [(name: String, value: RawJSON)]
    ) -> Bool? {
        // The last of repeated members counts (CNT-017), in its own place.
        others.removeAll { $0.name == name }
        switch value?.text {
        case "true", "1", "false", "0", nil: return value.map { $0.text == "true" || $0.text == "1" }
        default:
            if let value { others.append((name, value)) }
            return nil
        }
    }
}
