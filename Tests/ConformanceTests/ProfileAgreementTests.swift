// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

/// Tests that contents written for a platform read as the original value, with the bytes of every case (CNT-176).
@Suite("Write profiles agree with the canonical form")
struct ProfileAgreementTests {
    @Test("Every platform's profile agrees with the canonical form on every case", arguments: EncodeProfile.platforms)
    func agreement(_ profile: EncodeProfile) throws {
        let registry = ContentRegistry.builtIn
        var isUsed = profile.isCanonical
        for item in try library.get().cases where !item.input.objectName.isEmpty && item.operation != .encode {
            let name = ObjectName(rawValue: item.input.objectName)
            guard let content = try? registry.decode(name, item.input.bytes).content else { continue }
            let canonical = content.encoded()
            let written = content.encoded(for: profile)
            if !written.departures.isEmpty { isUsed = true }
            #expect(written.bytes == canonical || !written.departures.isEmpty, "\(item.id)")
            for departure in written.departures {
                #expect(written.bytes.indices.contains(departure.offset), "\(item.id)")
            }
            if profile.escapesNonASCII, case .known = content { #expect(written.bytes.allSatisfy { $0 < 0x80 }) }
            guard written.bytes.count <= DecodingLimits().contentBytes else { continue }
            do {
                try compare(
                    try registry.decode(name, written.bytes), try registry.decode(name, canonical), written.departures,
                    profile, item.id)
            } catch {
                Issue.record("\(item.id): cannot read what was written: \(error)")
            }
        }
        #expect(isUsed, "no case shows what \(profile.name) needs")
    }

    /// Checks that the values are equal except for added spellings, and that only changed types deviate.
    private func compare(
        _ written: Decoded<AnyContent>, _ canonical: Decoded<AnyContent>, _ departures: [Deviation],
        _ profile: EncodeProfile, _ id: String
    ) throws {
        let added = Set(
            profile.rules.compactMap { rule in if case .alsoNamed(let name) = rule.change { name } else { nil } })
        if !profile.escapesNonASCII {
            let values = [written, canonical].map { Self.plain($0.content.value, without: added) }
            // An object written for a string is not converted back, since any value is kept as received (CNT-038).
            let isObject = profile.rules.contains { rule in
                rule.change == .asObject && departures.contains { $0.path == "/" + rule.path.joined(separator: "/") }
            }
            #expect(isObject || values[0] == values[1], "\(id)")
        }
        let known = Set(canonical.deviations.map(\.id)).union(departures.map(\.id))
        #expect(Set(written.deviations.map(\.id)).isSubset(of: known), "\(id)")
    }

    /// Returns the text of a value without the members of these names.
    private static func plain(_ value: RawJSON, without names: Set<String>) -> String {
        guard let members = value.members else { return value.text }
        let kept = members.filter { !names.contains($0.name) }
        return "{\(kept.map { "\(RawJSON($0.name).text):\(plain($0.value, without: names))" }.joined(separator: ","))}"
    }
}
