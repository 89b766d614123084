/** Thrown if a request is not understood, or requests something that does not exist (TST-015, TST-101). */
export class Skip {
  constructor(reason) {
    this.reason = reason;
  }
}
