import RongIMLib from '@rongcloud/imlib-next';

export const OrderMessage = RongIMLib.registerMessageType('food:Order', true, true, ['orderId', 'dishes', 'table'], false);
