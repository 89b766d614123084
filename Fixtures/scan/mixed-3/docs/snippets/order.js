im.registerMessageType('food:Order', true, true, ['id']);
im.registerMessageType('food:Sample', true, true, ['id']);
