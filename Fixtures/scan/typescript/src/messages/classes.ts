module App {
  export class RoseMessage implements MessageContent {
    user: UserInfo;
    colour: string;
    stems: number;
    messageName: string = "RoseMessage";

    constructor(message: any) {
      if (arguments.length == 0) {
        throw new Error("Can not instantiate with empty parameters, use obtain method instead -> App:Rose.");
      }
      this.colour = message.colour;
      this.stems = message.stems;
      message.user && (this.user = message.user);
    }

    static obtain(colour: string): RoseMessage {
      return new RoseMessage({ colour: colour, stems: 1 });
    }

    encode() {
      return JSON.stringify(ModelUtil.modelClone(this));
    }
  }
}

RongIMClient.MessageParams = {
  RoseMessage: {
    objectName: "App:Rose", msgTag: new MessageTag(true, true)
  },
};

export class CartMessage extends BaseMessage {
  public static readonly TYPE: string = "App:Cart";

  toJSON(): Record<string, unknown> {
    return {
      [KEYS.total]: this.total,
      lines: this.lines.map((line) => ({ sku: line.sku })),
      ...super.toJSON(),
    };
  }

  static fromJSON(json: any): CartMessage {
    const cart = new CartMessage();
    cart.total = json[KEYS.total];
    cart.lines = json.lines;
    cart.coupon = json["coupon"];
    return cart;
  }
}
