import 'gift.dart';

typedef Factory = Object Function(Map<String, dynamic> json);

/// The contents that this application knows.
final Map<String, Factory> contents = {
  'shop:Gift': (json) => Gift.fromJson(json),
};

const Map<Type, String> objectNames = {
  Gift: 'shop:Gift',
};

const Map<String, int> messageFlags = {'shop:Gift': 3};
