// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The members of an object in a script.
///
/// The text is read once. If a name is repeated, its last member counts (TST-010); a member that is `null` is absent.
package struct ScriptObject {
    package let members: [(name: String, value: RawJSON)]
    private let place: String
    /// The packet made from the members, cached because a session is replayed many times.
    let read = ReadPacket()

    package init(_ json: RawJSON, _ place: String) {
        self.init(json.members ?? [], place)
    }

    package init(_ members: [(name: String, value: RawJSON)], _ place: String) {
        self.members = JSONMembers(members).all.filter { $0.value.kind != .null }
        self.place = place
    }

    package subscript(_ name: String) -> RawJSON? {
        members.last { $0.name == name }?.value
    }

    package func absent(_ name: String) -> SessionScript.Skip {
        SessionScript.Skip(reason: "\(place) has no \(name)")
    }

    package func wrong(_ name: String) -> SessionScript.Skip {
        SessionScript.Skip(reason: "\(place) has an invalid \(name)")
    }

    package func string(_ name: String) throws(SessionScript.Skip) -> String? {
        guard let value = self[name] else { return nil }
        guard let string = value.string, !value.hasLoneSurrogate else { throw wrong(name) }  // TST-142
        return string
    }

    package func required(_ name: String) throws(SessionScript.Skip) -> String {
        guard let string = try string(name) else { throw absent(name) }
        return string
    }

    package func integer(_ name: String) throws(SessionScript.Skip) -> Int64? {
        guard let value = self[name] else { return nil }
        guard let integer = value.number?.int64 else { throw wrong(name) }
        return integer
    }

    /// Returns an integer member that fits `type`, or nil if it is absent.
    package func number<Value: FixedWidthInteger>(
        _ name: String, _ type: Value.Type = Value.self
    ) throws(SessionScript.Skip) -> Value? {
        guard let integer = try integer(name) else { return nil }
        guard let value = Value(exactly: integer) else { throw wrong(name) }
        return value
    }

    /// Returns a required integer member that fits `type`.
    package func requiredNumber<Value: FixedWidthInteger>(
        _ name: String, _ type: Value.Type = Value.self
    ) throws(SessionScript.Skip) -> Value {
        guard let number = try number(name, type) else { throw absent(name) }
        return number
    }

    /// Returns a number in its original spelling, or nil if it is absent.
    package func exactNumber(_ name: String) throws(SessionScript.Skip) -> JSONNumber? {
        guard let value = self[name] else { return nil }
        guard let number = value.number else { throw wrong(name) }
        return number
    }

    package func boolean(_ name: String) throws(SessionScript.Skip) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let boolean = value.boolean else { throw wrong(name) }
        return boolean
    }

    package func strings(_ name: String) throws(SessionScript.Skip) -> [String]? {
        guard let value = self[name] else { return nil }
        guard let elements = value.elements else { throw wrong(name) }
        let strings = elements.filter { !$0.hasLoneSurrogate }.compactMap(\.string)
        guard strings.count == elements.count else { throw wrong(name) }
        return strings
    }
}

/// A cache for the packet that is read from the members of a script object.
final class ReadPacket {
    private var packet: (direction: RMTPDirection, packet: RMTPPacket)?

    /// Returns the packet for a direction, calling `read` only if it has not been read before.
    func packet(
        _ direction: RMTPDirection, _ read: () throws(SessionScript.Skip) -> RMTPPacket
    ) throws(SessionScript.Skip) -> RMTPPacket {
        if let packet, packet.direction == direction { return packet.packet }
        let packet = try read()
        self.packet = (direction, packet)
        return packet
    }
}
