export class HitMessage {
  static readonly objectName = 'arena:Hit';
  constructor(public target: string, public hits: number) {}
  toJSON() {
    return { target: this.target, hits: this.hits };
  }
}
