import * as RongIMLib from '@rongcloud/imlib-next';

const TYPES = { GIFT: 'mini:gift', LUCK: 'mini:luck' };

let GiftMessage;
export function initIM(appkey) {
  RongIMLib.init({ appkey });
  GiftMessage = RongIMLib.registerMessageType(TYPES.GIFT, true, true, ['id', 'name']);
  RongIMLib.registerMessageType(TYPES.LUCK, true, false, ['score']);
}

export const sendTap = (targetId) =>
  RongIMLib.sendMessage({ conversationType: 4, targetId }, new RongIMLib.BaseMessage('mini:tap', { x: 1, y: 2 }));
