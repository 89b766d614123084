import im from './im';

im.registerMessageType('chat:Gift', true, true, ['giftId', 'number']);
im.registerMessageType('chat:Room', true, false, ['roomId']);
