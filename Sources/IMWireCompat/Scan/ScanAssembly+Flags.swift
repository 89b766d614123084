// SPDX-License-Identifier: Apache-2.0

/// Flags, as numbers or as switches.
extension ScanAssembly {
    mutating func flags(_ claim: FlagClaim?, _ type: inout ScannedType) {
        guard let claim, let expression = claim.place else { return }
        do throws(ConstantTable.Unresolved) {
            switch claim {
            case .value(let value):
                let number = try constants.number(value)
                type.flags = ManifestFlags(value: number, words: value.words, source: place(expression, .sure))
                type.flagNumber = number
            case .switches(let switches):
                var flags = ManifestFlags(source: place(expression, .sure))
                if let status = switches[.status], (try? constants.number(status)) == nil {
                    // Without the switch, the number is unknown, but the others are not.
                    flags.persisted = try isOn(switches[.persisted])
                    flags.counted = try isOn(switches[.counted])
                    type.flags = flags
                    recordUnread(status, "the flags of \(type.objectName): the value of its status flag is unknown")
                    return
                }
                if let status = switches[.status], try constants.number(status) != 0 {
                    flags.value = 16
                    type.flagNumber = 16
                } else {
                    flags.persisted = try isOn(switches[.persisted])
                    flags.counted = try isOn(switches[.counted])
                    type.flagNumber = (flags.persisted == true ? 1 : 0) | (flags.counted == true ? 2 : 0)
                }
                type.flags = flags
            }
        } catch {
            recordUnread(expression, "the flags of \(type.objectName): \(error.reason)")
        }
    }

    func isOn(_ expression: SourceExpression?) throws(ConstantTable.Unresolved) -> Bool? {
        guard let expression else { return nil }
        return try constants.number(expression) != 0
    }
}
