/** Thrown when a request is not understood, or asks for what is not there (TST-015, TST-101). */
export class Skip {
  constructor(reason) {
    this.reason = reason;
  }
}
