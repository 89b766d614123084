im.registerMessageType('Test:Fake', true, true, ['fake']);
