// The members of chat messages and of their contents (CHT-010 to CHT-026).
import { isJSONNumber } from './json.js';
import { isBase64 } from './base64.js';
import { UNREADABLE, objectInText, readers } from './kinds.js';
import { makeMember, makeObject } from './schema.js';

/** The kinds of messages that a messageType names (CHT-003). */
export const KINDS = new Set(['login', 'loginReceipt', 'normal', 'normalReceipt', 'invalidReceipt', 'repeal', 'repealReceipt',
  'validate', 'system']);

/** The members that each kind requires (CHT-014); heartbeats require none. */
const REQUIRED = {
  login: ['messageType', 'fromUserID', 'deviceType', 'versionCode'],
  normal: ['messageType', 'fromUserID', 'chatType', 'contenType', 'content', 'sendTime'],
  normalReceipt: ['messageType', 'messageID'],
  repeal: ['messageType', 'messageID', 'fromUserID'],
  repealReceipt: ['messageType', 'messageID'],
  validate: ['messageType', 'fromUserID'],
  heartbeat: [],
};

/** Returns the names of the members that a message requires, by its kind and its other members. */
export function requiredMembers(kind, text) {
  const names = new Set(REQUIRED[kind] ?? ['messageType']);
  if (kind === 'normal') {
    if (text('chatType') === 'userChat') names.add('toUserID');
    if (text('chatType') === 'groupChat') names.add('groupID');
    if (text('objectName') !== undefined) names.delete('contenType');
  }
  return names;
}

/** The members that make an object without messageType a login, and those that no login has (CHT-040). */
export const LOGIN_HAS = ['fromUserID', 'deviceType', 'versionCode'];
export const LOGIN_HAS_NOT = ['messageID', 'toUserID', 'groupID', 'chatType', 'contenType', 'objectName', 'content'];

const LOCAL_STATE = ['byMyself', 'isSend', 'isRead', 'isSending', 'progress', 'unreadCount', 'lastMessage', 'lastTimeString'];

const alias = (name) => ({ aliases: [{ name, deviation: 'DEV-117' }] });
const strings = (...names) => names.map((name) => makeMember(name, 'string'));

/** Whether a text is a time that is valid for `sendTime` (CHT-013). */
const isSendTime = (text) => /^[0-9]{1,19}$/.test(text) && BigInt(text) <= 9223372036854775807n;

/** Reads a size in the form `{200, 150}` (CHT-023). */
function sizeInText(text, limits) {
  const match = /^\{ *([^ ,]+) *, *([^ ,}]+) *\}$/.exec(text);
  if (!match || !match.slice(1).every((n) => isJSONNumber(n) && n.length <= limits.numberBytes)) return null;
  return { t: `{"width":${match[1]},"height":${match[2]}}`, types: ['DEV-122'] };
}

const size = makeObject([makeMember('width', 'number', { required: true }), makeMember('height', 'number', { required: true })]);

const contentSchema = (required) => makeObject([
  makeMember('text', 'string', { required }),
  makeMember('picSize', 'object', { nested: size, fromText: sizeInText }),
  makeMember('bigPicAdress', 'string', alias('bigPicAddress')),
  ...strings('seconds', 'fileName', 'fileSize', 'fileType'),
  makeMember('fileIconAdress', 'string', alias('fileIconAddress')),
  makeMember('videoDuration', 'number'),
  makeMember('videoSize', 'string'),
]);

/** The members of a message. `content` is read after all others are known. */
export const messageSchema = makeObject([
  ...strings('messageType', 'messageID', 'clientMessageID', 'fromUserID', 'toUserID', 'groupID', 'chatType'),
  makeMember('contenType', 'string', alias('contentType')),
  makeMember('objectName', 'string'),
  makeMember('content', 'raw'),
  makeMember('atToUserIDs', 'strings'),
  ...strings('nickName', 'fromPortrait', 'toPortrait', 'groupName'),
  makeMember('noDisturb', 'integer'),
  ...strings('deviceType', 'versionCode'),
  makeMember('sendTime', 'string', { number: 'DEV-120', check: isSendTime, checkDeviation: 'DEV-121' }),
  makeMember('code', 'integer'),
  makeMember('beatID', 'string'),
], { foreign: Object.fromEntries(LOCAL_STATE.map((name) => [name, 'DEV-118'])) });

/** The index of each member in the schema. */
export const INDEX = Object.fromEntries(messageSchema.members.map((m, i) => [m.name, i]));

/** A RongCloud content in a message (CHT-025, CHT-026). */
readers.rongCloud = (m, token, s) => {
  if (token.type === 'object') return { t: s.raw(token) };
  if (token.type !== 'string') return UNREADABLE;
  const value = readers.string(m, token, s);
  const inner = token.lone < 0 && value.s.startsWith('{') ? objectInText(value.s, s) : null;
  if (inner) return { t: inner.t, types: ['DEV-110'], lone: inner.lone };
  return isBase64(value.s) ? value : { ...value, base64: 'DEV-108' };
};

const plain = makeMember('content', 'object', { nested: contentSchema(false) });
const withText = makeMember('content', 'object', { nested: contentSchema(true) });
const CONTENTS = { text: withText, tip: withText, audio: plain, picture: plain, video: plain, file: plain, repeal: plain,
  firstRepeal: plain };
const rongCloud = makeMember('content', 'rongCloud');
const raw = makeMember('content', 'raw');

/** Returns how the content of a message is read (CHT-004, CHT-020, CHT-025). */
export function contentMember(kind, contentType, hasObjectName) {
  if (kind === 'unknown') return raw;
  if (hasObjectName) return rongCloud;
  return Object.hasOwn(CONTENTS, contentType ?? '') ? CONTENTS[contentType] : raw;
}
