// SPDX-License-Identifier: Apache-2.0

extension Finding {
    /// The kinds of difference, in the order of a report.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
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
        package var requirement: String {
            switch self {
            case .nameMissing: "CMP-022"
            case .nameCase, .nameAlias, .nameEmpty: "CMP-023"
            case .nameLong, .nameLimit: "CMP-024"
            case .nameReserved: "CMP-025"
            case .typeSplit: "CMP-043"
            case .nameNear: "CMP-044"
            case .classShared: "CMP-026"
            case .flagsDiffer, .flagsSplit: "CMP-027"
            case .flagsCounted, .flagsSpelling: "CMP-028"
            case .flagsCategory: "CMP-042"
            case .memberSpelling, .memberCase, .memberUnknown, .memberTwice: "CMP-029"
            case .memberMissing, .memberCommon, .memberRequired: "CMP-030"
            case .memberType: "CMP-031"
            case .memberDirection, .memberUnused, .memberCarries: "CMP-032"
            case .memberDevice: "CMP-033"
            case .memberAbsent, .memberOmits, .memberDefault, .memberSize: "CMP-034"
            case .enumerationNumber, .enumerationMissing, .enumerationWord: "CMP-035"
            case .enumerationIndex: "CMP-036"
            case .trap: "CMP-037"
            }
        }

        /// A short title.
        package var title: String {
            switch self {
            case .nameEmpty: "type without a name"
            case .nameCase: "names that differ in case"
            case .nameAlias: "one type under two names"
            case .nameReserved: "own type in the service's name space"
            case .nameLong: "long name"
            case .nameLimit: "other limit for names"
            case .nameMissing: "type is not known"
            case .nameNear: "two names that look like one type"
            case .typeSplit: "declared twice, differently"
            case .classShared: "one class name for two types"
            case .flagsDiffer: "flags differ"
            case .flagsSplit: "two declarations of the same flags"
            case .flagsCounted: "counted without persisted"
            case .flagsCategory: "counted, but not a content"
            case .flagsSpelling: "flags in another spelling"
            case .memberSpelling: "member spelled differently"
            case .memberCase: "one member in two cases"
            case .memberTwice: "two members under one name"
            case .memberUnknown: "member that the other side does not have"
            case .memberMissing: "member is missing"
            case .memberCommon: "common member is missing"
            case .memberType: "member of another type"
            case .memberRequired: "required on one side only"
            case .memberDirection: "written and read under different names"
            case .memberUnused: "declared and never used"
            case .memberCarries: "holds another member's value"
            case .memberDevice: "belongs to the sender's device"
            case .memberAbsent: "empty values are written"
            case .memberOmits: "values are left out"
            case .memberDefault: "default values are written"
            case .memberSize: "limit of its own"
            case .enumerationNumber: "another number"
            case .enumerationIndex: "positions in place of numbers"
            case .enumerationMissing: "value is not known"
            case .enumerationWord: "another word"
            case .trap: "right, and easily got wrong"
            }
        }

        /// Whether equal findings at several places are merged into one.
        var merges: Bool {
            switch self {
            case .nameMissing, .memberSpelling, .memberType, .memberCommon, .memberAbsent, .memberOmits, .memberDefault,
                .memberUnknown,
                .memberDevice, .memberUnused, .memberMissing, .enumerationMissing, .enumerationNumber,
                .enumerationIndex, .nameLong, .enumerationWord:
                true
            default: false
            }
        }
    }
}
