/** Names of built-in types */
export enum ObjectName {
  Text = 'RC:TxtMsg',
  Image = "RC:ImgMsg",
  /** A file */
  File = "RC:FileMsg",
  Voice = "RC:VcMsg"
}

export enum ConversationType {
  PRIVATE = 1,
  DISCUSSION,
  GROUP,
  CHATROOM,
  SYSTEM = 6,
  ULTRA_GROUP = 0xA,
}

export const enum PersistentFlag { None = 0, Persist = 1, Count = 3, Status = 16 }
