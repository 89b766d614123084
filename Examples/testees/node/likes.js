// Merges the likes of one user in one room (CRM-060 to CRM-062).
import { Machine } from './machine.js';

export const likesConfig = { interval: { value: 1000, type: 'number', range: [1, 3600000] } };
export const likesEvents = { like: {}, leave: {}, tick: {} };

/** Counts likes in windows, and sends one message for each window. */
export class Likes extends Machine {
  constructor(config) {
    super();
    this.interval = config.interval;
    this.count = 0;
    this.timer = null;
  }

  on_like() {
    if (this.count === 0) this.timer = this.after(this.interval, () => this.send());
    this.count += 1;
  }

  on_leave() {
    if (this.count === 0) return;
    this.cancel(this.timer);
    this.send();
  }

  send() {
    this.act('send', { count: this.count });
    this.count = 0;
  }
}
