// SPDX-License-Identifier: Apache-2.0

/// A fact that is right in a manifest and wrong in others (CMP-037), reported so that it is not "corrected".
struct KnownTrap {
    let deviation: String
    /// The types to which the fact applies.
    let objectNames: [String]
    let member: String
    let right: String
    let advice: String

    private init(_ deviation: String, _ objectNames: [String], _ member: String = "", right: String, advice: String) {
        self.deviation = deviation
        self.objectNames = objectNames
        self.member = member
        self.right = right
        self.advice = advice
    }

    /// Returns the facts of a manifest that are right and easily got wrong.
    static func check(_ subject: Subject) -> [CompatDifference] {
        subject.manifest.types.flatMap { type in
            all.compactMap { trap -> CompatDifference? in
                guard trap.objectNames.contains(where: { $0.utf8.elementsEqual(type.objectName.utf8) }) else {
                    return nil
                }
                let member = type.members?.named(trap.member)
                guard trap.member.isEmpty || member != nil else { return nil }
                let place = FindingPlace(type.objectName, trap.member)
                return subject.finding(
                    .trap, .cosmetic, place, place.text, trap.right, trap.advice, deviation: trap.deviation,
                    certainty: .weakest([type.source, member?.source]), source: member?.source ?? type.source)
            }
        }
    }

    static let all: [KnownTrap] = [
        KnownTrap(
            "DEV-13", ["RC:RcCmd", "RC:ReadNtf", "RC:RRReqMsg"], "messageUId",
            right: "the name is messageUId here, and messageUID in streams and in responses of the server",
            advice: "Keep messageUId, and do not share one member between the two."),
        KnownTrap(
            "DEV-17", ["RC:VCSummary"], "status",
            right: "the name is status here, and RC:VCHangup has reason",
            advice: "Keep status, and read hangupReason too: the property of iOS has that name."),
        KnownTrap(
            "DEV-14", ["RC:SightMsg"], "sightUrl",
            right: "the address is sightUrl here, fileUrl in a file, imageUri in an image, and remoteUrl elsewhere",
            advice: "Keep the four names, and do not share one member between the types."),
        KnownTrap(
            "DEV-15", ["RC:ReferenceMsg"], "objName",
            right: "the name is objName here, and objectName in RC:CombineV2Msg and in a stream's referMsg",
            advice: "Keep objName, and do not share one class between the three."),
        KnownTrap(
            "DEV-16", ["RC:ReferenceMsg"], "referMsgUid",
            right: "the name ends in Uid here, and in UId or UID in every other type",
            advice: "Keep the lower-case d."),
        KnownTrap(
            "DEV-18", ["RC:VCModifyMem"], "existedUserPofiles",
            right: "existedUserPofiles, without the r, is the name on the wire",
            advice: "Keep the misspelling: no receiver reads existedUserProfiles."),
        KnownTrap(
            "DEV-20", ["RC:PSImgTxtMsg", "RC:PSMultiImgTxtMsg"], right: "articles have picurl and digest",
            advice: "Use imageUri and content only in rich content, not in articles."),
        KnownTrap(
            "DEV-30", ["RC:CSCha"], right: "the name is RC:CSCha, and RC:CsCha was also found",
            advice: "Send RC:CSCha, and read both if the application uses customer service."),
        KnownTrap(
            "DEV-35", ["RC:chrmKVNotiMsg"], right: "no other built-in name starts in lower case",
            advice: "Compare names byte for byte, and do not capitalize them."),
        KnownTrap(
            "DEV-37", ["RC:RcCmd", "RC:RcNtf", "RC:RC"],
            right: "RC:RcCmd requests a recall, RC:RcNtf replaces the message, and RC:RC is the old form",
            advice: "Distinguish the three: only RC:RcCmd recalls a message."),
        KnownTrap(
            "DEV-57", ["RC:GiftMsg"], "type", right: "the values are the texts \"0\" and \"1\"",
            advice: "Read a text: the documents that describe numbers are wrong."),
        KnownTrap(
            "DEV-58", ["RC:CallAISummary"], "startTime",
            right: "the value is any JSON number, also with a fraction or an exponent",
            advice: "Read a floating-point number: an integer parser rejects 1.733E12."),
        KnownTrap(
            "DEV-80", ["RC:chrmKVNotiMsg"],
            right: "the type is not stored, although server documents of 2021 list it as stored",
            advice: "Do not copy flags from old documents."),
    ]
}
