import { NativeModules } from 'react-native';

export interface PollMessage {
  objectName: 'app:Poll';
  question: string;
  choices: string[];
}

export const send = (target: string, poll: PollMessage) => NativeModules.Poll.send(target, poll);
