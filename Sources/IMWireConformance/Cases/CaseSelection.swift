// SPDX-License-Identifier: Apache-2.0

import IMWireValues
import Platform

/// Which cases a run takes: those that match one of `only` (all of them if it is empty) and none of `except`.
///
/// A pattern is an id, an area or `area/id`; `*` stands for any run of characters.
public struct CaseSelection: Sendable {
    /// Patterns of the cases to take; empty for all.
    public var only: [String]
    /// Patterns of the cases to leave out.
    public var except: [String]

    /// Makes a selection.
    public init(only: [String] = [], except: [String] = []) {
        self.only = only
        self.except = except
    }

    /// Whether it takes every case.
    var isEverything: Bool { only.isEmpty && except.isEmpty }

    /// Whether the selection takes a case.
    func takes(id: String, area: String) -> Bool {
        (only.isEmpty || matches(only, id, area)) && !matches(except, id, area)
    }

    /// Whether a file may hold a case that the selection takes.
    ///
    /// Looks for ids without parsing: reading all cases takes far longer than running a few of them.
    func mayTakeCase(in file: Data) -> Bool {
        guard !only.isEmpty else { return true }
        guard let area = CaseSelection.strings(named: "area", in: file, most: 1).first else { return true }
        return CaseSelection.strings(named: "id", in: file).contains { matches(only, $0, area) }
    }

    private func matches(_ patterns: [String], _ id: String, _ area: String) -> Bool {
        patterns.contains { pattern in
            Glob.matches(pattern, id) || Glob.matches(pattern, area) || Glob.matches(pattern, "\(area)/\(id)")
        }
    }

    /// The string members of a name anywhere in JSON text, as written.
    static func strings(named name: String, in file: Data, most: Int = .max) -> [String] {
        let wanted = Data("\"\(name)\"".utf8)
        var strings: [String] = []
        var start = file.startIndex
        while strings.count < most, let place = file.first(wanted, from: start) {
            start = place.upperBound
            let value = file[start...].prefix(200).drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
            guard value.first == UInt8(ascii: "\"") else { continue }
            strings.append(String(decoding: value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
        }
        return strings
    }
}
