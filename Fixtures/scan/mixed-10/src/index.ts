import { NativeModules } from 'react-native';
import { ImageMessage, RecallNotificationMessage } from './types';

export const send = (target: string, image: ImageMessage) => NativeModules.Orchard.send(target, image);
export const onRecall = (listener: (notice: RecallNotificationMessage) => void) =>
  NativeModules.Orchard.listen('recall', listener);
