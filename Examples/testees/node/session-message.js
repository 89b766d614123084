// Chat messages in sessions: the members that a machine reads, and those that it changes (SES-042, SES-082).
import { NO_LIMITS, Scanner } from './json.js';
import { MessageReader, showMessage, writeMessage } from './message.js';
import { INDEX, messageSchema } from './message-schema.js';
import { Raw } from './values.js';

/** A message as returned by the decoder. */
export class SessionMessage {
  constructor(object) {
    this.object = object;
    this.kind = object.kind;
  }

  /** Reads the bytes of a JSON object. */
  static read(bytes, beat = '') {
    return new SessionMessage(new MessageReader(new Scanner(bytes, NO_LIMITS), false, beat).message());
  }

  /** The text of a member, or undefined. */
  text(name) {
    return this.object.values[INDEX[name]]?.s;
  }

  /** Returns the text of a member that is present and not empty, or undefined. */
  id(name) {
    return this.text(name) || undefined;
  }

  /** The number in `code`, with its spelling, or undefined. */
  get code() {
    const value = this.object.values[INDEX.code];
    return value === undefined ? undefined : new Raw(value.t);
  }

  /** The JSON as it was received. */
  get shown() {
    return new Raw(showMessage(this.object));
  }

  /** Returns the JSON as it is written, with members replaced, or removed if their new value is undefined. */
  written(changes = {}) {
    const { object } = this;
    const values = [...object.values];
    for (const [name, text] of Object.entries(changes)) {
      values[INDEX[name]] = text === undefined ? undefined : { t: JSON.stringify(text), s: text };
    }
    // If a member is replaced, its unparsed occurrences are dropped (CNT-183).
    const isReplaced = (slot) => slot.known && slot.kept && changes[messageSchema.members[slot.known.index].name] !== undefined;
    const slots = new Map([...object.slots].filter(([, slot]) => !isReplaced(slot)));
    return writeMessage({ ...object, values, slots });
  }
}
