// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The members of an object in a script, read once; `null` counts as absent.
struct ScriptObject {
    let members: [(name: String, value: RawJSON)]
    private let place: String

    init(_ json: RawJSON, _ place: String) {
        self.init(json.members ?? [], place)
    }

    init(_ members: [(name: String, value: RawJSON)], _ place: String) {
        self.members = members.filter { $0.value.kind != .null }
        self.place = place
    }

    subscript(_ name: String) -> RawJSON? {
        members.last { $0.name == name }?.value
    }

    func absent(_ name: String) -> SessionScript.Skip {
        SessionScript.Skip(reason: "\(place) has no \(name)")
    }

    func wrong(_ name: String) -> SessionScript.Skip {
        SessionScript.Skip(reason: "\(place) has a \(name) that is none")
    }

    func string(_ name: String) throws(SessionScript.Skip) -> String? {
        guard let value = self[name] else { return nil }
        guard let string = value.string else { throw wrong(name) }
        return string
    }

    func required(_ name: String) throws(SessionScript.Skip) -> String {
        guard let string = try string(name) else { throw absent(name) }
        return string
    }

    func integer(_ name: String) throws(SessionScript.Skip) -> Int64? {
        guard let value = self[name] else { return nil }
        guard let integer = value.number?.int64 else { throw wrong(name) }
        return integer
    }

    /// A number that fits its type.
    func number<Value: FixedWidthInteger>(
        _ name: String, _ type: Value.Type = Value.self
    ) throws(SessionScript.Skip) -> Value? {
        guard let integer = try integer(name) else { return nil }
        guard let value = Value(exactly: integer) else { throw wrong(name) }
        return value
    }

    /// A number that has to be there.
    func requiredNumber<Value: FixedWidthInteger>(
        _ name: String, _ type: Value.Type = Value.self
    ) throws(SessionScript.Skip) -> Value {
        guard let number = try number(name, type) else { throw absent(name) }
        return number
    }

    func boolean(_ name: String) throws(SessionScript.Skip) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let boolean = value.boolean else { throw wrong(name) }
        return boolean
    }

    func strings(_ name: String) throws(SessionScript.Skip) -> [String]? {
        guard let value = self[name] else { return nil }
        guard let elements = value.elements else { throw wrong(name) }
        let strings = elements.compactMap(\.string)
        guard strings.count == elements.count else { throw wrong(name) }
        return strings
    }
}

/// The options of a machine: each that is asked for is known, and one that nobody has asked for is a skip (TST-086).
struct ScriptOptions {
    private let config: ScriptObject
    private var known: Set<String> = []

    init(_ config: ScriptObject) {
        self.config = config
    }

    /// An option of which the caller makes something.
    subscript(_ name: String) -> RawJSON? {
        mutating get {
            known.insert(name)
            return config[name]
        }
    }

    /// The skip for an option of a wrong kind.
    func wrong(_ name: String) -> SessionScript.Skip { config.wrong(name) }

    mutating func required(_ name: String) throws(SessionScript.Skip) -> String {
        known.insert(name)
        return try config.required(name)
    }

    mutating func strings(_ name: String) throws(SessionScript.Skip) -> [String]? {
        known.insert(name)
        return try config.strings(name)
    }

    /// Refuses what was not asked for.
    func finish() throws(SessionScript.Skip) {
        if let stranger = config.members.first(where: { !known.contains($0.name) }) {
            throw SessionScript.Skip(reason: "config has an unknown member \(stranger.name)")
        }
    }

    // MARK: Options that replace a default

    mutating func set(_ name: String, _ target: inout String) throws(SessionScript.Skip) {
        known.insert(name)
        target = try config.string(name) ?? target
    }

    mutating func set(_ name: String, _ target: inout Int64) throws(SessionScript.Skip) {
        known.insert(name)
        target = try config.integer(name) ?? target
    }

    mutating func set(_ name: String, _ target: inout Int) throws(SessionScript.Skip) {
        known.insert(name)
        target = try config.integer(name).map { Int(truncatingIfNeeded: $0) } ?? target
    }

    mutating func set(_ name: String, _ target: inout Int32) throws(SessionScript.Skip) {
        known.insert(name)
        target = try config.number(name) ?? target
    }

    mutating func set(_ name: String, _ target: inout Int64?) throws(SessionScript.Skip) {
        known.insert(name)
        target = try config.integer(name) ?? target
    }

    mutating func set(_ name: String, _ target: inout Bool) throws(SessionScript.Skip) {
        known.insert(name)
        target = try config.boolean(name) ?? target
    }

    mutating func set(_ name: String, _ target: inout [String]) throws(SessionScript.Skip) {
        target = try strings(name) ?? target
    }
}

/// Writes an object of an answer.
struct ScriptWriter {
    private var text = "{"

    /// The object.
    var json: RawJSON { (try? RawJSON(text: text + "}")) ?? "unwritable" }

    mutating func member(_ name: String, _ value: RawJSON?) {
        guard let value else { return }
        if text.utf8.count > 1 { text += "," }
        text += RawJSON(name).text + ":" + value.text
    }

    mutating func member(_ name: String, _ value: String?) {
        member(name, value.map { RawJSON($0) })
    }

    mutating func member(_ name: String, _ value: (some BinaryInteger)?) {
        member(name, value.flatMap { try? RawJSON(text: String($0)) })
    }

    mutating func member(_ name: String, _ text: FrameText?) {
        member(name, text.map(PacketJSON.text))
    }

    mutating func member(_ name: String, _ values: [RawJSON]) {
        member(name, try? RawJSON(text: "[" + values.map(\.text).joined(separator: ",") + "]"))
    }
}
