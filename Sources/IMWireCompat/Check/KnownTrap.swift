// SPDX-License-Identifier: Apache-2.0

/// A fact that is right in a manifest and wrong in others (CMP-037), reported so that it is not "corrected".
struct KnownTrap {
    let deviation: String
    let objectName: String
    let member: String
    let right: String
    let advice: String

    private init(_ deviation: String, _ objectName: String, _ member: String = "", right: String, advice: String) {
        self.deviation = deviation
        self.objectName = objectName
        self.member = member
        self.right = right
        self.advice = advice
    }

    /// Returns the facts of a manifest that are right and easily got wrong.
    static func check(_ subject: Subject) -> [CompatFinding] {
        subject.manifest.types.flatMap { type in
            all.compactMap { trap -> CompatFinding? in
                guard trap.objectName.utf8.elementsEqual(type.objectName.utf8) else { return nil }
                let member = type.members?.named(trap.member)
                guard trap.member.isEmpty || member != nil else { return nil }
                let place = FindingPlace(type.objectName, trap.member)
                return subject.finding(
                    .trap, .cosmetic, place, place.text, trap.right, trap.advice, deviation: trap.deviation,
                    source: member?.source ?? type.source)
            }
        }
    }

    static let all: [KnownTrap] = [
        KnownTrap(
            "DEV-15", "RC:ReferenceMsg", "objName",
            right: "objName here, objectName in RC:CombineV2Msg and in a stream's referMsg",
            advice: "Keep objName; do not share one class between the three."),
        KnownTrap(
            "DEV-16", "RC:ReferenceMsg", "referMsgUid", right: "Uid here, UId or UID in every other type",
            advice: "Keep the lower-case d."),
        KnownTrap(
            "DEV-18", "RC:VCModifyMem", "existedUserPofiles",
            right: "existedUserPofiles, without the r, is the name of the wire",
            advice: "Keep the misspelling; existedUserProfiles is read by nobody."),
        KnownTrap(
            "DEV-20", "RC:PSImgTxtMsg", right: "articles with picurl and digest",
            advice: "Rich content has imageUri and content; articles have not."),
        KnownTrap(
            "DEV-20", "RC:PSMultiImgTxtMsg", right: "articles with picurl and digest",
            advice: "Rich content has imageUri and content; articles have not."),
        KnownTrap(
            "DEV-30", "RC:CSCha", right: "RC:CSCha; RC:CsCha has been seen too",
            advice: "Send RC:CSCha, and read both where customer service matters."),
        KnownTrap(
            "DEV-35", "RC:chrmKVNotiMsg", right: "the only built-in name that starts in lower case",
            advice: "Compare names byte for byte; never capitalise them."),
        KnownTrap(
            "DEV-37", "RC:RcCmd", right: "RC:RcCmd asks, RC:RcNtf remains, RC:RC is the old form",
            advice: "Keep the three apart: only RC:RcCmd recalls anything."),
        KnownTrap(
            "DEV-37", "RC:RcNtf", right: "RC:RcCmd asks, RC:RcNtf remains, RC:RC is the old form",
            advice: "Keep the three apart: only RC:RcCmd recalls anything."),
        KnownTrap(
            "DEV-57", "RC:GiftMsg", "type", right: "the texts \"0\" and \"1\"",
            advice: "Read a text; the documents that speak of numbers are wrong."),
        KnownTrap(
            "DEV-58", "RC:CallAISummary", "startTime", right: "any JSON number, with fraction or exponent too",
            advice: "Read it as a floating-point number; an integer parser refuses 1.733E12."),
    ]
}
