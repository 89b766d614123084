const native = uni.requireNativePlugin('Chat-IM');

// The native plug-in knows these classes by their numbers and translates them.
export const MessageType = { TEXT: 'RC:TxtMsg', GIFT: 'chat:Gift' };

export function sendText(target, text) {
  native.sendMessage({
    conversationType: 1,
    targetId: target,
    objectName: MessageType.TEXT,
    content: { text: text, userInfo: { userId: 'u', portraitUrl: 'p' } },
  });
}

export function sendGift(target, gift) {
  native.sendMessage({
    conversationType: 1,
    targetId: target,
    objectName: MessageType.GIFT,
    content: { giftName: gift.name, giftCount: gift.count },
  });
}
