# SPDX-License-Identifier: Apache-2.0
"""The message types that this testee knows, written by hand. A member's place here is its place in the output."""
from functools import partial


class Member:
    """One member. Ids are those of the deviations that its quirks are reported as."""

    def __init__(self, kind, required=False, aliases=None, coerce=None, missing="DEV-103", null="DEV-102",
                 empty="DEV-113", foreign=None, links=None, values=None, shape=None):
        self.kind = kind                # names the `read_…` method that takes its values
        self.required = required
        self.aliases = aliases or {}    # other spelling -> id, the preferred one first
        self.coerce = coerce            # a wrong type that can be read, instead of the general id
        self.missing, self.null, self.empty = missing, null, empty
        self.foreign = foreign          # state of the sender's own device
        self.links = links              # a URL where Base64 belongs
        self.values = values or {}      # wrong value -> (right value, id)
        self.shape = shape              # of a nested object


class Shape:
    """The members of an object; `strays` are known to leak into it but not part of it; `twin` should differ."""

    def __init__(self, members, strays=None, twin=None):
        self.members, self.strays, self.twin = members, strays or {}, twin
        self.spellings = {alias: name for name, member in members.items() for alias in member.aliases}

    def canonical(self, spelling):
        return spelling if spelling in self.members else self.spellings.get(spelling)


string, base64, integer, number, boolean = (
    partial(Member, kind) for kind in ("string", "base64", "integer", "number", "boolean"))


def anything(deviation, required=False, **quirks):
    return Member("any", required, coerce=deviation, **quirks)


def nested(members, **quirks):
    return Member("nested", shape=Shape(members), **quirks)


MUST = True
BRIDGE = "DEV-24"   # names of the application bridges that are not names of the wire
LOCAL = "DEV-64"    # paths and flags of the sender's own device

EXTRA = {"extra": anything("DEV-51", null="DEV-51")}
USER = {"user": nested({
    "id": string(aliases={"userId": "DEV-09"}),
    "name": string(),
    "portrait": string(aliases={"portraitUri": "DEV-08", "icon": "DEV-08", "portraitUrl": "DEV-08"}),
    "extra": anything("DEV-53"),
    "alias": string(),
}, null="DEV-52", empty="DEV-52")}
SENDER = {**EXTRA, **USER}
COMMON = {
    **SENDER,
    "mentionedInfo": nested({
        "type": integer(MUST),
        "userIdList": Member("strings", aliases={"userIds": "DEV-10"}),
        "mentionedContent": string(aliases={"pushContent": "DEV-10"}),
    }),
    "isBurnAfterRead": boolean(),
    "burnDuration": integer(aliases={"destructDuration": "DEV-28"}),
    "audit": nested({"auditType": integer(), "project": string(), "strategy": string()},
                    aliases={"auditInfo": "DEV-11"}),
}

CONTACT_OPERATIONS = {"ContactOperation" + name: (name, "DEV-67")
                      for name in ("Request", "AcceptResponse", "RejectResponse")}


def content(members, common, strays=None, twin=None):
    return Shape({**members, **common}, {"messageName": "DEV-90", **(strays or {})}, twin)


