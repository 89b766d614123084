import { GIFT } from './types';
import type { Client } from './client';

interface Gift {
  giftId: string;
  number: number;
  anonymous?: boolean;
  sender: { id: string; name?: string };
}

export function register(im: Client) {
  const isPersited = true;
  const isCounted = false;
  im.registerMessageType<Gift>(GIFT, isPersited, isCounted, ['giftId']);
}
