import { engine } from './engine';

export const CUSTOM_MESSAGE = Object.freeze({ CALL: 'ts:call', BYE: 'ts:bye' });

interface CallBody { peer: string; video: boolean }

export class CallMessage implements CustomContent<CallBody> {
  static readonly objectName = CUSTOM_MESSAGE.CALL;
  constructor(public readonly body: CallBody) {}
}

export function bye(): OutgoingMessage {
  const content: Record<string, unknown> = { at: Date.now() };
  content.reason = 'end';
  return { messageType: CUSTOM_MESSAGE.BYE, content, isPersited: true, isCounted: false };
}
