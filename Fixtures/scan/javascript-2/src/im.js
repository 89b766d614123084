const Types = Object.freeze({
  HUG: 'ST:Hug',
  KISS: ['ST', 'Kiss'].join(':'),
});

class Im {
  init(sdk) {
    const options = { persist: true };
    this.hug = sdk.registerMessageType(Types.HUG, true, false, ['strength', 'seconds'].concat([]));
    this.wink = sdk.registerMessageType('ST:Wink', false, false, []);
    return sdk.registerMessageType(`ST:${'Nod'}`, !0, !0, ["angle"]);
  }

  async hugSomebody(conversation, { strength, seconds = 3 }) {
    await conversation.send({
      messageType: Types.HUG,
      content: { strength, seconds },
    });
    // conversation.send({ messageType: 'ST:Commented', content: { x: 1 } })
    const message = {
      messageType: "ST:Bow", isPersited: false, isCounted: false,
      content: Object.assign({}, { depth: 2, 'to': conversation.targetId }),
    };
    return conversation.send(message);
  }

  onMessage({ messageType, content }) {
    switch (messageType) {
      case 'ST:Hug': return `hug of ${content.strength}`;
      case "ST:Nothing": return 'registerMessageType("ST:String", true, true, [])';
    }
  }
}

export default new Im();
