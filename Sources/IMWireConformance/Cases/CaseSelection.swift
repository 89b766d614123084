// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import Platform
import TextSupport

/// A selection of cases, which match one value of every list that is not empty, and none of `except`.
package struct CaseSelection: Sendable {
    /// The patterns of the cases to include; an empty list includes all cases.
    ///
    /// A pattern is an id, an area, the beginning of an area's path, or `area/id`, in which `*` stands for any run of
    /// characters.
    package var only: [String]
    /// The patterns of the cases to exclude.
    package var except: [String]
    /// The ids or patterns of requirements, one of which a case must exercise.
    package var requirements: [String] = []
    /// The ids of deviations, one of which a case must expect.
    package var deviations: [String] = []
    /// The operations or patterns of operations, one of which a case must ask for.
    package var operations: [String] = []
    /// The requirement levels, one of which a case must have.
    package var levels: [String] = []
    /// The tags or patterns of tags, one of which a case must have.
    package var tags: [String] = []
    /// The platforms from which a case has messages, expressed as tags.
    package var platforms: [String] = []
    /// The ids to which the selection is restricted in addition to the patterns; nil for no restriction.
    package var ids: Set<String>?

    /// Creates a selection from patterns.
    package init(only: [String] = [], except: [String] = []) {
        self.only = only
        self.except = except
    }

    /// The options that examine more than ids and areas, each with its values and its condition for a case.
    private var filters: [(option: String, values: [String], matches: (String, Case) -> Bool)] {
        [
            ("--requirement", requirements, { value, item in item.requirements.contains { Glob.matches(value, $0) } }),
            ("--deviation", deviations, { value, item in item.expects(deviation: value) }),
            ("--operation", operations, { value, item in Glob.matches(value, item.operation.rawValue) }),
            ("--level", levels, { value, item in value.lowercased() == item.level.rawValue }),
            ("--tag", tags, { value, item in item.tags.contains { Glob.matches(value, $0) } }),
            ("--platform", platforms, { value, item in item.tags.contains(value) }),
        ].filter { !$0.values.isEmpty }
    }

    /// Returns whether a case may be selected, considering its id and area alone.
    func matches(id: String, area: String) -> Bool {
        (ids?.contains(id) ?? true) && (only.isEmpty || only.contains { CaseSelection.matches($0, id, area) })
    }

    /// Returns the cases of a list that the selection includes.
    ///
    /// - Throws: ``SuiteError`` that names a value that matches nothing, because a run of fewer cases than requested
    ///   would look like a pass.
    func selected(of cases: [Case]) throws(SuiteError) -> [Case] {
        let advice = "`imwire conform --list` shows the ids"
        for pattern in only where !cases.contains(where: { CaseSelection.matches(pattern, $0.id, $0.area) }) {
            throw SuiteError("no case matches \(pattern); \(advice)")
        }
        for pattern in except where !cases.contains(where: { CaseSelection.matches(pattern, $0.id, $0.area) }) {
            throw SuiteError("--except \(pattern) excludes nothing: no selected case matches it; \(advice)")
        }
        for filter in filters {
            for value in filter.values where !cases.contains(where: { filter.matches(value, $0) }) {
                throw SuiteError("\(filter.option) \(value) matches none of the selected cases; \(advice)")
            }
        }
        let selected = cases.filter { item in
            matches(id: item.id, area: item.area)
                && !except.contains { CaseSelection.matches($0, item.id, item.area) }
                && filters.allSatisfy { filter in filter.values.contains { filter.matches($0, item) } }
        }
        guard !selected.isEmpty else { throw SuiteError("no case matches all options together; \(advice)") }
        return selected
    }

    /// Returns whether a file may contain a case that the selection includes.
    ///
    /// This method searches for ids without parsing, because reading all cases takes far longer than running a few.
    func mayInclude(in file: Data) -> Bool {
        guard !only.isEmpty || ids != nil else { return true }
        guard let area = CaseSelection.strings(named: "area", in: file, most: 1).first else { return true }
        return CaseSelection.strings(named: "id", in: file).contains { matches(id: $0, area: area) }
    }

    private static func matches(_ pattern: String, _ id: String, _ area: String) -> Bool {
        Glob.matches(pattern, id) || Glob.matches(pattern, area) || Glob.matches(pattern, "\(area)/\(id)")
            || area.utf8.count > pattern.utf8.count && area.hasPrefix(pattern)
                && area.utf8.dropFirst(pattern.utf8.count).first == UInt8(ascii: "/")
    }

    /// Returns the string values of all members with a name anywhere in JSON text, up to `most` of them.
    static func strings(named name: String, in file: Data, most: Int = .max) -> [String] {
        let wanted = Data("\"\(name)\"".utf8)
        var strings: [String] = []
        var start = file.startIndex
        while strings.count < most, let place = file.first(wanted, from: start) {
            start = place.upperBound
            if let string = string(behind: file[start...]) { strings.append(string) }
        }
        return strings
    }

    /// Returns the string that follows a member's name, or nil if the value is not a string.
    private static func string(behind name: Data) -> String? {
        let value = name.drop { $0 == UInt8(ascii: ":") || Words.isSpace($0) }
        guard value.first == UInt8(ascii: "\"") else { return nil }
        var end = value.startIndex + 1
        var isEscaped = false
        while end < value.endIndex, value[end] != UInt8(ascii: "\"") {
            let escapes = value[end] == UInt8(ascii: "\\")
            isEscaped = isEscaped || escapes
            end += escapes ? 2 : 1
        }
        guard end < value.endIndex else { return nil }
        guard isEscaped else { return String(decoding: value[value.startIndex + 1..<end], as: UTF8.self) }
        return (try? RawJSON(text: String(decoding: value[...end], as: UTF8.self)))?.string
    }
}

extension Case {
    /// Returns whether an expectation of the case names a deviation, or the id of the case begins with it.
    func expects(deviation: String) -> Bool {
        let quoted = RawJSON(deviation).text
        return expectations.contains { $0.json.text.contains(quoted) }
            || id.hasPrefix(deviation.lowercased() + "-")
    }
}
