import 'package:rongcloud_im_plugin/rongcloud_im_plugin.dart';

class CarpoolMessage extends MessageContent {
  static const String objectName = 'dt:Carpool';
  CarpoolMessage({this.from, this.to, this.seats = 1});
  String? from, to;
  int seats;

  @override
  String getObjectName() => objectName;

  @override
  String encode() {
    final data = <String, dynamic>{}
      ..['from'] = from
      ..['to'] = to;
    if (seats > 1) data['seats'] = seats;
    return jsonEncode(data);
  }

  @override
  void decode(String jsonStr) {
    final Map map = jsonDecode(jsonStr);
    from = map['from'] ?? '';
    to = map['to'];
    driver = (map['driver'] as Map?)?.cast<String, dynamic>();
  }
}

void init() {
  RongIMClient.addMessageDecoder(CarpoolMessage.objectName, (content) => CarpoolMessage()..decode(content));
  IMEngineManager().engine?.registerNativeCustomMessage('dt:Seat', RCIMIWNativeCustomMessagePersistentFlag.persisted);
}
