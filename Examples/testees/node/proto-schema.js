// The messages of the bodies, read from the .proto files of the specification.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { specFolder } from './schema.js';

const SCALARS = new Set(['int32', 'int64', 'bool', 'string', 'bytes']);
const FIELD = /^\s*(required|optional|repeated)\s+(\w+)\s+(\w+)\s*=\s*(\d+)\s*;/;

let loaded = null;

/** Loads all messages by name: fields by name and by number, in the order of their numbers. */
export function loadMessages() {
  if (!loaded) loaded = readMessages();
  return loaded;
}

function readMessages() {
  const messages = new Map();
  const enums = new Set();
  const folder = join(specFolder, 'rmtp');
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.proto')) readProto(readFileSync(join(folder, file), 'utf8'), messages, enums);
  }
  for (const message of messages.values()) {
    message.fields.sort((a, b) => a.number - b.number);
    for (const field of message.fields) {
      message.byName.set(field.name, field);
      message.byNumber.set(field.number, field);
      if (SCALARS.has(field.type)) field.kind = field.type;
      else if (enums.has(field.type)) field.kind = 'int32';
      else Object.assign(field, { kind: 'message', message: messages.get(field.type) });
      field.wire = { string: 2, bytes: 2, message: 2 }[field.kind] ?? 0;
    }
  }
  return messages;
}

function readProto(text, messages, enums) {
  let message = null;
  for (const line of text.split('\n')) {
    const start = /^(message|enum)\s+(\w+)/.exec(line);
    const field = FIELD.exec(line);
    if (start) {
      message = null;
      if (start[1] === 'enum') {
        enums.add(start[2]);
      } else {
        message = { name: start[2], fields: [], byName: new Map(), byNumber: new Map() };
        messages.set(start[2], message);
      }
    } else if (field && message) {
      const [, label, type, name, number] = field;
      message.fields.push({ name, number: Number(number), label, type, kind: '', wire: 0, message: null });
    }
  }
}
