export enum ObjectName {
  Image = 'RC:ImgMsg',
}

export interface ImageMessage {
  objectName: ObjectName.Image;
  local: string;
  isFull?: string;
  extra?: string;
}

/** The name of this type is only in the native code. */
export interface RecallNotificationMessage {
  operatorId: string;
  recallTime: number;
  originalObjectName: string;
  isAdmin: string;
}
