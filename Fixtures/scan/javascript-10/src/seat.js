'use strict';

var SeatMessage = function (seat) {
  this.seat = seat;
};

SeatMessage.prototype = {
  constructor: SeatMessage,
  objectName: 'shop:Seat',
  flag: 1,

  encode: function () {
    var body = {};
    body.row = this.seat.row;
    body.number = this.seat.number;
    return JSON.stringify(body);
  },

  label: function () {
    return 'row ' + this.seat.row;
  }
};

module.exports = SeatMessage;
