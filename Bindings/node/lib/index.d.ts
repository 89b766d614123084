// SPDX-License-Identifier: Apache-2.0
import { Transform } from 'node:stream';

/** JSON text, used unchanged, or a value that is converted to JSON. */
export type JSONInput = string | Uint8Array | object | null | boolean | number;
export type Limits = Record<string, number>;

/** The strictness and the limits of reading. */
export interface ReadOptions {
  mode?: 'lenient' | 'strict';
  limits?: Limits;
}

/** The agreed settings of a socket chat connection. */
export interface ChatOptions extends ReadOptions {
  framing: 'line' | 'packet';
  delimiter?: 'lf' | 'crlf' | 'cr' | 'nul';
  encoding?: 'base64' | 'json';
  beat?: string;
}

export interface ChatWriteOptions extends ChatOptions {
  heartbeat?: 'bare' | 'json';
  deflate?: boolean;
  fragmentSize?: number;
  batch?: boolean;
  wantsReceipt?: boolean;
  sequence?: number;
}

/** The agreed settings of a connection with RongCloud's packets. */
export interface PacketOptions extends ReadOptions {
  framing: 'websocket' | 'tcp' | 'xhr';
  direction: 'up' | 'down';
  protocolVersion?: 2 | 3 | 4;
  key?: Uint8Array;
  astral?: 'cesu8' | 'utf8';
}

export interface EnvelopeOptions extends ReadOptions {
  direction: 'up' | 'down';
  messageId?: number;
  date?: number;
  /** This user's id, with which own messages are recognized in every form, or the sender of a written one. */
  ownId?: string;
  variant?: 'usual' | 'withoutPush' | 'agent';
}

export type ErrorKind = 'refused' | 'argument' | 'handle' | 'busy' | 'space' | 'unsupported';

/** An error of this package. An error of the kind `refused` has a `code` of Spec/errors.md and a `path`. */
export class ImwireError extends Error {
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly code?: string;
  readonly path?: string;
  readonly offset?: number;
  readonly inner?: number;
  readonly scope?: 'message' | 'connection';
  readonly batch?: [index: number, count: number];
}

/** The result of decoding. */
export class Decoded<Value = any> {
  readonly json: string;
  readonly members: Record<string, unknown>;
  readonly value: Value;
  readonly valueJSON: string;
  readonly unknown: string[];
  readonly deviations: string[];
}

export interface Deviation {
  id: string;
  offset: number;
  path: string;
}

export interface Description {
  category: 'content' | 'notification' | 'status' | 'signal' | 'custom' | 'unknown';
  persistence: number | null;
  digest?: string;
}

export function decode(objectName: string, bytes: Uint8Array, options?: ReadOptions): Decoded;
export function encode(objectName: string, value: JSONInput, options?: { limits?: Limits }): Buffer;
export function describe(objectName: string, bytes?: Uint8Array): Description;
export function describeJSON(objectName: string, bytes?: Uint8Array): string;
export function validate(objectName: string, bytes: Uint8Array, options?: ReadOptions): Deviation[];

export class Validator {
  constructor(options?: ReadOptions);
  check(objectName: string, bytes: Uint8Array): number;
  readonly deviations: Deviation[];
  close(): void;
}

export type Range = [start: number, end: number];
export function memberRange(json: Uint8Array, name: string): Range | undefined;
export function member(json: Uint8Array, name: string): Uint8Array | undefined;
export function elements(json: Uint8Array): Uint8Array[];
export function textOf(json: Uint8Array | string): string;

/** A chat message, or a packet. */
export class Item {
  readonly json: string;
  readonly members: Record<string, unknown>;
  readonly kind: string;
  readonly message: Record<string, unknown>;
  readonly packet: Record<string, unknown>;
  readonly deviations: string[];
}

export interface StreamState {
  pending: number;
  emptyLines: number;
  openSets: number;
  isClosed: boolean;
}

declare class Reader {
  feed(bytes: Uint8Array, time?: number): void;
  finish(): void;
  next(): Item | undefined;
  items(): Generator<Item | ImwireError>;
  readonly state: StreamState;
  close(): void;
}

export class ChatReader extends Reader {
  constructor(options: ChatOptions);
}

export class PacketReader extends Reader {
  constructor(options: PacketOptions);
}

export class ChatWriter {
  constructor(options: ChatWriteOptions);
  write(message: JSONInput): Buffer;
  finish(): Buffer;
  close(): void;
}

export interface Frame {
  type: number;
  flags: number;
  sequence: number;
  fragment?: { index: number; count: number; total: number; offset: number };
  payload: Uint8Array;
}

export class FrameReader {
  constructor(options?: { limits?: Limits });
  readonly pending: number;
  feed(bytes: Uint8Array): (Frame | ImwireError)[];
  finish(): void;
}

export function encodeFrame(frame: Frame): Buffer;

export interface ScannedPacket {
  type: number;
  qos: number;
  isMarked: boolean;
  isRetained: boolean;
  messageId?: number;
  packet: Range;
  topic: Range;
  target: Range;
  data: Range;
}

export interface Route {
  topic: string;
  target: string;
  objectName: string;
  content: Range;
  sender: string;
  group: string;
  messageUid: string;
  flags: number;
  conversation: number;
  time: number;
}

export class Scanner {
  constructor(options: PacketOptions);
  packets(bytes: Uint8Array, place?: { position: number }): Generator<ScannedPacket>;
  route(bytes: Uint8Array, packet: ScannedPacket): Route | undefined;
}

/** Turns bytes into {@link Item}s. An error that affects only one message is emitted as the event `refused`. */
export function chatDecodeStream(options: ChatOptions): Transform;
export function packetDecodeStream(options: PacketOptions): Transform;
/** Turns messages into bytes. */
export function chatEncodeStream(options: ChatWriteOptions): Transform;

export function encodePacket(packet: JSONInput, options: PacketOptions, trailing?: Uint8Array): Buffer;
export function decodeBody(message: string, bytes: Uint8Array, options?: ReadOptions): Decoded;
export function encodeBody(message: string, value: JSONInput, options?: { limits?: Limits }): Buffer;
export function decodeEnvelope(packet: JSONInput, options: EnvelopeOptions, receipt?: JSONInput): Decoded;
export function encodeEnvelope(value: JSONInput, options: EnvelopeOptions): Decoded;
export function convertPacket(
  packet: JSONInput, to: 'websocket' | 'xhr', message?: string, trailing?: Uint8Array): Decoded;
export function decodePost(target: string, body: Uint8Array, options?: ReadOptions): Decoded;
export function encodePost(value: JSONInput): Decoded;
export function decodeNavigation(bytes: Uint8Array, options?: ReadOptions): Decoded;
export function encodeNavigation(value: JSONInput): Buffer;

export type Machine = 'client' | 'server' | 'stream' | 'chatroom' | 'likes' | 'rmtp-client' | 'rmtp-server';

export class Session {
  constructor(machine: Machine, config?: JSONInput);
  put(event: JSONInput): Record<string, unknown>[];
  putJSON(event: JSONInput): string;
  close(): void;
}

/** Checks a request to a testee of the conformance suite; throws for one that has to be skipped. */
export function checkRequest(request: Uint8Array): void;
/** Performs a request of the testee protocol, and returns the JSON of its `ok`. */
export function performRequest(request: Uint8Array): string;
export function sign(secret: string, nonce: string, timestamp: string): string;
export function has(feature: string): boolean;
export const version: string;
