// The pull of one stream message (SES-130 to SES-139, CNT-140 to CNT-147).
import { Machine } from './machine.js';

const LARGEST_NUMBER = 9223372036854775806n;
const BUSY = 39006;
const SYNCED = 39007;
const FAILED = 39005;

export const streamConfig = {
  isSync: { value: false, type: 'boolean' },
  textBytes: { value: 4194304, type: 'number', range: [0, 67108864] },
  chunks: { value: 65536, type: 'number', range: [0, 1048576] },
};
export const streamEvents = {
  request: {}, begin: {}, tick: {},
  chunk: { seq: 'exact?', content: 'string?', complete: 'boolean?', completeReason: 'exact?' },
  end: { code: 'int64?', stopReason: 'int64?' },
};

/** Joins the chunks of a pull in the order of their numbers. */
export class StreamPull extends Machine {
  constructor(config) {
    super();
    this.config = config;
    this.state = config.isSync ? 'synced' : 'idle';
    this.clear();
  }

  clear() {
    this.taken = new Map();
    this.bytes_ = 0;
    this.highest = 0n;
    this.lowest = 0n;
    this.next = 0n;
    this.length = 0;
    this.last = null;
    this.reason = undefined;
    this.isFlawed = false;
  }

  on_request() {
    if (this.state === 'idle') {
      this.state = 'requested';
      this.act('pull');
    } else {
      this.act('refused', { code: this.state === 'synced' ? SYNCED : BUSY });
    }
  }

  on_begin() {
    if (this.state !== 'requested') return;
    this.state = 'pulling';
    this.clear();
    this.act('init');
  }

  on_chunk({ seq, content, complete, completeReason }) {
    if (this.state !== 'pulling') return;
    if (typeof seq !== 'bigint' || seq < 1n || seq > LARGEST_NUMBER) {
      this.isFlawed = true;
      return;
    }
    if (this.taken.has(seq) || (this.last !== null && seq > this.last)) return;
    const text = typeof content === 'string' ? content : '';
    const bytes = Buffer.byteLength(text);
    if (this.taken.size >= this.config.chunks || this.bytes_ + bytes > this.config.textBytes) {
      this.complete(FAILED, undefined);
      return;
    }
    if (complete === true && seq > this.highest) {
      this.last = seq;
      this.reason = completeReason;
    }
    this.take(seq, text, bytes);
    this.act('delta', { seq, content: text, length: this.length });
  }

  /** Stores a chunk; the text extends from the lowest number to the first missing one (SES-133). */
  take(seq, text, bytes) {
    const isFirst = this.taken.size === 0;
    this.taken.set(seq, { text, bytes });
    this.bytes_ += bytes;
    if (seq > this.highest) this.highest = seq;
    if (isFirst || seq < this.lowest) {
      const joins = !isFirst && seq + 1n === this.lowest;
      this.lowest = seq;
      this.length = joins ? this.length + bytes : bytes;
      if (!joins) this.next = seq + 1n;
    }
    for (let chunk = this.taken.get(this.next); chunk; chunk = this.taken.get(this.next)) {
      this.length += chunk.bytes;
      this.next += 1n;
    }
  }

  on_end({ code = 0n, stopReason }) {
    if (this.state === 'requested' && code !== 0n) {
      this.state = 'idle';
      this.act('refused', { code });
    } else if (this.state === 'pulling') {
      this.complete(code, stopReason);
    }
  }

  complete(code, stopReason) {
    const missing = this.missing();
    const parts = [];
    if (this.taken.size > 0) for (let n = this.lowest; n < this.next; n += 1n) parts.push(this.taken.get(n).text);
    const isSync = (code === 0 || code === 0n) && missing.length === 0 && !this.isFlawed;
    this.state = isSync ? 'synced' : 'idle';
    this.act('complete', { code, content: this.taken.size > 0 ? parts.join('') : undefined, complete: this.last !== null,
      completeReason: this.reason, stopReason, isSync, missing });
  }

  /** Returns the runs of missing numbers. */
  missing() {
    const numbers = [...this.taken.keys()].sort((a, b) => (a < b ? -1 : 1));
    const runs = [];
    for (let i = 1; i < numbers.length; i += 1) {
      if (numbers[i] > numbers[i - 1] + 1n) runs.push([numbers[i - 1] + 1n, numbers[i] - 1n]);
    }
    return runs;
  }
}
