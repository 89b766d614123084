im.registerMessageType('demo:Hello', true, true, ['hello']);
im.registerMessageType('chat:Room', false, false, ['id']);
