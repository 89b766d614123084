import { registerMessageType } from '@rongcloud/imlib-next';

interface SeatBody { seat: string; row: number }

export const SeatMessage = registerMessageType<SeatBody>('App:Seat', true, true, []);

export const PulseMessage = RongIMLib.registerMessageType<{ beat: number; at?: number }>(
  "App:" + "Pulse", // the name
  false,
  false,
);

const log = `registered ${'App:Interpolated'} and registerMessageType('App:Text', true, true, ['t'])`;

export function register(name: string) {
  return registerMessageType(name, true, true);
}

engine.registerNativeCustomMessage('App:Native', RCIMIWNativeCustomMessagePersistentFlag.COUNT);
