// SPDX-License-Identifier: Apache-2.0
'use strict';

const { Transform } = require('node:stream');
const native = require('../build/imwire.node');
const { fromJSON, toJSON } = require('./values.js');

/** A message or packet of a stream; `json` is its exact text. */
class Item {
  #members;

  constructor(json) {
    this.json = json;
  }

  get members() {
    this.#members ??= fromJSON(this.json);
    return this.#members;
  }

  get kind() {
    return this.members.kind;
  }

  get message() {
    return this.members.message;
  }

  get packet() {
    return this.members.packet;
  }

  get deviations() {
    return this.members.deviations;
  }
}

/** Takes bytes and produces items. */
class Reader {
  #handle;
  #functions;

  constructor(kind, options) {
    this.#functions = {
      feed: native[`${kind}ReaderFeed`], finish: native[`${kind}ReaderFinish`], next: native[`${kind}ReaderNext`],
      state: native[`${kind}ReaderState`],
    };
    this.#handle = native[`${kind}ReaderNew`](options);
  }

  /** Adds bytes; for chat readers, also the time in milliseconds. */
  feed(bytes, time = 0) {
    this.#functions.feed(this.#handle, bytes, time);
  }

  /** Marks the end of the input. */
  finish() {
    this.#functions.finish(this.#handle);
  }

  /**
   * Returns the next item; undefined if more bytes are needed. Throws on an error, and can be called again afterwards.
   */
  next() {
    const json = this.#functions.next(this.#handle);
    return json === undefined ? undefined : new Item(json);
  }

  /** The available items, with errors at their positions. */
  *items() {
    while (true) {
      let item;
      try {
        item = this.next();
      } catch (error) {
        if (error.kind !== 'refused') throw error;
        item = error;
      }
      if (item === undefined) return;
      yield item;
    }
  }

  get state() {
    return this.#functions.state(this.#handle);
  }

  close() {
    native.close(this.#handle);
  }
}

/** Reads chat messages from the bytes of a connection. */
class ChatReader extends Reader {
  constructor(options) {
    super('chat', options);
  }
}

/** Reads RongCloud's packets. */
class PacketReader extends Reader {
  constructor(options) {
    super('rmtp', options);
  }
}

/** Writes chat messages as the bytes of a connection. */
class ChatWriter {
  #handle;

  constructor(options) {
    this.#handle = native.chatWriterNew(options);
  }

  /** Returns the bytes of a message; empty while a batch is open. */
  write(message) {
    return native.chatWriterWrite(this.#handle, toJSON(message));
  }

  /** Returns the bytes of the messages that are waiting in an open batch. */
  finish() {
    return native.chatWriterFinish(this.#handle);
  }

  close() {
    native.close(this.#handle);
  }
}

/** Finds frames in a stream and keeps incomplete ones. */
class FrameReader {
  #handle;
  #pending = Buffer.alloc(0);

  constructor(options) {
    this.#handle = native.frameReaderNew(options);
  }

  /** The number of bytes of an incomplete frame. */
  get pending() {
    return this.#pending.length;
  }

  /** Adds bytes and returns the frames that are now complete, with errors at their positions. */
  feed(bytes) {
    const stream = this.#pending.length ? Buffer.concat([this.#pending, bytes]) : Buffer.from(bytes);
    const place = { position: 0 };
    const found = [];
    while (true) {
      try {
        const frame = native.frameReaderNext(this.#handle, stream, place);
        if (frame === undefined) break;
        frame.payload = stream.subarray(frame.payload[0], frame.payload[1]);
        found.push(frame);
      } catch (error) {
        if (error.kind !== 'refused') throw error;
        found.push(error);
        if (error.scope === 'connection') break;
      }
    }
    this.#pending = stream.subarray(place.position);
    return found;
  }

  /** Marks the end of the stream; throws if it is inside a frame. */
  finish() {
    const rest = this.#pending;
    this.#pending = Buffer.alloc(0);
    native.frameReaderFinish(this.#handle, rest);
  }
}

/** Returns the bytes of a frame without checking or changing it. */
const encodeFrame = (frame) => native.frameEncode(frame, frame.payload);

/** Finds RongCloud's packets in bytes without decoding them: in one message of a WebSocket, or in a TCP stream. */
class Scanner {
  #handle;
  #isDown;

  constructor(options) {
    this.#handle = native.scannerNew(options);
    this.#isDown = options.direction === 'down';
  }

  /** The packets from `place.position` on; `place.position` is advanced past each. */
  *packets(bytes, place = { position: 0 }) {
    while (true) {
      const packet = native.scannerNext(this.#handle, bytes, place);
      if (packet === undefined) return;
      yield packet;
    }
  }

  /** Returns the target and the type of a PUBLISH; undefined if it contains no message. */
  route(bytes, packet) {
    if (packet.type !== 3) return undefined;
    const body = bytes.subarray(packet.data[0], packet.data[1]);
    const route = native.bodyRoute(body, this.#isDown && !packet.isMarked);
    if (route === undefined) return undefined;
    const text = (source, range) => Buffer.from(source.subarray(range[0], range[1])).toString();
    for (const name of ['objectName', 'sender', 'group', 'messageUid']) route[name] = text(body, route[name]);
    route.content = route.content.map((place) => place + packet.data[0]);
    return { topic: text(bytes, packet.topic), target: text(bytes, packet.target), ...route };
  }
}

/**
 * A Transform from bytes to items. An error with the scope `message` is emitted as the event `refused`; others end the
 * stream.
 */
class DecodeStream extends Transform {
  #reader;

  constructor(reader) {
    super({ readableObjectMode: true });
    this.#reader = reader;
  }

  #drain(done) {
    for (const item of this.#reader.items()) {
      if (item instanceof Item) this.push(item);
      else if (item.scope === 'connection') return done(item);
      else this.emit('refused', item);
    }
    return done();
  }

  _transform(chunk, encoding, done) {
    try {
      this.#reader.feed(chunk, Date.now());
    } catch (error) {
      return done(error);
    }
    return this.#drain(done);
  }

  _flush(done) {
    this.#reader.finish();
    this.#drain(done);
  }
}

/** A Transform from chat messages to bytes. */
class ChatEncodeStream extends Transform {
  #writer;

  constructor(options) {
    super({ writableObjectMode: true });
    this.#writer = new ChatWriter(options);
  }

  _transform(message, encoding, done) {
    try {
      done(null, this.#writer.write(message));
    } catch (error) {
      done(error);
    }
  }

  _flush(done) {
    done(null, this.#writer.finish());
  }
}

const chatDecodeStream = (options) => new DecodeStream(new ChatReader(options));
const packetDecodeStream = (options) => new DecodeStream(new PacketReader(options));
const chatEncodeStream = (options) => new ChatEncodeStream(options);

module.exports = {
  Item, ChatReader, ChatWriter, PacketReader, FrameReader, Scanner, encodeFrame, chatDecodeStream, packetDecodeStream,
  chatEncodeStream,
};
