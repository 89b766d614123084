// GENERATED CODE - DO NOT MODIFY BY HAND

part of 'order_message.dart';

OrderMessage _$OrderMessageFromJson(Map<String, dynamic> json) => OrderMessage(
      json['order_no'] as String,
      total: (json['total'] as num?)?.toDouble(),
    );

Map<String, dynamic> _$OrderMessageToJson(OrderMessage instance) => <String, dynamic>{
      'order_no': instance.orderNo,
      'total': instance.total,
    };
