import RongIMLib from '@rongcloud/imlib-next';
import { NAMES } from './names';

const isPersited = true;
var isCounted = false; // counting is off

export const LikeMessage = RongIMLib.registerMessageType(NAMES.LIKE, isPersited, isCounted, ['count', "target"], false);

// RongIMLib.registerMessageType('App:Commented', true, true, ['a']);
/* im.registerMessageType('App:Blocked', true, true, ['b']); */

im.registerMessageType(
  NAMES.GIFT,
  true,
  true,
  [
    'giftId',
    'amount', // 'currency',
    'note',
  ]
);

im.registerMessageType('App:Signal', false, false, [], true);

console.log("registerMessageType('App:Logged', true, true, ['x'])", /registerMessageType\('App:Regex', 1\)/.test(''));

function registerAll(kinds) {
  kinds.forEach((kind) => im.registerMessageType('App:' + kind, true, true, []));
}
