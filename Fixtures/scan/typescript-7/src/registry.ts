import type { KickContent, LikeContent, SeatContent } from './contents';

/** The contents by their objectNames. */
export interface Contents {
  'live:Like': LikeContent;
  'live:Seat': SeatContent;
  'live:Kick': KickContent;
}

export const flags: Record<keyof Contents, number> = {
  'live:Like': 0,
  'live:Seat': 1,
  'live:Kick': 1,
};

export function send<Name extends keyof Contents>(name: Name, content: Contents[Name]) {
  return post({ objectName: name, content: JSON.stringify(content) });
}

declare function post(form: Record<string, string>): Promise<void>;
