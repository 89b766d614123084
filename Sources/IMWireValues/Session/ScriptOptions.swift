// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The options of a machine.
///
/// An option that is asked for is known. An option that is never asked for is unknown and leads to a skip (TST-086).
package struct ScriptOptions {
    private let config: ScriptObject
    /// The members of `config`, which are asked for in the order of the configuration table.
    private var members: JSONMembers
    /// The first option that is not a number of its type.
    private var outside: String?

    package init(_ config: ScriptObject) {
        self.config = config
        members = JSONMembers(config.members)
    }

    /// Returns an option as JSON, for a caller that interprets it.
    package subscript(_ name: String) -> RawJSON? {
        mutating get {
            members.ask(name)
        }
    }

    /// Returns the skip for an option whose value is not known here.
    package func wrong(_ name: String) -> SessionScript.Skip { config.wrong(name) }

    /// Records that an option is not a number or a list of numbers.
    package mutating func refuse(_ name: String) {
        if outside == nil { outside = name }
    }

    package mutating func required(_ name: String) throws(SessionScript.Skip) -> String {
        _ = members.ask(name)
        return try config.required(name)
    }

    fileprivate mutating func string(_ name: String) throws(SessionScript.Skip) -> String? {
        _ = members.ask(name)
        return try config.string(name)
    }

    fileprivate mutating func boolean(_ name: String) throws(SessionScript.Skip) -> Bool? {
        _ = members.ask(name)
        return try config.boolean(name)
    }

    package mutating func strings(_ name: String) throws(SessionScript.Skip) -> [String]? {
        _ = members.ask(name)
        return try config.strings(name)
    }

    /// Returns an integer, or nil if the option is absent or refused.
    ///
    /// Its range is checked once all options are set.
    fileprivate mutating func integer(_ name: String) -> Int64? {
        guard let value = members.ask(name) else { return nil }
        if let integer = value.number?.int64 { return integer }
        if value.number?.text == "-0" { return 0 }
        refuse(name)
        return nil
    }

    /// Replaces each part of a configuration whose option is present.
    package mutating func set<Configuration, each Value: ScriptOptionValue>(
        _ configuration: inout Configuration, _ part: repeat (String, WritableKeyPath<Configuration, each Value>)
    ) throws(SessionScript.Skip) {
        repeat try set((each part).0, &configuration[keyPath: (each part).1])
    }

    private mutating func set<Value: ScriptOptionValue>(
        _ name: String, _ target: inout Value
    ) throws(SessionScript.Skip) {
        target = try Value.read(name, &self) ?? target
    }

    /// Refuses options that were not asked for, and the first number outside its range (SES-142).
    package func finish<Configuration: RangedConfiguration>(
        _ configuration: Configuration
    ) throws(SessionScript.Skip) -> Configuration {
        if let stranger = members.leftOver.first {
            throw SessionScript.Skip(reason: "config has an unknown member \(stranger)")
        }
        var faults = outside.map { [$0] } ?? []
        do throws(SessionError) {
            try configuration.check()
        } catch {
            faults.append(String(error.path.dropFirst()))
        }
        guard let first = members.asked.first(where: { faults.contains($0) }) else { return configuration }
        throw SessionScript.Skip(SessionError(.config, path: "/\(first)"))
    }
}

/// A value of a configuration that an option can replace.
package protocol ScriptOptionValue {
    /// Returns the value of an option, or nil if it is absent or refused.
    static func read(_ name: String, _ options: inout ScriptOptions) throws(SessionScript.Skip) -> Self?
}

extension ScriptOptionValue where Self: FixedWidthInteger {
    package static func read(_ name: String, _ options: inout ScriptOptions) -> Self? {
        guard let integer = options.integer(name) else { return nil }
        guard let value = Self(exactly: integer) else {
            options.refuse(name)
            return nil
        }
        return value
    }
}

extension Int: ScriptOptionValue {}

extension Int64: ScriptOptionValue {}

extension Int32: ScriptOptionValue {}

extension UInt16: ScriptOptionValue {}

extension Int64?: ScriptOptionValue {
    package static func read(_ name: String, _ options: inout ScriptOptions) -> Self? {
        guard let integer = options.integer(name) else { return nil }
        return integer
    }
}

extension Bool: ScriptOptionValue {
    package static func read(_ name: String, _ options: inout ScriptOptions) throws(SessionScript.Skip) -> Self? {
        try options.boolean(name)
    }
}

extension String: ScriptOptionValue {
    package static func read(_ name: String, _ options: inout ScriptOptions) throws(SessionScript.Skip) -> Self? {
        try options.string(name)
    }
}

extension [String]: ScriptOptionValue {
    package static func read(_ name: String, _ options: inout ScriptOptions) throws(SessionScript.Skip) -> Self? {
        try options.strings(name)
    }
}
