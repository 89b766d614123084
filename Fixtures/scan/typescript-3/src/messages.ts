import { ObjectName } from './enums';

export interface MessageContent {
  objectName: string;
  userInfo?: UserInfo;
}

/** A text */
export interface TextMessage extends MessageContent {
  objectName: ObjectName.Text;
  content: string;
  extra?: string;
}

export interface ImageMessage extends MessageContent {
  objectName: ObjectName.Image | 'RC:ImgMsg';
  local: string;
  remote?: string;
  isFull?: boolean;
}

export type StickerMessage = {
  objectName: 'Rn:Sticker';
  pack: string;
  readonly index: number;
};

export async function poke(conversationType: ConversationType, targetId: string): Promise<void> {
  await sendMessage({
    conversationType,
    targetId,
    content: {
      objectName: 'Rn:Poke',
      strength: 3,
      from: me,
    },
  });
}
