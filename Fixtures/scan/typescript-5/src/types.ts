export enum ConversationType {
  PRIVATE = 1,
  GROUP = 3,
  CHATROOM = 4,
}

export const GIFT = 'live:Gift';
export const isPersisted = true;

/** No flags of a message, however it reads. */
export class Store {
  private persisted: Map<string, boolean> = new Map();

  isCounted(type: string): boolean {
    const counted = 'live:Temp';
    return this.persisted.get(type) ?? counted === type;
  }

  GIFT(): string {
    return 'not:AType';
  }
}
