// SPDX-License-Identifier: Apache-2.0

/// A table of numbered deviations for differences whose deviation the schemas do not specify (CMP-038).
///
/// An entry names kinds of difference, types and members, but no platform, so that the same quirk has the same id
/// everywhere.
struct DeviationTable {
    /// An entry of the table; the first matching entry applies, and empty lists and nil match everything.
    struct Entry {
        let deviation: String
        let kinds: [Finding.Kind]
        var objectNames: [String] = []
        var members: [String] = []
        /// Whether the type must be in the registry (true) or absent from it (false).
        var isBuiltIn: Bool?
    }

    /// An alternative spelling that the schemas do not list, because no reader accepts it for the correct one.
    struct Spelling {
        let deviation: String
        let objectName: String
        let from: String
        let to: String
    }

    static func deviation(for finding: Finding, _ registry: Registry) -> String? {
        if let known = finding.deviation { return known }
        let place = finding.place
        return entries.first { entry in
            entry.kinds.contains(finding.kind)
                && (entry.objectNames.isEmpty
                    || entry.objectNames.contains { $0.utf8.elementsEqual(place.objectName.utf8) })
                && (entry.members.isEmpty || entry.members.contains(place.member))
                && (entry.isBuiltIn == nil || entry.isBuiltIn == (registry[place.objectName] != nil))
        }?.deviation
    }

    /// Returns the correct spelling of `name` in a type, or nil if none is known.
    static func spelling(_ name: String, in objectName: String) -> Spelling? {
        spellings.first { $0.objectName == objectName && $0.from.utf8.elementsEqual(name.utf8) }
    }

    private static let flags: [Finding.Kind] = [.flagsDiffer, .flagsSplit]

