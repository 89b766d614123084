// Joins fragments to units, in whatever order they arrive (FRM-053 to FRM-059).
import { streamFault } from './packets.js';

/** The open fragment sets of one connection. */
export class FragmentSets {
  constructor(limits) {
    this.limits = limits;
    this.sets = new Map();
    this.claimed = 0;
  }

  /** The number of open sets. */
  get open() {
    return this.sets.size;
  }

  /** Drops the sets that are too old at `time`, oldest first (FRM-058). */
  expire(time, out) {
    const old = [...this.sets.entries()].filter(([, set]) => time - set.time > this.limits.fragmentAge);
    old.sort(([, a], [, b]) => a.time - b.time || a.at - b.at);
    for (const [sequence, set] of old) {
      this.remove(sequence);
      out(streamFault('frame.fragmentAge', set.at, 'message'));
    }
  }

  remove(sequence) {
    this.claimed -= this.sets.get(sequence).total;
    this.sets.delete(sequence);
  }

  /** Drops all sets without an error, at the end of the stream (FRM-006). */
  clear() {
    this.sets.clear();
    this.claimed = 0;
  }

  /** Adds a fragment; returns a fault, the unit's bytes if it is complete, or null. */
  add(frame, time) {
    const { count, total, index, offset } = frame.fragment;
    const wrong = (code, at = 0) => streamFault(code, frame.payloadAt + at, 'message');
    let set = this.sets.get(frame.sequence);
    const { limits } = this;
    if (count > limits.fragmentCount) return wrong('frame.fragmentLimit');
    if (!set && (this.sets.size + 1 > limits.openFragments || this.claimed + total > limits.fragmentBytes)) {
      return wrong('frame.fragmentLimit');
    }
    if (set && (set.count !== count || set.total !== total || set.flags !== frame.flags)) {
      return wrong('frame.fragmentConflict');
    }
    if (!set) {
      set = { at: frame.at, time, count, total, flags: frame.flags, parts: [] };
    } else {
      const fault = this.fits(set, index, offset, offset + frame.payload.length, wrong);
      if (fault) return fault;
    }
    if (!this.sets.has(frame.sequence)) {
      this.sets.set(frame.sequence, set);
      this.claimed += total;
    }
    const part = { index, offset, end: offset + frame.payload.length, bytes: Buffer.from(frame.payload) };
    set.parts.splice(place(set.parts, index), 0, part);
    if (set.parts.length < count) return null;
    this.remove(frame.sequence);
    return Buffer.concat(set.parts.map((p) => p.bytes));
  }

  /** Returns the fault of a fragment that does not fit between its neighbors, in the order of FRM-059, or null. */
  fits(set, index, offset, end, wrong) {
    const at = place(set.parts, index);
    const below = set.parts[at - 1];
    const above = set.parts[at];
    if (above?.index === index) return wrong('frame.fragmentDuplicate');
    if (below && below.end > offset) return wrong('frame.fragmentOverlap', 8);
    if (above && above.offset < end) return wrong('frame.fragmentOverlap', 8);
    const gap = (from, to, between) => (between === 0 ? to !== from : to - from < between);
    if (below && gap(below.end, offset, index - below.index - 1)) return wrong('frame.fragmentConflict');
    if (above && gap(end, above.offset, above.index - index - 1)) return wrong('frame.fragmentConflict');
    return null;
  }
}

/** Returns the position of an index among ordered fragments. */
function place(parts, index) {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle].index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
