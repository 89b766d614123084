import 'package:flutter/services.dart';

import 'ticket.dart';

/// Passes calls to the native side; the names of its events are no types.
class LotteryChannel {
  static const MethodChannel _channel = MethodChannel('lottery');
  void Function(TicketMessage ticket)? onTicket;

  void listen() {
    _channel.setMethodCallHandler((MethodCall call) async {
      switch (call.method) {
        case 'lottery:onTicketReceived':
          onTicket?.call(TicketMessage.parse(call.arguments));
          break;
        case 'lottery:onWinReceived':
          WinMessage.fromJson(call.arguments);
          break;
      }
    });
  }

  Future<void> send(TicketMessage ticket) => _channel.invokeMethod('lottery:sendTicket', ticket.toMap());
}
