// SPDX-License-Identifier: Apache-2.0
import { Transform } from 'node:stream';

/** JSON text, used unchanged, or a value that is converted to JSON; a BigInt is written as an integer. */
export type JSONInput = string | Uint8Array | object | null | boolean | number | bigint;
export type Limits = Record<string, number>;

/** The strictness and the limits of reading. */
export interface ReadOptions {
  /** `lenient`, the default, repairs and reports deviations; `strict` refuses the first. */
  mode?: 'lenient' | 'strict';
  /** Limits of TST-051, in bytes or in numbers of levels, members and items. */
  limits?: Limits;
}

/** How contents are read. */
export interface ContentOptions extends ReadOptions {
  /** The types of an application, in addition to the built-in ones. */
  types?: Types;
}

/** How contents are written. */
export interface WriteOptions extends ContentOptions {
  /** The readers for which a content is written: the id of a platform, such as `web-sdk-2.5.3`, or an object of TST-207. */
  profile?: string | object;
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

/**
 * An error of this package. An error of the kind `refused` has a `code` of Spec/errors.md and a `path`; its `offset` is
 * in bytes. Wrong arguments, such as numbers that do not fit or are no integers, are a TypeError or a RangeError.
 */
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
  /** The exact text, with numbers in the spelling of the input. */
  readonly json: string;
  readonly members: Record<string, unknown>;
  /** The value. An integer that a number would round, beyond `Number.MAX_SAFE_INTEGER`, is a BigInt. */
  readonly value: Value;
  readonly valueJSON: string;
  readonly unknown: string[];
  readonly deviations: string[];
}

export interface Deviation {
  id: string;
  /** The position in the content, in bytes. */
  offset: number;
  path: string;
}

export interface Description {
  category: 'content' | 'notification' | 'status' | 'signal' | 'custom' | 'unknown';
  /** The sum of 1 for persisted and 2 for counted (CNT-104); null if it is unknown. */
  persistence: number | null;
  digest?: string;
}

/**
 * Content types that an application's schemas describe (Spec/custom-types.md). A schema that cannot be used throws with
 * a code of "Schema errors" in Spec/errors.md, and a `reason` that names the file.
 */
export class Types {
  /** `schemas` are the texts of the files by their names; `overridesReserved` permits names that start with `RC:`. */
  constructor(schemas: Record<string, string | Uint8Array>, options?: { overridesReserved?: boolean });
  /** Reads the files `*.schema.json` of a folder. */
  static load(folder: string, options?: { overridesReserved?: boolean }): Types;
  /** The names of the types that the schemas describe. */
  readonly names: string[];
  close(): void;
}

/** A place where a content departs from its canonical form, for the readers of a platform (CNT-175). */
export interface Departure {
  deviation: string;
  path: string;
  /** The position in the content, in bytes. */
  offset: number;
}

/** A content that was written, with what was found out about the value. */
export interface Written {
  content: Buffer;
  /** The ids of the deviations that were repaired in the value. */
  deviations: string[];
  /** The names of members that the type does not define. */
  unknown: string[];
  departures: Departure[];
  /** Whether the type has a schema. */
  isKnown: boolean;
  /** The type that was probably meant. */
  suggestion?: string;
}

/** Reads a content. */
export function decode(objectName: string, bytes: Uint8Array | string, options?: ContentOptions): Decoded;
/**
 * Writes a content and reports on the value. In strict mode a value that deviates is refused, and a type that is
 * probably misspelt is `unsupported`.
 */
export function write(objectName: string, value: JSONInput, options?: WriteOptions): Written;
/** Writes a content canonically, or for a profile, as `write` does without its report. */
export function encode(objectName: string, value: JSONInput, options?: WriteOptions): Buffer;
/**
 * Assigns the members of a value to a content that arrived, and returns the canonical bytes of the result. Both are
 * read in lenient mode. Each member of the type that can be read in `value` replaces that of the content, a nested
 * object or a list as a whole, and everything else in the content stays as it arrived (CNT-183). A type without members
 * is `unsupported`.
 */
