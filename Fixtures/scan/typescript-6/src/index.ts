import { NativeModules, NativeEventEmitter } from 'react-native';

const { ChatModule } = NativeModules;
export const events = new NativeEventEmitter(ChatModule);

export enum ObjectName {
  Text = 'RC:TxtMsg',
  Image = 'RC:ImgMsg',
  Gift = 'shop:Gift',
}

interface MessageContent {
  objectName: ObjectName;
  userInfo?: UserInfo;
}

export interface UserInfo {
  userId: string;
  name: string;
  portraitUrl: string;
}

export interface TextMessage extends MessageContent {
  objectName: ObjectName.Text;
  content: string;
}

export interface ImageMessage extends MessageContent {
  objectName: ObjectName.Image;
  local: string;
  remote?: string;
}

export interface GiftMessage extends MessageContent {
  objectName: ObjectName.Gift;
  giftName: string;
}

export function sendMessage(targetId: string, content: MessageContent): Promise<number> {
  return ChatModule.sendMessage(1, targetId, content);
}
