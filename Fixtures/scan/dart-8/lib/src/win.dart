/// An event of the native side.
class LotteryEvent {
  int? round;
  String? hall;

  Map<String, dynamic> toJson() {
    final Map<String, dynamic> json = <String, dynamic>{};
    json['round'] = round;
    json['hall'] = hall;
    return json;
  }

  LotteryEvent.fromJson(Map<String, dynamic> json) {
    round = json['round'];
    hall = json['hall'];
  }
}

enum PrizeKind {
  money,
  journey,
}

/// A win, which the native side converts.
class WinMessage extends LotteryEvent {
  static const String objectName = 'lottery:Win';
  PrizeKind? prize;

  @override
  Map<String, dynamic> toJson() {
    final Map<String, dynamic> json = super.toJson();
    json['prize'] = prize?.index;
    return json;
  }

  WinMessage.fromJson(Map<String, dynamic> json) : super.fromJson(json) {
    prize = json['prize'] == null ? null : PrizeKind.values[json['prize']];
  }
}