export function assign(
  objectName: string, bytes: Uint8Array | string, value: JSONInput, options?: ContentOptions): Buffer;
export function describe(
  objectName: string, bytes?: Uint8Array | string, options?: { types?: Types }): Description;
export function describeJSON(objectName: string, bytes?: Uint8Array | string, options?: { types?: Types }): string;
export function validate(objectName: string, bytes: Uint8Array | string, options?: ContentOptions): Deviation[];

export class Validator {
  constructor(options?: ContentOptions);
  check(objectName: string, bytes: Uint8Array | string): number;
  readonly deviations: Deviation[];
  close(): void;
}

export type Range = [start: number, end: number];
export function memberRange(json: Uint8Array, name: string): Range | undefined;
export function member(json: Uint8Array, name: string): Uint8Array | undefined;
export function elements(json: Uint8Array): Uint8Array[];
export function textOf(json: Uint8Array | string): string;

/** A chat message, or a packet. An integer that a number would round is a BigInt. */
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
  /** Adds bytes; for chat readers, also the time in milliseconds. */
  feed(bytes: Uint8Array | string, time?: number | bigint): void;
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
  /** A BigInt if a number would be rounded, as is `time`. */
  flags: number | bigint;
  conversation: number;
  /** In milliseconds since 1970; 0 for a message that goes up. */
  time: number | bigint;
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
  /** Processes an event with its time `at` in milliseconds, and returns the actions. */
  put(event: JSONInput): Record<string, unknown>[];
  putJSON(event: JSONInput): string;
  close(): void;
}

// ---- The server API; `path` is that of a service, such as `/user/getToken.json` (Spec/server-api-forms.md) ----

/** The parts of a signature; `isSigned` is true if the secret makes the same signature (API-001). */
export interface Signed {
  appKey: string;
  nonce: string;
  timestamp: string;
  signature: string;
  isSigned: boolean;
}

type Mode = { mode?: 'lenient' | 'strict' };
/** Reads the body of a request to a service. */
export function decodeForm(path: string, data: Uint8Array | string, options?: Mode): Record<string, any>;
/** Writes the body of a request to a service; a member that cannot be written is refused with its path. */
export function encodeForm(path: string, value: JSONInput): Buffer;
/** Reads the answer of a service; `code` is 200 for a success. */
export function decodeAnswer(path: string, data: Uint8Array | string, options?: Mode): Record<string, any>;
export function encodeAnswer(path: string, value: JSONInput): Buffer;
/** Returns the header fields that sign a request; `timestamp` is in milliseconds since 1970. */
export function signHeaders(appKey: string, secret: string, nonce: string, timestamp: string): Record<string, string>;
/** Reads the header fields of a request, and checks their signature; the caller compares the time and the nonce. */
export function checkHeaders(fields: Record<string, string> | [string, string][], secret: string): Signed;
/** Reads the query of a callback's URL, without `?`, and checks its signature. */
export function checkQuery(query: Uint8Array | string, secret: string, options?: Mode): Signed;
/** Reads the body of a callback: a message as an object, or a list of users whose status has changed. */
export function decodeCallback(kind: 'message' | 'status', data: Uint8Array | string, options?: Mode): any;
export function encodeCallback(kind: 'message' | 'status', value: JSONInput): Buffer;
/** Reads the URL of a connection, which contains a token. */
export function decodeURL(data: Uint8Array | string, options?: Mode): Record<string, any>;
export function encodeURL(value: JSONInput): string;

/** Checks a request to a testee of the conformance suite; throws for one that has to be skipped. */
export function checkRequest(request: Uint8Array): void;
/** Performs a request of the testee protocol, and returns the JSON of its `ok`. */
export function performRequest(request: Uint8Array): string;
export function sign(secret: string, nonce: string, timestamp: string): string;
export function has(feature: string): boolean;
export const version: string;
