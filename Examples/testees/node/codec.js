// Contents by their objectName: decoding, encoding, describing (CNT-001 to CNT-007, CNT-110).
import { Fault, Scanner } from './json.js';
import { ObjectReader, assignMembers, unknownNames, writeObject } from './content.js';
import { isBase64 } from './base64.js';
import { contentLimits } from './limits.js';
import { Skip } from './skip.js';

const UNKNOWN_DIGEST = '当前版本暂不支持查看此消息';

/** Returns the deviation for an objectName's length, or null (CNT-002). */
function nameDeviation(objectName) {
  const length = [...objectName].length;
  if (length === 0) return 'DEV-36';
  return length > 32 ? 'DEV-112' : null;
}

/** A codec for the contents of the given types. */
export class ContentCodec {
  constructor(types) {
    this.types = types;
  }

  /** Reads a content: its object, or its bytes if the type is opaque or unknown. */
  read(objectName, bytes, strict, limits) {
    const deviation = nameDeviation(objectName);
    if (deviation && strict) throw new Fault('objectName.length', 0);
    const type = this.types.get(objectName);
    if (bytes.length > limits.contentBytes) throw new Fault('limit.size', 0);
    if (!type?.schema) return { type, bytes, object: null, deviations: new Set(deviation ? [deviation] : []) };
    const { object, deviations } = readWhole(type.schema, bytes, strict, limits);
    return { type, bytes, object, deviations };
  }

  /** content.decode: returns the text of the value, the names of unknown members and the deviations. */
  decode(objectName, bytes, strict, given) {
    const content = this.read(objectName, bytes, strict, contentLimits(given));
    return {
      value: content.object ? writeObject(content.object) : `{"$base64":"${bytes.toString('base64')}"}`,
      unknown: content.object ? unknownNames(content.object) : [],
      deviations: [...content.deviations],
    };
  }

  /** content.encode: returns the bytes of a value that is given as JSON text. */
  encode(objectName, value, given) {
    const limits = contentLimits(given);
    const type = this.types.get(objectName);
    let bytes;
    if (type?.schema) {
      const own = { ...limits, contentBytes: Infinity };
      bytes = Buffer.from(writeObject(readWhole(type.schema, value, false, own).object));
    } else {
      const base64 = JSON.parse(value.toString())?.$base64;
      if (typeof base64 !== 'string' || !isBase64(base64)) throw new Skip('the value of such a type is {"$base64":…}');
      bytes = Buffer.from(base64, 'base64');
    }
    if (bytes.length > limits.contentBytes) throw new Fault('encode.size');
    return bytes;
  }

  /** content.encode with `from`: returns the bytes of a content that arrived, with members assigned to it (TST-213). */
  assign(objectName, from, value, given) {
    const limits = contentLimits(given);
    if (!this.types.get(objectName)?.schema) throw new Skip('such a type has no members');
    const { object } = this.read(objectName, from, false, limits);
    const own = { ...limits, contentBytes: Infinity };
    assignMembers(object, readWhole(object.schema, value, false, own).object);
    const bytes = Buffer.from(writeObject(object));
    if (bytes.length > limits.contentBytes) throw new Fault('encode.size');
    return bytes;
  }

  /** content.describe: returns the category, flags and digest of a type and a content. */
  describe(objectName, bytes) {
    const type = this.types.get(objectName);
    const out = { category: type?.category ?? 'unknown', persistence: type ? type.flags : null };
    if (bytes === undefined) return out;
    const content = this.read(objectName, bytes, false, contentLimits({}));
    const digest = this.digest(content);
    if (digest !== undefined) out.digest = digest.toWellFormed(); // TST-170
    return out;
  }

  digest({ type, object }) {
    if (!type) return UNKNOWN_DIGEST;
    if (!type.digest) return undefined;
    if (type.digest.text !== undefined) return type.digest.text;
    const index = object.schema.names.get(type.digest.member).index;
    return object.values[index]?.s;
  }
}

/** Reads the bytes of one object by a schema. */
export function readWhole(schema, bytes, strict, limits, Reader = ObjectReader) {
  if (bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Fault('json.bom', 0);
  const reader = new Reader(new Scanner(bytes, limits), strict);
  const object = reader.whole(schema);
  return { object, deviations: reader.deviations };
}
