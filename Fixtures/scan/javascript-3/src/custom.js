// Version 2
var messageName = 'ProductMessage';
var objectName = 'shop:product';
var messageTag = new RongIMLib.MessageTag(true, true);
var prototypes = ['sku', 'price'];
RongIMClient.registerMessageType(messageName, objectName, messageTag, prototypes);

RongIMClient.registerMessageType('BoostMessage', 'shop:boost', new RongIMLib.MessageTag(false, true), ['times', 'until']);

// Version 4
const im = RongIMLib.init({ appkey: '' });
const Cart = im.registerMessageType('shop:cart', false, false, ['items', 'sum']);

// Version 5
export const Blink = RongIMLib.registerMessageType('shop:blink', false, false, ['on'], true);

im.getConversation({ type: 1, targetId: 'x' }).send({
  messageType: 'shop:ping',
  content: {
    at: Date.now(),
    route: ['a', 'b']
  },
  isPersited: false,
  isCounted: false
});
