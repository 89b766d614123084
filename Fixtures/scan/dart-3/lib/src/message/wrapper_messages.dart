import 'dart:convert';
import 'package:json_annotation/json_annotation.dart';
import 'package:rongcloud_im_wrapper_plugin/rongcloud_im_wrapper_plugin.dart';

part 'wrapper_messages.g.dart';

const _prefix = 'Fl:';

class SpotMessage extends RCIMIWUserCustomMessage {
  double? lat;
  double? lng;

  SpotMessage(RCIMIWConversationType type, String targetId) : super(type, targetId);
  SpotMessage.fromJson(Map<String, dynamic> json) : super.fromJson(json);

  @override
  void decode(String jsonStr) {
    final Map<String, dynamic> map = jsonDecode(jsonStr);
    lat = map['lat'];
    lng = map['lng'];
  }

  @override
  String encode() => jsonEncode({'lat': lat, 'lng': lng, 'zoom': 12});

  @override
  String messageObjectName() => '${_prefix}Spot';

  // String messageObjectName() => 'Fl:Nope';
}

@JsonSerializable()
class BadgeMessage extends RCIMIWUserCustomMessage {
  static const type = _prefix + 'Badge';

  @JsonKey(name: 'badge_id')
  final String badgeId;
  final int level;
  @JsonKey(includeFromJson: false, includeToJson: false)
  bool shown = false;

  BadgeMessage(super.type, super.targetId, {required this.badgeId, this.level = 0});

  @override
  String messageObjectName() {
    return BadgeMessage.type;
  }

  @override
  Map<String, dynamic> toJson() => _$BadgeMessageToJson(this);
}

Future<void> setup(RCIMIWEngine engine) async {
  await engine.registerNativeCustomMessage(
      'Fl:Native', RCIMIWNativeCustomMessagePersistentFlag.persistentAndCounted);
}

class RCConversationType {
  static const int Private = 1;
  static const int Group = 3;
  static const int ChatRoom = 4;
}
