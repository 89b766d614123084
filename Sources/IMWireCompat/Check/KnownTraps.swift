// SPDX-License-Identifier: Apache-2.0

/// A fact that is right in a manifest and wrong in others (CMP-037), reported so that it is not "corrected".
struct KnownTrap {
    let deviation: String
    let objectName: String
    var member = ""
    let right: String
    let advice: String

    static let all: [KnownTrap] = [
        KnownTrap(
            deviation: "DEV-15", objectName: "RC:ReferenceMsg", member: "objName",
            right: "objName here, objectName in RC:CombineV2Msg and in a stream's referMsg",
            advice: "Keep objName; do not share one class between the three."),
        KnownTrap(
            deviation: "DEV-16", objectName: "RC:ReferenceMsg", member: "referMsgUid",
            right: "Uid here, UId or UID in every other type", advice: "Keep the lower-case d."),
        KnownTrap(
            deviation: "DEV-18", objectName: "RC:VCModifyMem", member: "existedUserPofiles",
            right: "existedUserPofiles, without the r, is the name of the wire",
            advice: "Keep the misspelling; existedUserProfiles is read by nobody."),
        KnownTrap(
            deviation: "DEV-20", objectName: "RC:PSImgTxtMsg", right: "articles with picurl and digest",
            advice: "Rich content has imageUri and content; articles have not."),
        KnownTrap(
            deviation: "DEV-20", objectName: "RC:PSMultiImgTxtMsg", right: "articles with picurl and digest",
            advice: "Rich content has imageUri and content; articles have not."),
        KnownTrap(
            deviation: "DEV-30", objectName: "RC:CSCha", right: "RC:CSCha; RC:CsCha has been seen too",
            advice: "Send RC:CSCha, and read both where customer service matters."),
        KnownTrap(
            deviation: "DEV-35", objectName: "RC:chrmKVNotiMsg",
            right: "the only built-in name that starts in lower case",
            advice: "Compare names byte for byte; never capitalise them."),
        KnownTrap(
            deviation: "DEV-37", objectName: "RC:RcCmd",
            right: "RC:RcCmd asks, RC:RcNtf remains, RC:RC is the old form",
            advice: "Keep the three apart: only RC:RcCmd recalls anything."),
        KnownTrap(
            deviation: "DEV-37", objectName: "RC:RcNtf",
            right: "RC:RcCmd asks, RC:RcNtf remains, RC:RC is the old form",
            advice: "Keep the three apart: only RC:RcCmd recalls anything."),
        KnownTrap(
            deviation: "DEV-57", objectName: "RC:GiftMsg", member: "type", right: "the texts \"0\" and \"1\"",
            advice: "Read a text; the documents that speak of numbers are wrong."),
        KnownTrap(
            deviation: "DEV-58", objectName: "RC:CallAISummary", member: "startTime",
            right: "any JSON number, with fraction or exponent too",
            advice: "Read it as a floating-point number; an integer parser refuses 1.733E12."),
    ]
}
