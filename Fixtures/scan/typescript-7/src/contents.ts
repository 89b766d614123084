export interface LikeContent {
  roomId: string;
  count: number;
}

export interface SeatContent {
  seats: Seat[];
  host?: string | null;
}

export interface Seat {
  index: number;
  userId: string;
  locked: boolean;
}

export type KickContent = {
  userId: string;
  reason?: KickReason;
};

export enum KickReason {
  Spam = 1,
  Abuse = 2,
  Other = 99,
}
