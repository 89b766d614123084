(function (RongIMLib) {
  'use strict';

  // objectName to the name of the class
  var typeMapping = {
    'RC:TxtMsg': 'TextMessage',
    "RC:ImgMsg": "ImageMessage",
    'RC:LBSMsg': 'LocationMessage',
    // 'RC:Old': 'OldMessage',
  };

  var ConversationType = {
    NONE: 0,
    PRIVATE: 1,
    DISCUSSION: 2,
    GROUP: 3
  };

  var TextMessage = function (message) {
    this.content = message.content;
    this.extra = message.extra;
    this.messageName = 'TextMessage';
  };
  TextMessage.obtain = function (text) {
    return new TextMessage({ extra: '', content: text });
  };
  TextMessage.prototype.encode = function () {
    return JSON.stringify(ModelUtil.modelClone(this));
  };

  RongIMLib.typeMapping = typeMapping;
})(window.RongIMLib || (window.RongIMLib = {}));
