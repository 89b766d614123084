// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The test for contents whose member names a minified build probably replaced (CMP-138).
package enum MinifiedNames {
    /// Returns whether all members of a content have names of one or two letters as a minified build assigns them.
    ///
    /// Names are assigned from `a`, so that at least one of the first three has to occur: `x` and `y`, or `id` and `to`,
    /// are names that a person chose.
    package static func areMinified(_ content: Span<UInt8>, in objectName: String) -> Bool {
        guard mayBe(content), let members = try? RawJSON(parsing: content).members, members.count >= 2 else {
            return false
        }
        let names = Set(members.map(\.name))
        guard names.count >= 2, names.allSatisfy(isShort), !names.isDisjoint(with: ["a", "b", "c"]) else {
            return false
        }
        guard let type = Registry.builtIn[objectName] else { return true }
        let known = type.members + Registry.builtIn.commonMembers
        return !known.contains { member in
            names.contains(member.name) || member.aliases.contains { names.contains($0.name) }
        }
    }

    /// Returns whether the first member has a short name, which spares most contents from being parsed.
    private static func mayBe(_ content: Span<UInt8>) -> Bool {
        var index = 0
        func skipSpace() { while index < content.count, content[index] <= UInt8(ascii: " ") { index += 1 } }
        skipSpace()
        guard index < content.count, content[index] == UInt8(ascii: "{") else { return false }
        index += 1
        skipSpace()
        guard index + 3 < content.count, content[index] == UInt8(ascii: "\"") else { return false }
        return content[index + 2] == UInt8(ascii: "\"") || content[index + 3] == UInt8(ascii: "\"")
    }

    private static func isShort(_ name: String) -> Bool {
        (1...2).contains(name.utf8.count)
            && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }
}
