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
    case memberMinified = "member-minified"
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
        case .nameEmpty: ("CMP-023", "the type has no name", false)
        case .nameCase: ("CMP-023", "the names differ only in case", false)
        case .nameAlias: ("CMP-023", "one type has two names", false)
        case .nameReserved: ("CMP-025", "a custom type has the prefix of the service", false)
        case .nameLong: ("CMP-024", "the name is long", true)
        case .nameLimit: ("CMP-024", "the limit for names differs", false)
        case .nameMissing: ("CMP-022", "the type is not declared", true)
        case .nameNear: ("CMP-044", "two names seem to denote one type", false)
        case .typeSplit: ("CMP-043", "the type is declared twice, differently", false)
        case .classShared: ("CMP-026", "one class name represents two types", false)
        case .flagsDiffer: ("CMP-027", "the flags differ", false)
        case .flagsSplit: ("CMP-027", "the flags are declared twice, differently", false)
        case .flagsCounted: ("CMP-028", "the type is counted but not persisted", false)
        case .flagsCategory: ("CMP-042", "the type is counted but is not a content", false)
        case .flagsSpelling: ("CMP-028", "the flags are written in another way", false)
        case .memberSpelling: ("CMP-029", "the member has another name", true)
        case .memberCase: ("CMP-029", "one name is written in two cases", false)
        case .memberTwice: ("CMP-029", "two members have the same name", false)
        case .memberUnknown: ("CMP-029", "the other side does not have the member", true)
        case .memberMissing: ("CMP-030", "the member is missing", true)
        case .memberCommon: ("CMP-030", "a common member is missing", true)
        case .memberType: ("CMP-031", "the member has another type", true)
        case .memberRequired: ("CMP-030", "only one side requires the member", false)
        case .memberDirection: ("CMP-032", "the member is not written and read alike", false)
        case .memberUnused: ("CMP-032", "the member is declared but never used", true)
        case .memberCarries: ("CMP-032", "the member holds another member's value", false)
        case .memberDevice: ("CMP-033", "the member concerns only the sender's device", true)
        case .memberAbsent: ("CMP-034", "empty values are written", true)
        case .memberOmits: ("CMP-034", "values are omitted", true)
        case .memberDefault: ("CMP-034", "default values are written", true)
        case .memberSize: ("CMP-034", "the member has its own size limit", false)
        case .memberMinified: ("CMP-137", "a release build renames the member", true)
        case .enumerationNumber: ("CMP-035", "the value has another number", true)
        case .enumerationIndex: ("CMP-036", "positions are used as numbers", true)
        case .enumerationMissing: ("CMP-035", "the value is not declared", true)
        case .enumerationWord: ("CMP-035", "the value has another word", true)
        case .trap: ("CMP-037", "the declaration is correct and often changed by mistake", false)
        }
    }
}
