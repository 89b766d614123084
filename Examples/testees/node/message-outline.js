// What the members of a chat message determine together, before they are read in order (CHT-050).
import { Fault, NO_LIMITS, Scanner } from './json.js';
import { INDEX, KINDS, LOGIN_HAS, LOGIN_HAS_NOT, contentMember, messageSchema } from './message-schema.js';

/** The kind of a message and how its content is read: both depend on members that may be at any position. */
export class Outline {
  constructor(scanner, beat) {
    this.s = new Scanner(scanner.b, NO_LIMITS, scanner.p, scanner.end);
    this.tokens = new Map();
    try {
      this.collect();
    } catch (fault) {
      // The text ends early: the members with complete values count.
      if (!(fault instanceof Fault)) throw fault;
    }
    this.kind = this.kindOf(beat);
    this.hasStrayBeat = this.has('messageType') || this.has('fromUserID');
    this.content = contentMember(this.kind, this.text('contenType'), this.has('objectName'));
  }

  /** Notes the value of each member; if a name occurs more than once, the last one counts (CNT-017). */
  collect() {
    const { s } = this;
    s.space();
    s.expect(0x7b, '');
    for (;;) {
      s.space();
      if (s.b[s.p] !== 0x22) return;
      const name = s.text(s.string(''));
      s.expect(0x3a, '');
      s.space();
      this.tokens.set(name, s.value(''));
      s.expect(0x2c, '');
    }
  }

  /** Returns the value of a member that is present and not null, under its name or an alias. */
  find(name) {
    const names = [name, ...messageSchema.members[INDEX[name]].aliases.map((a) => a.name)];
    return names.map((n) => this.tokens.get(n)).find((token) => token && token.type !== 'null');
  }

  has(name) {
    return this.find(name) !== undefined;
  }

  /** Returns the text of a member that is a string or is read as one. */
  text(name) {
    const token = this.find(name);
    if (!token || token.type === 'object' || token.type === 'array') return undefined;
    return token.type === 'string' ? this.s.text(token) : this.s.raw(token);
  }

  /** Returns the kind of the message (CHT-003, CHT-007, CHT-031, CHT-040). */
  kindOf(beat) {
    if (this.has('messageType')) {
      const text = this.text('messageType');
      return KINDS.has(text) ? text : 'unknown';
    }
    if (!this.has('fromUserID') && this.text('beatID') === beat) return 'heartbeat';
    return LOGIN_HAS.every((name) => this.has(name)) && !LOGIN_HAS_NOT.some((name) => this.has(name)) ? 'login' : 'unknown';
  }
}
