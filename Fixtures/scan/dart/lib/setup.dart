Future<void> setUp(RCIMIWEngine engine, String flavour) async {
  await engine.registerNativeCustomMessage(
    'App:Native',
    RCIMIWNativeCustomMessagePersistentFlag.persisted,
  );
  final text = '''
    registerNativeCustomMessage('App:Text', RCIMIWNativeCustomMessagePersistentFlag.count);
  ''';
  await engine.registerNativeCustomMessage('App:$flavour', RCIMIWNativeCustomMessagePersistentFlag.none);
  if (message.objectName == 'App:Compared') print(text);
}
