var Chat = Chat || {};

Chat.Message = function () {
  this._content = {};
};
Chat.Message.prototype.setContent = function (value, key) {
  this._content[key] = value;
};
Chat.Message.prototype.getContent = function (key) {
  return this._content[key];
};
Chat.Message.prototype.encode = function () {
  return JSON.stringify(this._content);
};
