// SPDX-License-Identifier: Apache-2.0

/// A table of numbered deviations for differences whose deviation the schemas do not specify (CMP-038).
///
/// An entry names kinds of difference, types and members, but no platform, so that the same quirk has the same id
/// everywhere.
enum DeviationTable {
    /// An entry of the table; the first matching entry applies, and empty lists match everything.
    struct Entry {
        let deviation: String
        let kinds: [FindingKind]
        let objectNames: [String]
        let members: [String]

        init(_ deviation: String, _ kinds: [FindingKind], _ objectNames: [String] = [], members: [String] = []) {
            self.deviation = deviation
            self.kinds = kinds
            self.objectNames = objectNames
            self.members = members
        }
    }

    /// An alternative spelling that the schemas do not list, because no reader accepts it for the correct one.
    struct Spelling {
        let deviation: String
        let objectName: String
        let from: String
        let to: String

        init(_ deviation: String, _ objectName: String, _ from: String, _ to: String) {
            (self.deviation, self.objectName, self.from, self.to) = (deviation, objectName, from, to)
        }
    }

    static func deviation(for finding: CompatDifference) -> String? {
        if let known = finding.deviation { return known }
        let place = finding.place
        return entries.first { entry in
            entry.kinds.contains(finding.kind)
                && (entry.objectNames.isEmpty
                    || entry.objectNames.contains { $0.utf8.elementsEqual(place.objectName.utf8) })
                && (entry.members.isEmpty || entry.members.contains(place.member))
        }?.deviation
    }

    /// Returns the correct spelling of `name` in a type, or nil if none is known.
    static func spelling(_ name: String, in objectName: String) -> Spelling? {
        spellings.first { $0.objectName == objectName && $0.from.utf8.elementsEqual(name.utf8) }
    }

    private static let flags: [FindingKind] = [.flagsDiffer, .flagsSplit]

