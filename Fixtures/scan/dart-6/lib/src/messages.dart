import 'dart:convert' show json;

abstract class MessageContent {
  UserInfo? sendUserInfo;
  String getObjectName();
  String encode();
}

class UserInfo {
  String? userId;
  String? portraitUri;
}

class RecallNotification extends MessageContent {
  static const String objectName = 'RC:RcNtf';
  String? mOperatorId;
  int? mRecallTime;

  @override
  String getObjectName() => objectName;

  @override
  String encode() {
    Map map = {'mOperatorId': mOperatorId, 'mRecallTime': mRecallTime};
    if (sendUserInfo != null) {
      map['user'] = {'userId': sendUserInfo!.userId, 'portraitUri': sendUserInfo!.portraitUri};
    }
    return json.encode(map);
  }
}

class StickerMessage extends MessageContent {
  static const String objectName = 'chat:Sticker';
  String? stickerName;

  @override
  String getObjectName() => objectName;

  @override
  String encode() => json.encode({'stickerName': stickerName});
}
