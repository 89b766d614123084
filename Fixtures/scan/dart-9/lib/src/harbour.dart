// SPDX-License-Identifier: Apache-2.0

import 'package:flutter/services.dart';

const MethodChannel _channel = MethodChannel('harbour_chat');

Future<void> post(RCIMIWMessage message) => _channel.invokeMethod('post', message.toJson());

class RCIMIWMessage {
  String? extra;

  Map<String, dynamic> toJson() {
    final Map<String, dynamic> json = {};
    json['extra'] = extra;
    return json;
  }

  RCIMIWMessage.fromJson(Map<String, dynamic> json) {
    extra = json['extra'];
  }
}

class RCIMIWTextMessage extends RCIMIWMessage {
  String? text;

  @override
  Map<String, dynamic> toJson() {
    final Map<String, dynamic> json = super.toJson();
    json['text'] = text;
    return json;
  }

  RCIMIWTextMessage.fromJson(Map<String, dynamic> json) : super.fromJson(json) {
    text = json['text'];
  }
}

class RCIMIWLocationMessage extends RCIMIWMessage {
  double? longitude;

  @override
  Map<String, dynamic> toJson() {
    final Map<String, dynamic> json = super.toJson();
    json['longitude'] = longitude;
    return json;
  }

  RCIMIWLocationMessage.fromJson(Map<String, dynamic> json) : super.fromJson(json) {
    longitude = json['longitude'];
  }
}

class RCIMIWCommandMessage extends RCIMIWMessage {
  String? name;

  @override
  Map<String, dynamic> toJson() {
    final Map<String, dynamic> json = super.toJson();
    json['name'] = name;
    return json;
  }

  RCIMIWCommandMessage.fromJson(Map<String, dynamic> json) : super.fromJson(json) {
    name = json['name'];
  }
}

/// The caller gives the name of such a message.
class RCIMIWCustomMessage extends RCIMIWMessage {
  String? identifier;
  Map? fields;

  @override
  Map<String, dynamic> toJson() {
    final Map<String, dynamic> json = super.toJson();
    json['identifier'] = identifier;
    json['fields'] = fields;
    return json;
  }

  RCIMIWCustomMessage.fromJson(Map<String, dynamic> json) : super.fromJson(json) {
    identifier = json['identifier'];
    fields = json['fields'];
  }
}

/// A class beside the messages, which is none.
class RCIMIWPushOptions {
  String? title;

  Map<String, dynamic> toJson() => {'title': title};
}
