import 'dart:convert';

class Holder {
  String? holderId;
  String? nickname;
  List<String>? badges;
}

/// The base of all contents.
abstract class LotteryContent {
  Holder? holder;

  Map encodeHolder(Holder holder) {
    Map map = {};
    map['id'] = holder.holderId;
    map['nick'] = holder.nickname;
    map['badges'] = holder.badges;
    return map;
  }
}
