class TicketMessage {
  TicketMessage(this.code, this.gate);

  static const String objectName = 'rail:Ticket';

  final String code;
  final String? gate;

  Map<String, dynamic> toJson() => {'code': code, 'gate': gate};
}
