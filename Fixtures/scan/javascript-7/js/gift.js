Chat.GiftMessage = function () {
  Chat.Message.call(this);
  this.objectName = 'chat:Gift';
};
Chat.GiftMessage.prototype = new Chat.Message();

Chat.GiftMessage.prototype.setGift = function (value) {
  this.setContent(value, 'giftId');
};
Chat.GiftMessage.prototype.getGift = function () {
  return this.getContent('giftId');
};
Chat.GiftMessage.prototype.setTitle = function (value) {
  this.setContent(value, 'title');
};
Chat.GiftMessage.prototype.getTitle = function () {
  return this.getContent('title');
};

Chat.NoticeMessage = function () {
  Chat.Message.call(this);
  this.objectName = 'chat:Notice';
};
Chat.NoticeMessage.prototype = new Chat.Message();
Chat.NoticeMessage.prototype.setText = function (value) {
  this.setContent(value, 'text');
};
