// Write profiles: canonical contents with the changes that the readers of a platform need (CNT-170 to CNT-177, TST-207).
import { parseTree, rawText } from './json.js';
import { Skip } from './skip.js';

const escaped = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isBoolean = (node) => node.type === 'true' || node.type === 'false';
const isOf = (type) => (node) => node.type === type;
const isListOf = (type) => (node) => node.type === 'array' && node.items.every(isOf(type));

/** Whether a canonical value has the type of its member's kind, or was kept unparsed (CNT-180). */
const typed = { string: isOf('string'), base64: isOf('string'), integer: isOf('number'), number: isOf('number'), boolean: isBoolean,
  object: isOf('object'), rawObject: isOf('object'), stringMap: isOf('object'), stringListMap: isOf('object'),
  rawList: isOf('array'), strings: isListOf('string'), objects: isListOf('object'), any: () => true };

/** Returns a value in another type, or undefined if it stays as it is (CNT-173). */
function converted(node, kind, as) {
  if (as === 'string') return ['integer', 'number', 'boolean'].includes(kind) ? `"${rawText(node)}"` : undefined;
  if (as === 'number') return kind === 'boolean' ? String(Number(node.type === 'true')) : undefined;
  if (as !== 'object' || kind !== 'any' || node.type !== 'string') return undefined;
  try {
    const value = JSON.parse(node.text);
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !node.text.isWellFormed()) return undefined;
    return node.text.trim();
  } catch {
    return undefined;
  }
}

/** A writer that applies the rules of a profile to canonical bytes. */
class ProfileWriter {
  constructor(isASCII) {
    this.isASCII = isASCII;
    this.text = '';
    this.size = 0;
    this.departures = [];
    this.hasEscape = false;
  }

  put(text) {
    this.text += text;
    const first = this.isASCII ? text.search(/[^\0-\x7f]/) : -1;
    if (first >= 0 && !this.hasEscape) {
      this.departures.push({ deviation: 'DEV-152', path: '', offset: this.size + first });
      this.hasEscape = true;
    }
    this.size += first >= 0 ? escaped(text).length : Buffer.byteLength(text);
  }

  object(node, schema, rules, depth, path) {
    this.put('{');
    node.members.forEach(({ name, node: value }, index) => {
      if (index) this.put(',');
      this.put(`${JSON.stringify(name)}:`);
      const place = schema.names.get(name);
      const member = place && !place.alias ? schema.members[place.index] : undefined;
      const own = member && typed[member.kind](value) ? rules.filter((rule) => rule.path[depth] === name) : [];
      const here = `${path}/${name}`;
      const from = this.text.length;
      this.value(value, member, own, depth, here);
      const written = this.text.slice(from);
      for (const { path: steps, alsoNamed, deviation } of own) {
        if (steps.length !== depth + 1 || alsoNamed === undefined || node.members.some((m) => m.name === alsoNamed)) continue;
        this.put(',');
        this.departures.push({ deviation, path: here, offset: this.size });
        this.put(`${JSON.stringify(alsoNamed)}:${written}`);
      }
    });
    this.put('}');
  }

  value(node, member, rules, depth, path) {
    const inner = rules.filter((rule) => rule.path.length > depth + 1);
    if (inner.length && member.kind === 'object') {
      this.object(node, member.nested, inner, depth + 1, path);
      return;
    }
    if (inner.length && member.kind === 'objects') {
      this.put('[');
      node.items.forEach((item, index) => {
        if (index) this.put(',');
        this.object(item, member.nested, inner, depth + 1, `${path}/${index}`);
      });
      this.put(']');
      return;
    }
    for (const rule of rules) {
      const text = rule.path.length === depth + 1 && rule.as ? converted(node, member.kind, rule.as) : undefined;
      if (text !== undefined) {
        this.departures.push({ deviation: rule.deviation, path, offset: this.size });
        this.put(text);
        return;
      }
    }
    this.put(rawText(node));
  }
}

/** Returns the bytes of a content for a profile, and its departures from the canonical form. */
export function writeForProfile(canonical, schema, objectName, { ascii = false, rules = [] }) {
  if (rules.some((rule) => (rule.alsoNamed === undefined) === (rule.as === undefined))) throw new Skip('a rule has one change');
  if (!schema) return { bytes: canonical, departures: [] };
  const writer = new ProfileWriter(ascii);
  writer.object(parseTree(canonical), schema, rules.filter((r) => (r.objectName ?? objectName) === objectName), 0, '');
  const departures = writer.departures.toSorted((a, b) => a.offset - b.offset);
  return { bytes: Buffer.from(ascii ? escaped(writer.text) : writer.text), departures };
}
