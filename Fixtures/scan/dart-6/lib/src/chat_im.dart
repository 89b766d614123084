import 'package:flutter/services.dart';

import 'messages.dart';

/// Talks to the native side, which has the wire's own names.
class ChatIM {
  static const MethodChannel _channel = MethodChannel('chat_im');

  static Future<void> send(int type, String target, MessageContent content) =>
      _channel.invokeMethod('sendMessage', {
        'conversationType': type,
        'targetId': target,
        'objectName': content.getObjectName(),
        'content': content.encode(),
      });
}
