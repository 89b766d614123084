export class HitMessage {
  static readonly objectName = 'arena:Hit';
  constructor(public target: string, public damage: number) {}
  toJSON() {
    return { target: this.target, damage: this.damage };
  }
}
