class Gift {
  Gift({required this.giftId, this.number = 1, this.note, this.sender});

  final String giftId;
  final int number;
  final String? note;
  final Sender? sender;

  factory Gift.fromJson(Map<String, dynamic> json) => Gift(
        giftId: json['giftId'] as String,
        number: json['number'] as int? ?? 1,
        note: json['note'] as String?,
        sender: json['sender'] == null ? null : Sender.fromJson(json['sender']),
      );

  Map<String, dynamic> toJson() => {
        'giftId': giftId,
        'number': number,
        if (note != null) 'note': note,
        if (sender != null) 'sender': sender!.toJson(),
      };
}

class Sender {
  Sender(this.id, this.name);

  final String id;
  final String name;

  factory Sender.fromJson(Map<String, dynamic> json) => Sender(json['id'], json['name']);

  Map<String, dynamic> toJson() => {'id': id, 'name': name};
}
