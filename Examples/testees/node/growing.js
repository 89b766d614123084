/**
 * Bytes that arrive in pieces: the cost of appending is proportional to the pieces, and bytes already returned do not
 * change.
 */
export class GrowingBytes {
  constructor() {
    this.store = Buffer.alloc(0);
    this.start = 0;
    this.end = 0;
  }

  get length() {
    return this.end - this.start;
  }

  /** The bytes that have not been consumed. */
  get view() {
    return this.store.subarray(this.start, this.end);
  }

  /** Appends bytes. */
  append(bytes) {
    if (this.length === 0) {
      this.store = bytes;
      this.start = 0;
      this.end = bytes.length;
      return;
    }
    const length = this.length + bytes.length;
    if (this.end + bytes.length > this.store.length) {
      const store = Buffer.alloc(Math.max(256, 2 * length));
      this.store.copy(store, 0, this.start, this.end);
      this.end = this.length;
      this.start = 0;
      this.store = store;
    }
    bytes.copy(this.store, this.end);
    this.end += bytes.length;
  }

  consume(n) {
    this.start += n;
  }

  clear() {
    this.store = Buffer.alloc(0);
    this.start = 0;
    this.end = 0;
  }
}
