// SPDX-License-Identifier: Apache-2.0

/// The rule for facts that are right here and wrong elsewhere: CMP-037.
enum TrapRules {
    static func check(_ subject: Subject) -> [Finding] {
        subject.manifest.types.flatMap { type in
            KnownTrap.all.compactMap { trap -> Finding? in
                guard trap.objectName.utf8.elementsEqual(type.objectName.utf8) else { return nil }
                let member = type.members?.named(trap.member)
                guard trap.member.isEmpty || member != nil else { return nil }
                let place = Finding.Place(type.objectName, trap.member)
                return subject.finding(
                    .trap, .cosmetic, place, place.text, trap.right, trap.advice, deviation: trap.deviation,
                    source: member?.source ?? type.source)
            }
        }
    }
}
