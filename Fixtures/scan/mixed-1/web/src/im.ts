export const register = (im: any) => im.registerMessageType('app:Gift', true, true, ['giftId', 'number']);