    static let entries: [Entry] = [
        // Members.
        Entry(deviation: "DEV-04", kinds: [.memberTwice], objectNames: ["RC:InfoNtf"], members: ["content"]),
        Entry(
            deviation: "DEV-13", kinds: [.memberCase], members: ["messageUID", "messageUId", "MessageUId", "msgUID"]),
        Entry(
            deviation: "DEV-19", kinds: [.memberMissing], objectNames: ["RC:PSCmd"],
            members: ["content", "menuItem", "command", "data"]),
        Entry(
            deviation: "DEV-20", kinds: [.memberMissing, .memberUnknown],
            objectNames: ["RC:PSImgTxtMsg", "RC:PSMultiImgTxtMsg"]),
        Entry(
            deviation: "DEV-24", kinds: [.memberUnknown],
            objectNames: [
                "RC:TxtMsg", "RC:ImgMsg", "RC:GIFMsg", "RC:HQVCMsg", "RC:VcMsg", "RC:SightMsg", "RC:FileMsg",
                "RC:LBSMsg", "RC:CombineMsg", "RC:ReferenceMsg", "RC:RcNtf",
            ],
            members: [
                "local", "remote", "thumbnail", "base64", "thumbnailBase64String", "thumbnailPath", "text", "deleted",
                "referenceMessage", "originalMessage", "fileType", "dataSize", "poiName",
            ]),
        Entry(
            deviation: "DEV-28", kinds: [.memberOmits, .memberAbsent], members: ["burnDuration", "isBurnAfterRead"]),
        Entry(deviation: "DEV-70", kinds: [.memberCommon], members: ["*"]),
        Entry(deviation: "DEV-90", kinds: [.memberUnused, .memberUnknown], members: ["messageName"]),
        Entry(deviation: "DEV-66", kinds: [.memberUnused]),
        Entry(deviation: "DEV-63", kinds: [.memberOmits], objectNames: ["RC:StkMsg", "RC:CardMsg"]),
        Entry(deviation: "DEV-60", kinds: [.memberOmits]),
        Entry(deviation: "DEV-61", kinds: [.memberAbsent]),
        Entry(deviation: "DEV-65", kinds: [.memberDefault], objectNames: ["RC:HQVCMsg"], members: ["type"]),
        Entry(deviation: "DEV-43", kinds: [.memberDefault], objectNames: ["RC:RcCmd"], members: ["conversationType"]),
        Entry(deviation: "DEV-62", kinds: [.memberDefault]),
        Entry(
            deviation: "DEV-73", kinds: [.memberSize],
            objectNames: ["RC:ImgMsg", "RC:SightMsg", "RC:LBSMsg", "RC:ImgTextMsg"], members: ["content", "imageUri"]),
        Entry(deviation: "DEV-74", kinds: [.memberSize], objectNames: ["RC:CombineV2Msg"], members: ["msgList"]),
        // Names.
        Entry(deviation: "DEV-29", kinds: [.nameAlias], objectNames: ["RC:LocMsg", "RC:LBSMsg"]),
        Entry(deviation: "DEV-30", kinds: [.nameCase], objectNames: ["RC:CSCha", "RC:CsCha"]),
        Entry(deviation: "DEV-31", kinds: [.nameCase], objectNames: ["RC:CsLM", "RC:CsLm"]),
        Entry(deviation: "DEV-32", kinds: [.nameAlias], objectNames: ["RC:SFMsg"]),
        Entry(deviation: "DEV-33", kinds: [.classShared], objectNames: ["RC:VcMsg", "RC:HQVCMsg"]),
        Entry(deviation: "DEV-34", kinds: [.nameReserved]),
        Entry(deviation: "DEV-36", kinds: [.nameEmpty]),
        Entry(deviation: "DEV-38", kinds: [.nameLimit]),
        Entry(deviation: "DEV-83", kinds: [.nameMissing], objectNames: ["RC:GIFMsg"]),
        // Flags.
        Entry(deviation: "DEV-76", kinds: flags, objectNames: ["RC:TypSts"]),
        Entry(
            deviation: "DEV-77", kinds: flags,
            objectNames: ["RC:InfoNtf", "RC:ContactNtf", "RC:ProfileNtf", "RC:CmdNtf", "RC:DizNtf"]),
        Entry(deviation: "DEV-78", kinds: flags, objectNames: ["RC:VCSummary"]),
        Entry(deviation: "DEV-79", kinds: flags, objectNames: ["RC:RcCmd"]),
        Entry(deviation: "DEV-80", kinds: flags, objectNames: ["RC:chrmKVNotiMsg"]),
        Entry(deviation: "DEV-81", kinds: flags, objectNames: ["RC:ReadNtf"]),
        Entry(deviation: "DEV-82", kinds: flags, objectNames: ["RCJrmf:RpOpendMsg"]),
        Entry(
            deviation: "DEV-84", kinds: flags,
            objectNames: [
                "RC:CSCha", "RC:CsCEI", "RC:CsChaR", "RC:CsContact", "RC:CsDHM", "RC:CsEI", "RC:CsEnd", "RC:CsEva",
                "RC:CsHM", "RC:CsHs", "RC:CsHsR", "RC:CsLM", "RC:CsLm", "RC:CsPLM", "RC:CsPullEva", "RC:CsSp",
                "RC:CsUpdate",
            ]),
        Entry(deviation: "DEV-85", kinds: [.flagsSpelling], objectNames: ["RC:StkMsg"]),
        Entry(deviation: "DEV-75", kinds: [.flagsCounted]),
        // Enumerations: the object name is the enumeration's, and the member is the registry's value.
        Entry(
            deviation: "DEV-91", kinds: [.enumerationNumber], objectNames: ["conversationType"], members: ["ultraGroup"]
        ),
        Entry(deviation: "DEV-43", kinds: [.enumerationWord], objectNames: ["conversationType"]),
        Entry(deviation: "DEV-75", kinds: [.enumerationNumber], objectNames: ["persistence"], members: ["counted"]),
        Entry(deviation: "DEV-76", kinds: [.enumerationMissing], objectNames: ["persistence"], members: ["status"]),
        Entry(deviation: "DEV-67", kinds: [.enumerationWord], objectNames: ["contactOperation"]),
        Entry(deviation: "DEV-69", kinds: [.enumerationMissing, .enumerationWord], objectNames: ["groupOperation"]),
    ]

    static let spellings: [Spelling] = [
        Spelling(deviation: "DEV-14", objectName: "RC:SightMsg", from: "remoteUrl", to: "sightUrl"),
        Spelling(deviation: "DEV-14", objectName: "RC:FileMsg", from: "remoteUrl", to: "fileUrl"),
        Spelling(deviation: "DEV-14", objectName: "RC:ImgMsg", from: "remoteUrl", to: "imageUri"),
        Spelling(deviation: "DEV-14", objectName: "RC:ImgMsg", from: "imageUrl", to: "imageUri"),
        Spelling(deviation: "DEV-15", objectName: "RC:ReferenceMsg", from: "objectName", to: "objName"),
        Spelling(deviation: "DEV-16", objectName: "RC:ReferenceMsg", from: "referMsgUID", to: "referMsgUid"),
        Spelling(deviation: "DEV-16", objectName: "RC:ReferenceMsg", from: "referMsgUId", to: "referMsgUid"),
        Spelling(
            deviation: "DEV-18", objectName: "RC:VCModifyMem", from: "existedUserProfiles", to: "existedUserPofiles"),
        Spelling(deviation: "DEV-20", objectName: "", from: "imageURL", to: "picurl"),
        Spelling(deviation: "DEV-20", objectName: "", from: "imageUri", to: "picurl"),
    ]

    /// Former names of built-in types, and the current names.
    static let names: [(from: String, to: String)] = [("RC:LocMsg", "RC:LBSMsg"), ("RC:SFMsg", "RC:FileMsg")]
}
