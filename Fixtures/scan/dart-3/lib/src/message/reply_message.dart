import 'dart:convert' show json;
import 'dart:developer' as developer;

import 'message_content.dart';

/// A reply
class ReplyMessage extends MessageContent {
  static const String objectName = "Fl:Reply";

  String? text;
  String? quoted;
  Map? extraMap;

  /// [text] what is said
  static ReplyMessage obtain(String text) {
    ReplyMessage msg = new ReplyMessage();
    msg.text = text;
    return msg;
  }

  @override
  void decode(String? jsonStr) {
    if (jsonStr == null || jsonStr.isEmpty) {
      developer.log("[Flutter-Reply] decode: no content", name: "RongIMClient.Reply");
      return;
    }
    Map map = json.decode(jsonStr.toString());
    this.text = map["text"];
    this.quoted = map['quotedUId'] as String?;
    Map? userMap = map["user"];
    super.decodeUserInfo(userMap);
    Map? menthionedMap = map["mentionedInfo"];
    super.decodeMentionedInfo(menthionedMap);
  }

  @override
  String encode() {
    Map map = {"text": this.text, "quotedUId": this.quoted};
    if (this.sendUserInfo != null) {
      Map userMap = super.encodeUserInfo(this.sendUserInfo!);
      map["user"] = userMap;
    }
    if (this.mentionedInfo != null) {
      map["mentionedInfo"] = super.encodeMentionedInfo(this.mentionedInfo!);
    }
    map.putIfAbsent("burn", () => true);
    return json.encode(map);
  }

  @override
  String? conversationDigest() {
    return text;
  }

  @override
  String getObjectName() {
    return objectName;
  }
}
