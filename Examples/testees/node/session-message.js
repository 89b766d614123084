// Chat messages in sessions: the members that a machine reads, and those that it changes (SES-042, SES-082).
import { Fault, Scanner } from './json.js';
import { contentLimits } from './limits.js';
import { MessageReader, showMessage, writeMessage } from './message.js';
import { INDEX, messageSchema } from './message-schema.js';
import { Skip } from './skip.js';
import { Raw } from './values.js';

/** A message as returned by the decoder. */
export class SessionMessage {
  constructor(object) {
    this.object = object;
    this.kind = object.kind;
  }

  /** Reads the bytes of a JSON object with the limits of contents, or with those given. */
  static read(bytes, beat = '', limits = {}) {
    return new SessionMessage(new MessageReader(new Scanner(bytes, contentLimits(limits)), false, beat).message());
  }

  /** Reads a message of an event; a script with one that is refused is not understood (SES-151). */
  static given(bytes, beat) {
    try {
      return SessionMessage.read(bytes, beat);
    } catch (fault) {
      if (fault instanceof Fault) throw new Skip(`a message cannot be read: ${fault.code}`);
      throw fault;
    }
  }

  /** The text of a member, or undefined. */
  text(name) {
    return this.object.values[INDEX[name]]?.s;
  }

  /** Returns the text of a member, or undefined; one with a lone surrogate is absent for a machine (SES-160). */
  known(name) {
    const text = this.text(name);
    return text?.isWellFormed() ? text : undefined;
  }

  /** Returns the text of a member that is present and not empty, or undefined. */
  id(name) {
    return this.known(name) || undefined;
  }

  /** The number in `code`, or undefined; one that is not an integer of 64 bits counts as absent (SES-152). */
  get code() {
    const value = this.object.values[INDEX.code];
    if (value === undefined || !/^-?[0-9]{1,19}$/.test(value.t)) return undefined;
    return BigInt.asIntN(64, BigInt(value.t)) === BigInt(value.t) ? new Raw(value.t) : undefined;
  }

  /** The JSON as it was received, without a `beatID` that does not belong there (SES-154). */
  get shown() {
    const { object } = this;
    const values = object.strayBeat ? object.values.with(INDEX.beatID, undefined) : object.values;
    return new Raw(showMessage({ ...object, values, strayBeat: false }));
  }

  /** Returns the JSON as it is written, with members replaced, or removed if their new value is undefined. */
  written(changes = {}) {
    const { object } = this;
    const values = [...object.values];
    for (const [name, text] of Object.entries(changes)) {
      values[INDEX[name]] = text === undefined ? undefined : { t: JSON.stringify(text), s: text };
    }
    // A beatID does not belong in a message with a kind or a sender (SES-154).
    const isAddressed = ['messageType', 'fromUserID'].some((name) => values[INDEX[name]] !== undefined);
    if (object.strayBeat || isAddressed) values[INDEX.beatID] = undefined;
    // If a member is replaced, its unparsed occurrences are dropped (CNT-183).
    const isReplaced = (slot) => slot.known && slot.kept && messageSchema.members[slot.known.index].name in changes;
    const slots = new Map([...object.slots].filter(([, slot]) => !isReplaced(slot)));
    return writeMessage({ ...object, values, slots });
  }
}
