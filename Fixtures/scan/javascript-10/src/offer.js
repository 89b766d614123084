'use strict';

var util = require('util');
var Content = require('./content');

function OfferMessage(offerId, price) {
  Content.call(this);
  this.offerId = offerId;
  this.price = price;
  this.note = null;
}

util.inherits(OfferMessage, Content);

OfferMessage.prototype.objectName = 'shop:Offer';
OfferMessage.prototype.isPersited = true;
OfferMessage.prototype.isCounted = true;

OfferMessage.prototype.toJSON = function () {
  return {
    offer_id: this.offerId,
    price: this.price,
    note: this.note
  };
};

OfferMessage.prototype.describe = function () {
  return { text: this.offerId + ' for ' + this.price };
};

module.exports = OfferMessage;
