(function (win) {
  var RongIMClient = win.RongIMClient;
  var messageName = "PersonMessage";
  var objectName = "App:Person";
  var mesasgeTag = new RongIMLib.MessageTag(true, true);
  var prototypes = ["name", "age"];
  RongIMClient.registerMessageType(messageName, objectName, mesasgeTag, prototypes);

  RongIMClient.registerMessageType('StatusMessage', 'App:Status', new RongIMLib.MessageTag(false, true), ['mood', 'until']);

  RongIMClient.MessageParams = {
    // OldMessage: { objectName: "App:Old", msgTag: new RongIMLib.MessageTag(true, true) },
    RoseMessage: { objectName: "App:Rose", msgTag: new RongIMLib.MessageTag(false, false) },
    RingMessage: {
      msgTag: new RongIMLib.MessageTag(true, true),
      objectName: "App:" + "Ring"
    }
  };

  var RoseMessage = (function () {
    function RoseMessage(message) {
      this.messageName = "RoseMessage";
      this.colour = message.colour;
      this.stems = message.stems;
      message.extra && (this.extra = message.extra);
    }
    RoseMessage.obtain = function (colour) {
      return new RoseMessage({ colour: colour, stems: 1 });
    };
    return RoseMessage;
  })();
})(window);