    static let entries: [Entry] = [
        // Members.
        Entry("DEV-04", [.memberTwice], ["RC:InfoNtf"], members: ["content"]),
        Entry("DEV-13", [.memberCase], members: ["messageUID", "messageUId", "MessageUId", "msgUID"]),
        Entry(
            "DEV-19", [.memberMissing, .memberUnknown, .memberCommon, .memberUnused], ["RC:PSCmd"],
            members: ["content", "menuItem", "command", "data", "extra"]),
        Entry("DEV-20", [.memberMissing, .memberUnknown], ["RC:PSImgTxtMsg", "RC:PSMultiImgTxtMsg"]),
        Entry(
            "DEV-24", [.memberUnknown],
            [
                "RC:TxtMsg", "RC:ImgMsg", "RC:GIFMsg", "RC:HQVCMsg", "RC:VcMsg", "RC:SightMsg", "RC:FileMsg",
                "RC:LBSMsg", "RC:CombineMsg", "RC:ReferenceMsg", "RC:RcNtf",
            ],
            members: [
                "local", "remote", "thumbnail", "base64", "thumbnailBase64String", "thumbnailPath", "text", "deleted",
                "referenceMessage", "originalMessage", "fileType", "dataSize", "poiName",
            ]),
        Entry("DEV-28", [.memberOmits, .memberAbsent], members: ["burnDuration", "isBurnAfterRead"]),
        Entry("DEV-70", [.memberCommon], members: ["*"]),
        Entry(
            "DEV-54", [.memberType], ["RC:VCInvite", "RC:VCModifyMedia", "RC:VCModifyMem", "RC:VCSummary"],
            members: ["mediaType"]),
        Entry("DEV-90", [.memberUnused, .memberUnknown], members: ["messageName"]),
        Entry("DEV-66", [.memberUnused]),
        Entry("DEV-63", [.memberOmits], ["RC:StkMsg", "RC:CardMsg"]),
        Entry("DEV-60", [.memberOmits]),
        Entry("DEV-61", [.memberAbsent]),
        Entry("DEV-65", [.memberDefault], ["RC:HQVCMsg"], members: ["type"]),
        Entry("DEV-43", [.memberDefault], ["RC:RcCmd"], members: ["conversationType"]),
        Entry("DEV-62", [.memberDefault]),
        Entry(
            "DEV-73", [.memberSize], ["RC:ImgMsg", "RC:SightMsg", "RC:LBSMsg", "RC:ImgTextMsg"],
            members: ["content", "imageUri"]),
        Entry("DEV-74", [.memberSize], ["RC:CombineV2Msg"], members: ["msgList"]),
        // Names.
        Entry("DEV-29", [.nameAlias], ["RC:LocMsg", "RC:LBSMsg"]),
        Entry("DEV-30", [.nameCase], ["RC:CSCha", "RC:CsCha"]),
        Entry("DEV-31", [.nameCase], ["RC:CsLM", "RC:CsLm"]),
        Entry("DEV-32", [.nameAlias], ["RC:SFMsg"]),
        Entry("DEV-33", [.classShared], ["RC:VcMsg", "RC:HQVCMsg"]),
        Entry("DEV-34", [.nameReserved]),
        Entry("DEV-36", [.nameEmpty]),
        Entry("DEV-38", [.nameLimit]),
        Entry("DEV-83", [.nameMissing], ["RC:GIFMsg"]),
        // Flags.
        Entry("DEV-76", flags + [.trap], ["RC:TypSts"]),
        Entry("DEV-77", flags, ["RC:InfoNtf", "RC:ContactNtf", "RC:ProfileNtf", "RC:CmdNtf", "RC:DizNtf"]),
        Entry("DEV-78", flags, ["RC:VCSummary"]),
        Entry("DEV-79", flags, ["RC:RcCmd"]),
        Entry("DEV-80", flags, ["RC:chrmKVNotiMsg"]),
        Entry("DEV-81", flags, ["RC:ReadNtf"]),
        Entry("DEV-82", flags, ["RCJrmf:RpOpendMsg"]),
        Entry(
            "DEV-84", flags,
            [
                "RC:CSCha", "RC:CsCEI", "RC:CsChaR", "RC:CsContact", "RC:CsDHM", "RC:CsEI", "RC:CsEnd", "RC:CsEva",
                "RC:CsHM", "RC:CsHs", "RC:CsHsR", "RC:CsLM", "RC:CsLm", "RC:CsPLM", "RC:CsPullEva", "RC:CsSp",
                "RC:CsUpdate",
            ]),
        Entry("DEV-85", [.flagsSpelling], ["RC:StkMsg"]),
        Entry("DEV-75", [.flagsCounted]),
        // Enumerations: the object name is the enumeration's, and the member is the registry's value.
        Entry(
            "DEV-91", [.enumerationNumber], ["conversationType"], members: ["ultraGroup"]
        ),
        Entry("DEV-75", [.enumerationNumber], ["persistence"], members: ["counted"]),
        Entry("DEV-76", [.enumerationMissing], ["persistence"], members: ["status"]),
        Entry("DEV-67", [.enumerationWord], ["contactOperation"]),
        Entry("DEV-69", [.enumerationMissing, .enumerationWord], ["groupOperation"]),
    ]

    static let spellings: [Spelling] = [
        Spelling("DEV-14", "RC:SightMsg", "remoteUrl", "sightUrl"),
        Spelling("DEV-14", "RC:FileMsg", "remoteUrl", "fileUrl"),
        Spelling("DEV-14", "RC:ImgMsg", "remoteUrl", "imageUri"),
        Spelling("DEV-14", "RC:ImgMsg", "imageUrl", "imageUri"),
        Spelling("DEV-15", "RC:ReferenceMsg", "objectName", "objName"),
        Spelling("DEV-16", "RC:ReferenceMsg", "referMsgUID", "referMsgUid"),
        Spelling("DEV-16", "RC:ReferenceMsg", "referMsgUId", "referMsgUid"),
        Spelling("DEV-18", "RC:VCModifyMem", "existedUserProfiles", "existedUserPofiles"),
        Spelling("DEV-20", "", "imageURL", "picurl"),
        Spelling("DEV-20", "", "imageUri", "picurl"),
    ]

    /// Former names of built-in types, and the current names.
    static let names: [(from: String, to: String)] = [("RC:LocMsg", "RC:LBSMsg"), ("RC:SFMsg", "RC:FileMsg")]
}
