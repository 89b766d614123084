export class MessageTag {
  constructor(public isCounted: boolean, public isPersited: boolean) {}

  getMessageTag(): number {
    if (this.isCounted && this.isPersited) {
      return 3;
    } else if (this.isCounted) {
      return 2;
    } else if (this.isPersited) {
      return 1;
    }
    return 0;
  }
}
