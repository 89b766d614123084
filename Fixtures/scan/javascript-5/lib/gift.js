'use strict';

const request = require('./request');

// Options are those of this module; the wire has its own names.
exports.sendGift = (options) => {
  const content = {
    giftId: options.gift,
    number: options.amount,
    user: { id: options.from.id, name: options.from.nickname, portrait: options.from.avatar },
  };
  return request.post('/message/chatroom/publish.json', {
    fromUserId: options.from.id,
    toChatroomId: options.room,
    objectName: 'live:Gift',
    content: JSON.stringify(content),
  });
};

exports.sendNotice = ({ room, text, pinned }) =>
  request.post('/message/chatroom/publish.json', {
    fromUserId: 'system',
    toChatroomId: room,
    objectName: 'live:Notice',
    content: JSON.stringify({ text, pinned: pinned || false }),
  });