TYPES = {
    "RC:TxtMsg": content({"content": string(MUST, aliases={"text": BRIDGE})}, COMMON),
    "RC:VcMsg": content({"content": base64(MUST), "duration": integer(MUST, coerce="DEV-41")}, COMMON),
    "RC:HQVCMsg": content({
        "remoteUrl": string(MUST, aliases={"remote": BRIDGE}),
        "duration": integer(MUST, coerce="DEV-41", missing="DEV-60"),
        "type": string(),
        "name": string(),
        "localPath": string(foreign=LOCAL),
    }, COMMON),
    "RC:ImgMsg": content({
        "content": base64(MUST, aliases={"thumbnail": BRIDGE}),
        "imageUri": string(MUST, aliases={"remote": BRIDGE}),
        "thumbUri": string(foreign=LOCAL),
        "localPath": string(foreign=LOCAL),
        "isFull": boolean(coerce="DEV-25", aliases={"full": "DEV-25", "original": "DEV-25", "IsOriginal": "DEV-25"}),
        "exp": boolean(foreign=LOCAL),
        "name": string(),
    }, COMMON),
    "RC:ImgTextMsg": content({
        "title": string(MUST),
        "content": string(MUST),
        "imageUri": string(MUST),
        "url": string(aliases={"conturlent": "DEV-03"}),
    }, COMMON),
    "RC:LBSMsg": content({
        "content": base64(MUST, aliases={"thumbnail": BRIDGE}, links="DEV-72"),
        "latitude": number(MUST),
        "longitude": number(MUST),
        "poi": string(MUST, aliases={"poiName": BRIDGE, "name": BRIDGE}),
    }, COMMON, strays={"mBase64": "DEV-26", "mImgUri": "DEV-26"}),
    "RC:FileMsg": content({
        "name": string(MUST, missing="DEV-60"),
        "size": integer(MUST, coerce="DEV-39", missing="DEV-60"),
        "type": string(MUST, aliases={"fileType": BRIDGE}),
        "fileUrl": string(MUST, aliases={"remote": BRIDGE}),
        "localPath": string(foreign=LOCAL),
    }, COMMON),
    "RC:SightMsg": content({
        "sightUrl": string(MUST, aliases={"remote": BRIDGE}),
        "content": base64(MUST, aliases={"thumbnail": BRIDGE}),
        "duration": integer(MUST, coerce="DEV-40"),
        "size": integer(MUST, coerce="DEV-40", missing="DEV-27"),
        "name": string(MUST, missing="DEV-27"),
        "localPath": string(foreign=LOCAL),
        "thumbUri": string(foreign=LOCAL),
    }, COMMON),
    "RC:InfoNtf": content({"message": string(MUST, aliases={"content": "DEV-04"})}, SENDER),
    "RC:ContactNtf": content({
        "operation": string(MUST, values=CONTACT_OPERATIONS),
        "sourceUserId": string(MUST),
        "targetUserId": string(MUST),
        "message": string(MUST),
    }, SENDER),
    "RC:ProfileNtf": content({"operation": string(MUST), "data": anything("DEV-47", MUST)}, SENDER),
    "RC:CmdNtf": content({
        "name": string(MUST, aliases={"operation": "DEV-01"}),
        "data": anything("DEV-47", MUST),
    }, SENDER),
    "RC:GrpNtf": content({
        "operatorUserId": string(MUST, missing="DEV-60"),
        "operation": string(MUST, missing="DEV-60"),
        "data": anything("DEV-46"),
        "message": string(),
    }, SENDER, twin=("operatorUserId", "operation", "DEV-05")),
    "RC:DizNtf": content({
        "type": integer(MUST),
        "extension": string(MUST),
        "operator": string(MUST, aliases={"operation": "DEV-07"}),
        "isHasReceived": boolean(),
    }, SENDER),
    "RC:CmdMsg": content({"name": string(MUST), "data": anything("DEV-47", MUST)}, SENDER),
    "RC:TypSts": content({"typingContentType": string(MUST), "data": string()}, {}),
    "RC:ReadNtf": content({
        "lastMessageSendTime": integer(MUST, coerce="DEV-42", aliases={"lastMessageSend": "DEV-23"}),
        "messageUId": string(aliases={"messageUID": "DEV-13", "MessageUId": "DEV-13", "msgUID": "DEV-13"}),
        "type": integer(MUST),
    }, {}),
    "RC:ReferenceMsg": content({
        "content": string(MUST),
        "referMsgUserId": string(MUST),
        "referMsg": Member("rawObject", MUST, coerce="DEV-49"),
        "objName": string(MUST),
        "referMsgUid": string(),
        "referMsgStatus": integer(),
    }, COMMON),
    "RC:MsgExMsg": content({
        "mid": string(MUST, aliases={"messageUId": "DEV-22"}),
        "put": Member("stringMap"),
        "del": Member("strings"),
        "removeAll": integer(),
    }, {}),
    "RC:RRRspMsg": content({"receiptMessageDic": Member("stringListMap", MUST, coerce="DEV-55")}, {}),
    "RC:PSMultiImgTxtMsg": content({
        "articles": Member("objects", MUST, shape=Shape({
            "title": string(), "digest": string(), "picurl": string(), "url": string(),
        })),
    }, SENDER),
    "RC:CsContact": content({
        "page": Member("rawObject"),
        "nickName": string(),
        "routingInfo": Member("rawObject"),
        "info": Member("rawObject"),
        "requestInfo": nested({"define": string(), "productId": string(), "referrer": string()}),
    }, {}),
    "RC:VCModifyMem": content({
        "modifyMemType": integer(),
        "callId": string(MUST),
        "caller": string(),
        "engineType": integer(),
        "channelInfo": nested({"Id": string(), "Key": string()}),
        "mediaType": integer(values={"audio": (1, "DEV-54"), "video": (2, "DEV-54")}),
        "inviteUserIds": Member("strings"),
        "existedMemberStatusList": Member("rawList"),
        "existedUserPofiles": Member("rawList"),
        "observerUserIds": Member("strings"),
        "mode": string(),
        "subInfo": Member("strings"),
    }, EXTRA),
}


def member(name):
    return ("member", name)


# Category, flags and digest of each type, by its schema; a digest is a fixed text, a member, or nothing.
UNKNOWN_DIGEST = "当前版本暂不支持查看此消息"
FACTS = {
    "RC:TxtMsg": ("content", 3, member("content")),
    "RC:VcMsg": ("content", 3, "[语音]"),
    "RC:HQVCMsg": ("content", 3, "[语音]"),
    "RC:ImgMsg": ("content", 3, "[图片]"),
    "RC:ImgTextMsg": ("content", 3, member("title")),
    "RC:LBSMsg": ("content", 3, "[位置]"),
    "RC:FileMsg": ("content", 3, "[文件]"),
    "RC:SightMsg": ("content", 3, "[小视频]"),
    "RC:InfoNtf": ("notification", 1, member("message")),
    "RC:ContactNtf": ("notification", 1, member("message")),
    "RC:ProfileNtf": ("notification", 1, None),
    "RC:CmdNtf": ("notification", 1, None),
    "RC:GrpNtf": ("notification", 1, member("message")),
    "RC:DizNtf": ("notification", 1, None),
    "RC:CmdMsg": ("notification", 0, None),
    "RC:TypSts": ("status", 0, None),
    "RC:ReadNtf": ("signal", 0, None),
    "RC:ReferenceMsg": ("content", 3, member("content")),
    "RC:MsgExMsg": ("signal", 0, None),
    "RC:RRRspMsg": ("signal", 0, None),
    "RC:PSMultiImgTxtMsg": ("content", 3, None),
    "RC:CsContact": ("signal", 0, None),
    "RC:VCModifyMem": ("signal", 0, None),
}
