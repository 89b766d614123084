// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer of the navigation service, which names the host to connect to and the enabled features (RMTP-212).
public struct NavigationAnswer: Hashable, Sendable {
    /// The result: 200 for success, 401 for a wrong token, 403 for an unknown app key.
    public var code: JSONNumber?
    /// The host to connect to, with its port if it has one.
    public var server: String?
    /// Additional hosts, separated by commas.
    public var backupServer: String?
    /// The id of the user to whom the token belongs.
    public var userId: String?
    /// Whether chatrooms have keys.
    public var kvStorage: Bool?
    /// Whether a client may be in more than one chatroom.
    public var joinMChrm: Bool?
    /// Whether public services are enabled.
    public var openMp: Bool?
    /// The settings for calls: JSON in a string, as it arrived.
    public var voipCallInfo: String?
    /// All other members, in the order in which they arrived.
    public var unknownMembers = UnknownMembers()

    /// Creates an answer.
    public init(code: Int = 200, server: String, userId: String) {
        self.code = JSONNumber(Int64(code))
        self.server = server
        self.userId = userId
    }

    /// The hosts to try, in order.
    public var servers: [String] {
        let backups = (backupServer ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
        return ([server].compactMap { $0 } + backups).filter { !$0.isEmpty }
    }
}

extension NavigationAnswer: ContentObject {
    /// Reads the object at the reader's position.
    public init(decoding reader: inout ContentReader) throws(DecodeError) {
        code = try reader.number("code")
        server = try reader.string("server")
        backupServer = try reader.string("backupServer")
        userId = try reader.string("userId")
        let kvStorage = try reader.any("kvStorage")
        let joinMChrm = try reader.any("joinMChrm")
        let openMp = try reader.any("openMp")
        voipCallInfo = try reader.string("voipCallInfo")
        unknownMembers = try reader.unknownMembers()
        self.kvStorage = flag("kvStorage", kvStorage)
        self.joinMChrm = flag("joinMChrm", joinMChrm)
        self.openMp = flag("openMp", openMp)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentWriter) {
        var unknownMembers = unknownMembers
        let flags = [("kvStorage", kvStorage), ("joinMChrm", joinMChrm), ("openMp", openMp)]
        for (name, value) in flags where value != nil { unknownMembers.remove(name) }
        writer.open(unknownMembers)
        writer.member("code", code)
        writer.member("server", server)
        writer.member("backupServer", backupServer)
        writer.member("userId", userId)
        writer.member("kvStorage", kvStorage)
        writer.member("joinMChrm", joinMChrm)
        writer.member("openMp", openMp)
        writer.member("voipCallInfo", voipCallInfo)
        writer.close(unknownMembers)
    }

    /// Reads a flag, and keeps any other value among the unknown members.
    ///
    /// The services write both 1 and `true`, with the same meaning.
    private mutating func flag(_ name: String, _ value: RawJSON?) -> Bool? {
        switch value?.text {
        case "true", "1": return true
        case "false", "0": return false
        case nil: return nil
        default:
            if let value { unknownMembers.append(name, value) }
            return nil
        }
    }
}
