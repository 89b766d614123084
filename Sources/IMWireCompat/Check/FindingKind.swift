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

    /// Whether it concerns only how a member is called or what stands for a missing value, which has no consequence
    /// where a native side writes the content.
    var isOfForm: Bool {
        switch self {
        case .memberSpelling, .memberCase, .memberUnknown, .memberDevice, .memberAbsent, .memberOmits, .memberDefault:
            true
        default: false
        }
    }

    private var row: (requirement: String, title: String) {
        switch self {
        case .nameEmpty: ("CMP-023", "the type has no name")
        case .nameCase: ("CMP-023", "the names differ only in case")
        case .nameAlias: ("CMP-023", "one type has two names")
        case .nameReserved: ("CMP-025", "a custom type has the prefix of the service")
        case .nameLong: ("CMP-024", "the name is long")
        case .nameLimit: ("CMP-024", "the limit for names differs")
        case .nameMissing: ("CMP-022", "the type is not declared")
        case .nameNear: ("CMP-044", "two names seem to denote one type")
        case .typeSplit: ("CMP-043", "the type is declared twice, differently")
        case .classShared: ("CMP-026", "one class name represents two types")
        case .flagsDiffer: ("CMP-027", "the flags differ")
        case .flagsSplit: ("CMP-027", "the flags are declared twice, differently")
        case .flagsCounted: ("CMP-028", "the type is counted but not persisted")
        case .flagsCategory: ("CMP-042", "the type is counted but is not a content")
        case .flagsSpelling: ("CMP-028", "the flags are written in another way")
        case .memberSpelling: ("CMP-029", "the member has another name")
        case .memberCase: ("CMP-029", "one name is written in two cases")
        case .memberTwice: ("CMP-029", "two members have the same name")
        case .memberUnknown: ("CMP-029", "the other side does not have the member")
        case .memberMissing: ("CMP-030", "the member is missing")
        case .memberCommon: ("CMP-030", "a common member is missing")
        case .memberType: ("CMP-031", "the member has another type")
        case .memberRequired: ("CMP-030", "only one side requires the member")
        case .memberDirection: ("CMP-032", "the member is not written and read alike")
        case .memberUnused: ("CMP-032", "the member is declared but never used")
        case .memberCarries: ("CMP-032", "the member holds another member's value")
        case .memberDevice: ("CMP-033", "the member concerns only the sender's device")
        case .memberAbsent: ("CMP-034", "empty values are written")
        case .memberOmits: ("CMP-034", "values are omitted")
        case .memberDefault: ("CMP-034", "default values are written")
        case .memberSize: ("CMP-034", "the member has its own size limit")
        case .memberMinified: ("CMP-137", "a release build renames the member")
        case .enumerationNumber: ("CMP-035", "the value has another number")
        case .enumerationIndex: ("CMP-036", "positions are used as numbers")
        case .enumerationMissing: ("CMP-035", "the value is not declared")
        case .enumerationWord: ("CMP-035", "the value has another word")
        case .trap: ("CMP-037", "the declaration is correct and often changed by mistake")
        }
    }
}
