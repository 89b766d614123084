library messages;

const String _ns = 'ST';
const kTicket = '$_ns:Ticket';

class TicketMessage extends MessageContent {
  final String seat;
  final int? price;

  const TicketMessage({required this.seat, this.price});

  factory TicketMessage.fromMap(Map<dynamic, dynamic> map) {
    return TicketMessage(
      seat: map['seat'] as String,
      price: map['price'],
    );
  }

  Map<String, Object?> toMap() {
    final result = <String, Object?>{'seat': seat};
    if (price != null) result['price'] = price;
    result.addAll({'currency': 'EUR'});
    return result;
  }

  @override
  String get objectName => kTicket;
}

class ScanMessage extends RCIMIWUserCustomMessage {
  String? code;
  bool ok = false;

  ScanMessage.decode(Map<String, dynamic> json) : super.fromJson(json) {
    code = json['code'];
    ok = json['ok'] ?? false;
  }

  @override
  Map<String, dynamic> toJson() {
    final Map<String, dynamic> data = super.toJson();
    data['code'] = code;
    data['ok'] = ok;
    return data;
  }

  static const String identifier = "ST:Scan";

  @override
  String messageObjectName() {
    return identifier;
  }
}
