'use strict';
const RongSDK = require('rongcloud-sdk')({ appkey: '', secret: '' });
const { Private, Group } = RongSDK.Message;

const message = {
  senderId: 'u1',
  targetId: 'u2',
  objectName: 'node:receipt',
  content: JSON.stringify({ order: '1', total: 3.5, }),
};
Private.send(message).then(console.log, console.error);

Group.send({ senderId: 'u1', targetId: 'g', objectName: 'node:alarm', content: { at: 1, tone: 'low' } });
