// As in the guide.
im.registerMessageType('chat:Gift', true, true, ['name', 'price']);
