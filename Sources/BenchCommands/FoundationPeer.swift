// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A content as Foundation's coders read and write it, with the same members and with unknown members preserved.
///
/// The implementation is that of careful `Codable` code: known members become properties, and all others become a tree.
struct FoundationPeer<Members: PeerMembers>: Codable, Equatable {
    var members: Members
    var unknown: [String: Tree]

    init(from decoder: any Decoder) throws {
        members = try Members(from: decoder)
        let container = try decoder.container(keyedBy: AnyKey.self)
        unknown = [:]
        for key in container.allKeys where !Members.names.contains(key.stringValue) {
            unknown[key.stringValue] = try container.decode(Tree.self, forKey: key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        try members.encode(to: encoder)
        var container = encoder.container(keyedBy: AnyKey.self)
        for (name, value) in unknown { try container.encode(value, forKey: AnyKey(name)) }
    }
}

protocol PeerMembers: Codable, Equatable {
    static var names: Set<String> { get }
}

struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

enum Tree: Codable, Equatable {
    case null, boolean(Bool), number(Double), string(String), array([Tree]), object([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([Tree].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: Tree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

struct PeerUser: Codable, Equatable {
    var id, name, portrait, extra, alias: String?
}

struct PeerMentioned: Codable, Equatable {
    var type: Int?
    var userIdList: [String]?
    var mentionedContent: String?
}

struct PeerText: PeerMembers {
    static let names: Set = ["content", "extra", "user", "mentionedInfo"]
    var content, extra: String?
    var user: PeerUser?
    var mentionedInfo: PeerMentioned?
}

struct PeerImage: PeerMembers {
    static let names: Set = ["content", "imageUri", "extra", "user", "mentionedInfo"]
    var content, imageUri, extra: String?
    var user: PeerUser?
    var mentionedInfo: PeerMentioned?
}

struct PeerVoice: PeerMembers {
    static let names: Set = ["content", "duration", "extra", "user", "mentionedInfo"]
    var content: String?
    var duration: Int?
    var extra: String?
    var user: PeerUser?
    var mentionedInfo: PeerMentioned?
}

struct PeerLocation: PeerMembers {
    static let names: Set = ["content", "latitude", "longitude", "poi", "extra", "user", "mentionedInfo"]
    var content: String?
    var latitude, longitude: Double?
    var poi, extra: String?
    var user: PeerUser?
    var mentionedInfo: PeerMentioned?
}

struct PeerProfile: PeerMembers {
    static let names: Set = ["operation", "data", "extra", "user"]
    var operation, data, extra: String?
    var user: PeerUser?
}

struct PeerGift: PeerMembers {
    static let names: Set = ["giftId", "count", "note", "extra", "user"]
    var giftId: String?
    var count: Int?
    var note, extra: String?
    var user: PeerUser?
}

#endif
