// SPDX-License-Identifier: Apache-2.0

/// The kinds of difference, in the order of a report.
package enum FindingKind: String, Hashable, Sendable, CaseIterable {
    case nameEmpty = "name-empty"
    case nameCase = "name-case"
    case nameAlias = "name-alias"
    case nameReserved = "name-reserved"
    case nameLong = "name-long"
    case nameLimit = "name-limit"
    case nameMissing = "name-missing"
    case nameNear = "name-near"
    case typeSplit = "type-split"
    case classShared = "class-shared"
    case flagsDiffer = "flags-differ"
    case flagsSplit = "flags-split"
    case flagsCounted = "flags-counted"
    case flagsCategory = "flags-category"
    case flagsSpelling = "flags-spelling"
    case memberSpelling = "member-spelling"
    case memberCase = "member-case"
    case memberTwice = "member-twice"
    case memberUnknown = "member-unknown"
    case memberMissing = "member-missing"
    case memberCommon = "member-common"
    case memberType = "member-type"
    case memberRequired = "member-required"
    case memberDirection = "member-direction"
    case memberUnused = "member-unused"
    case memberCarries = "member-carries"
    case memberDevice = "member-device"
    case memberAbsent = "member-absent"
    case memberOmits = "member-omits"
    case memberDefault = "member-default"
    case memberSize = "member-size"
    case enumerationNumber = "enumeration-number"
    case enumerationIndex = "enumeration-index"
    case enumerationMissing = "enumeration-missing"
    case enumerationWord = "enumeration-word"
    case trap = "trap"

    /// The requirement for the comparison.
    package var requirement: String { row.requirement }
    /// A short title.
    package var title: String { row.title }
    /// Whether equal findings at several places are merged into one.
    var merges: Bool { row.merges }

    private var row: (requirement: String, title: String, merges: Bool) {
        switch self {
        case .nameEmpty: ("CMP-023", "type without a name", false)
        case .nameCase: ("CMP-023", "names that differ in case", false)
        case .nameAlias: ("CMP-023", "one type under two names", false)
        case .nameReserved: ("CMP-025", "own type in the service's name space", false)
        case .nameLong: ("CMP-024", "long name", true)
        case .nameLimit: ("CMP-024", "other limit for names", false)
        case .nameMissing: ("CMP-022", "type is not known", true)
        case .nameNear: ("CMP-044", "two names that look like one type", false)
        case .typeSplit: ("CMP-043", "declared twice, differently", false)
        case .classShared: ("CMP-026", "one class name for two types", false)
        case .flagsDiffer: ("CMP-027", "flags differ", false)
        case .flagsSplit: ("CMP-027", "two declarations of the same flags", false)
        case .flagsCounted: ("CMP-028", "counted without persisted", false)
        case .flagsCategory: ("CMP-042", "counted, but not a content", false)
        case .flagsSpelling: ("CMP-028", "flags in another spelling", false)
        case .memberSpelling: ("CMP-029", "member spelled differently", true)
        case .memberCase: ("CMP-029", "one member in two cases", false)
        case .memberTwice: ("CMP-029", "two members under one name", false)
        case .memberUnknown: ("CMP-029", "member that the other side does not have", true)
        case .memberMissing: ("CMP-030", "member is missing", true)
        case .memberCommon: ("CMP-030", "common member is missing", true)
        case .memberType: ("CMP-031", "member of another type", true)
        case .memberRequired: ("CMP-030", "required on one side only", false)
        case .memberDirection: ("CMP-032", "written and read under different names", false)
        case .memberUnused: ("CMP-032", "declared and never used", true)
        case .memberCarries: ("CMP-032", "holds another member's value", false)
        case .memberDevice: ("CMP-033", "belongs to the sender's device", true)
        case .memberAbsent: ("CMP-034", "empty values are written", true)
        case .memberOmits: ("CMP-034", "values are left out", true)
        case .memberDefault: ("CMP-034", "default values are written", true)
        case .memberSize: ("CMP-034", "limit of its own", false)
        case .enumerationNumber: ("CMP-035", "another number", true)
        case .enumerationIndex: ("CMP-036", "positions in place of numbers", true)
        case .enumerationMissing: ("CMP-035", "value is not known", true)
        case .enumerationWord: ("CMP-035", "another word", true)
        case .trap: ("CMP-037", "right, and easily got wrong", false)
        }
    }
}
