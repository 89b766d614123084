import 'dart:convert';

import 'content.dart';

/// A ticket, whose encoder returns the JSON of the wire.
class TicketMessage extends LotteryContent {
  static const String objectName = 'lottery:Ticket';
  String? number;
  int? price;
  String? path;

  @override
  String encode() {
    Map map = {'number': number ?? ''};
    if (price != null) {
      map['price'] = price;
    } else {
      map['price'] = 0;
    }
    if (path != null) {
      map['path'] = path;
    }
    if (holder != null) {
      Map held = super.encodeHolder(holder!);
      map['holder'] = held;
    }
    return json.encode(map);
  }

  /// The object for the native side, which is not the content.
  Map toMap() {
    return {'content': encode(), 'channel': 'lottery'};
  }

  @override
  String getObjectName() => objectName;
}
