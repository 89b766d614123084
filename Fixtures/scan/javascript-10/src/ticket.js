'use strict';

function TicketMessage() {}

TicketMessage.OBJECT_NAME = 'shop:Ticket';

TicketMessage.prototype.getObjectName = function () {
  return TicketMessage.OBJECT_NAME;
};

TicketMessage.prototype.getFlag = function () {
  return 3;
};

TicketMessage.prototype.encode = function () {
  var body = { code: this.code, holder: { id: this.holder.id, name: this.holder.name } };
  if (this.gate) {
    body.gate = this.gate;
  }
  return JSON.stringify(body);
};

TicketMessage.prototype.decode = function (text) {
  var body = JSON.parse(text);
  this.code = body.code;
  this.holder = body.holder;
  this.gate = body.gate;
};

module.exports = TicketMessage;
