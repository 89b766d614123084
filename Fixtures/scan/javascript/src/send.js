export function sendCoupon(conversation, coupon) {
  return conversation.send({
    messageType: 'App:Coupon',
    content: {
      code: coupon.code,
      'validUntil': coupon.until,
      shop: { id: coupon.shopId, name: coupon.shopName },
      ...coupon.more,
    },
    isPersited: true,
    isCounted: true,
    pushContent: 'a coupon: App:NotThis',
  });
}

const onReceived = ({ messageType, content }) => {
  if (messageType === 'App:Received') show(content.text);
};

export class TicketMessage {
  static objectName = 'App:Ticket';
  static persistentFlag = 3;

  constructor(body) {
    this.seat = body.seat;
    this.row = body.row;
  }

  encode() {
    return JSON.stringify({ seat: this.seat, row: this.row, "gate": this.gate });
  }
}

export const ConversationType = {
  PRIVATE: 1,
  GROUP: 3,
  CHATROOM: 4, // SYSTEM: 6,
};
