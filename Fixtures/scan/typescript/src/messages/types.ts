import { ObjectName } from './names';

/** The common part; objectName: "App:Base" in the manual. */
export interface MessageContent {
  objectName: ObjectName;
}

export interface GiftMessage extends MessageContent {
  objectName: ObjectName.Gift;
  giftId: string;
  count: number;
  note?: string;
  options: {
    animated: boolean;
  };
  // removed: string;
}

export type OrderMessage = {
  objectName: ObjectName.Order;
  orderNo: string;
  readonly items: Array<{ sku: string; count: number }>;
};

export enum ConversationType {
  PRIVATE = 1,
  DISCUSSION,
  GROUP,
  SYSTEM = 6,
}
