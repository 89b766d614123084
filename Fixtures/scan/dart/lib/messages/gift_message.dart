import 'dart:convert' show json;

import 'package:rongcloud_im_plugin/rongcloud_im_plugin.dart';

import 'names.dart';

/// A gift; `App:Documented` in the manual.
class GiftMessage extends MessageContent {
  static const String objectName = Names.gift;

  String? giftId;
  int count = 0;
  String extra = '';

  static GiftMessage obtain(String id) {
    GiftMessage msg = new GiftMessage();
    msg.giftId = id;
    return msg;
  }

  @override
  void decode(String? jsonStr) {
    Map map = json.decode(jsonStr.toString());
    this.giftId = map["giftId"];
    this.count = map['count'];
    this.extra = map["extra"];
    Map userMap = map["user"];
    super.decodeUserInfo(userMap);
    var level = userMap["level"];
  }

  @override
  String encode() {
    Map map = {"giftId": this.giftId, "count": this.count};
    map["extra"] = this.extra;
    // map["price"] = this.price;
    if (this.sendUserInfo != null) {
      Map userMap = super.encodeUserInfo(this.sendUserInfo);
      map["user"] = userMap;
    }
    map.putIfAbsent('sentBy', () => 'app');
    developer.log('App:Logged map["logged"] = 1');
    return json.encode(map);
  }

  @override
  String conversationDigest() => "[$giftId: App:Digest]";

  @override
  String getObjectName() {
    return objectName;
  }
}
