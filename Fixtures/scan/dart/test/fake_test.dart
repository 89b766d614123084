class FakeMessage extends MessageContent {
  static const String objectName = 'Test:Fake';
  String encode() => json.encode({'fake': 1});
}
