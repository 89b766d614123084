// SPDX-License-Identifier: Apache-2.0
// What lib/index.d.ts needs of node's declarations, so that the type checker needs no other package.

declare class Buffer extends Uint8Array {
  toString(encoding?: string): string;
}

declare module 'node:stream' {
  export class Transform {
    on(event: string, listener: (item: any) => void): this;
    pipe<Target>(target: Target): Target;
  }
}
