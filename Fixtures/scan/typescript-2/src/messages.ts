import type { Dict } from './dict';

namespace Wire {
  export const ns = 'ST:' as const;
  export const Booking = `${ns}Booking`;
}

abstract class Base<T extends Dict> {
  abstract readonly objectName: string;
  protected constructor(readonly body: T) {}
}

export class BookingMessage extends Base<Dict> {
  public get objectName(): string {
    return Wire.Booking;
  }
  public readonly persistentFlag = 3;

  encode(): string {
    const out: Record<string, unknown> = {};
    out.room = this.body.room;
    out['from'] = this.body.from;
    if (this.body.until !== undefined) {
      out.until = this.body.until;
    }
    return JSON.stringify(out);
  }
}

export interface ReceiptBody {
  readonly ids: string[];
  at: number;
}

@MessageTag({ objectName: 'ST:Receipt', flag: MessageFlag.NONE })
export class ReceiptMessage implements ReceiptBody {
  ids: string[] = [];
  at = Date.now();

  encode = (): string => JSON.stringify(this);
}

type Handler = (message: { objectName: string; content: unknown }) => void;

export async function announce(im: IM, text: string): Promise<void> {
  await im.sendMessage({ type: 1, targetId: 'x' }, {
    messageType: 'ST:Announce',
    content: <AnnounceBody>{ text, lang: 'en' },
    isPersited: true,
    isCounted: false,
  });
}
