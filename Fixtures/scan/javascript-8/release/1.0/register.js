im.registerMessageType('chat:Room', true, true, ['room']);
