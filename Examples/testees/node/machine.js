// The common part of all machines of session.run: time, timers, actions, ranges of configurations (SES-001 to SES-008).
import { Fault } from './json.js';
import { show } from './values.js';

const LARGEST_TIME = 9007199254740991;
const TIMERS_BEFORE_AN_EVENT = 10000;
const ANSWER_BYTES = 4 * 1024 * 1024;

/** Timers in the order in which they are due; timers due at the same time are in the order in which they were set. */
class Timers {
  constructor() {
    this.heap = [];
    this.count = 0;
  }

  before(a, b) {
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }

  add(at, fire) {
    const timer = { at, order: this.count, fire, live: true };
    this.count += 1;
    const { heap } = this;
    let i = heap.push(timer) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.before(heap[i], heap[parent])) break;
      [heap[i], heap[parent]] = [heap[parent], heap[i]];
      i = parent;
    }
    return timer;
  }

  pop() {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let i = 0; ;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) if (child < heap.length && this.before(heap[child], heap[least])) least = child;
      if (least === i) return first;
      [heap[i], heap[least]] = [heap[least], heap[i]];
      i = least;
    }
  }

  /** Removes and returns the next timer due by `at`, or undefined. */
  due(at) {
    while (this.heap.length > 0 && !this.heap[0].live) this.pop();
    return this.heap.length > 0 && this.heap[0].at <= at ? this.pop() : undefined;
  }
}

/** A machine: subclasses handle events in methods of their names. */
export class Machine {
  constructor() {
    this.timers = new Timers();
    this.actions = [];
    this.bytes = 0;
    this.weight = 0;
    this.now = 0;
  }

  /** Produces an action; `weight` is its number of messages (SES-143). */
  act(action, members = {}, weight = 1) {
    const text = show({ at: this.now, action, ...members });
    this.bytes += Buffer.byteLength(text) + 1;
    if (this.bytes > ANSWER_BYTES) throw new Fault('session.actions');
    this.weight += Math.max(1, weight);
    this.actions.push(text);
  }

  /** Sets a timer. */
  after(delay, fire) {
    return this.timers.add(this.now + delay, fire);
  }

  /** Cancels a timer. */
  cancel(timer) {
    if (timer) timer.live = false;
  }

  /** Fires the timers due by a time (SES-003, SES-143). */
  advance(at) {
    let fired = 0;
    this.weight = 0;
    for (let timer = this.timers.due(at); timer; timer = this.timers.due(at)) {
      this.now = fired + this.weight >= TIMERS_BEFORE_AN_EVENT ? at : timer.at;
      timer.live = false;
      fired += 1;
      timer.fire();
    }
    this.now = at;
  }

  /** Processes the events; returns the text of the actions. */
  run(events) {
    let last = -Infinity;
    for (const event of events) {
      last = Math.max(last, Math.min(LARGEST_TIME, Math.max(-LARGEST_TIME, event.at)));
      this.advance(last);
      this.handle(event);
    }
    if (events.length > 0) this.advance(last);
    return `{"actions":[${this.actions.join(',')}]}`;
  }

  handle(event) {
    if (event.event !== 'tick') this[`on_${event.event}`](event);
  }
}

/**
 * Refuses a number of a configuration that is outside its range (SES-142); `table` is in the order of the
 * specification.
 */
export function checkRanges(config, table) {
  for (const [name, { range }] of Object.entries(table)) {
    if (!range || !(name in config)) continue;
    const [low, high, most] = range;
    const value = config[name];
    const isList = most !== undefined;
    const numbers = isList ? value : [value];
    if (isList && numbers.length > most) throw new Fault('session.config', undefined, `/${name}`);
    numbers.forEach((n) => {
      if (!Number.isInteger(n) || n < low || n > high) throw new Fault('session.config', undefined, `/${name}`);
    });
  }
}

/** Returns the defaults of a configuration table, overridden by the given values. */
export function configured(config, table) {
  const rows = Object.entries(table).filter(([, row]) => 'value' in row);
  return { ...Object.fromEntries(rows.map(([name, row]) => [name, row.value])), ...config };
}

/** A set that forgets its oldest members (SES-007). */
export class Memory {
  constructor(limit) {
    this.limit = limit;
    this.map = new Map();
  }

  has(key) {
    return this.map.has(key);
  }

  get(key) {
    return this.map.get(key);
  }

  add(key, value = true) {
    if (this.limit === 0) return;
    this.map.set(key, value);
    while (this.map.size > this.limit) this.map.delete(this.map.keys().next().value);
  }

  /** Adds a member of an earlier process, which the limit does not remove (SES-162). */
  load(key, value) {
    this.map.set(key, value);
  }
}
