'use strict';

const request = require('./request');

const TYPES = {
  kick: 'live:Kick',
  mute: 'live:Mute',
};

function publish(type, room, body) {
  return request.post('/message/chatroom/publish.json', {
    fromUserId: 'system',
    toChatroomId: room,
    objectName: TYPES[type],
    content: JSON.stringify(body),
  });
}

exports.kick = (room, userId, reason) => publish('kick', room, { userId, reason });
exports.mute = (room, userId, seconds) => publish('mute', room, { userId, seconds });
