class Names {
  static const String prefix = 'App:';
  static const String gift = '${prefix}Gift';
  static const order = "App:" "Order";
  // static const String gone = 'App:Gone';
}
