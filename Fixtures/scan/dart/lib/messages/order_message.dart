import 'package:json_annotation/json_annotation.dart';

part 'order_message.g.dart';

@JsonSerializable()
class OrderMessage extends MessageContent {
  static const objectName = Names.order;

  @JsonKey(name: 'order_no')
  final String orderNo;
  final double? total;
  @JsonKey(includeFromJson: false, includeToJson: false)
  final bool cached;

  OrderMessage(this.orderNo, {this.total, this.cached = false});

  factory OrderMessage.fromJson(Map<String, dynamic> json) => _$OrderMessageFromJson(json);
  Map<String, dynamic> toJson() => _$OrderMessageToJson(this);
}

class PollMessage extends RCIMIWUserCustomMessage {
  String? question;

  @override
  Map<String, dynamic> encode() => {
        'question': question,
        'choices': [
          for (final choice in choices) {'label': choice.label},
        ],
      };

  @override
  void decode(String jsonStr) {
    final Map<String, dynamic> values = jsonDecode(jsonStr);
    question = values['question'];
    closed = values['closed'] ?? false;
  }

  @override
  String messageObjectName() => r'App:Poll';
}

class ConversationType {
  static const int Private = 1;
  static const int Group = 3;
  // static const int Old = 9;
  static const int System = 6;
}
