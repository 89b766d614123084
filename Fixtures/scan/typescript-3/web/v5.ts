import * as RongIMLib from '@rongcloud/imlib-next';
import { MessageType } from './names';

export interface ITicketContent {
  seat: string;
  row: number;
  note?: string;
}

export const TicketMessage = RongIMLib.registerMessageType<ITicketContent>(MessageType.Ticket, true, false);

const Vibrate = RongIMLib.registerMessageType(
  MessageType.Vibrate,
  /* isPersited */ true,
  /* isCounted */ true,
  ['ms', 'pattern'],
  false,
);

export class Dispatcher {
  async send(target: string) {
    const message = new RongIMLib.BaseMessage('Web:Once', { token: target, ttl: 5 }, false, false);
    await RongIMLib.sendMessage(conversation, message);
  }
}
