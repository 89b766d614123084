import 'package:json_annotation/json_annotation.dart';

part 'auction.g.dart';

@JsonSerializable(fieldRename: FieldRename.snake, includeIfNull: false)
class AuctionBid extends CustomContent {
  AuctionBid({required this.auctionId, required this.amountCents, this.bidderName, this.isFinal = false});

  static const String objectName = 'auction:Bid';

  @JsonKey(required: true)
  final String auctionId;
  final int amountCents;
  final String? bidderName;
  @JsonKey(name: 'final', defaultValue: false)
  final bool isFinal;
  @JsonKey(includeFromJson: false, includeToJson: false)
  bool isShown = false;

  factory AuctionBid.fromJson(Map<String, dynamic> json) => _$AuctionBidFromJson(json);

  @override
  Map<String, dynamic> toJson() => _$AuctionBidToJson(this);
}
