// The types of contents, read from the schemas of the specification (CNT-192).
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the specification. */
export const specFolder =
  process.env.IMWIRE_SPEC ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'Spec');

const readJSON = (...path) => JSON.parse(readFileSync(join(specFolder, ...path), 'utf8'));
const fileName = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

/** The deviation ids of the general rules, for schemas that name none themselves. */
const general = { number: 'DEV-104', integer: 'DEV-104', boolean: 'DEV-105', string: 'DEV-106', base64: 'DEV-106',
  rawObject: 'DEV-110', strings: 'DEV-111', stringMap: 'DEV-106', stringListMap: 'DEV-106' };

class Loader {
  constructor() {
    this.files = new Map();
    this.objects = new Map();
  }

  file(name) {
    if (!this.files.has(name)) this.files.set(name, readJSON('common-objects', name));
    return this.files.get(name);
  }

  /** The object schema of a file of common-objects. */
  object(name) {
    if (!this.objects.has(name)) this.objects.set(name, this.build(this.file(name)));
    return this.objects.get(name);
  }

  /** Returns the content of a property, with the object that it refers to merged below it. */
  resolve(property) {
    if (!property.$ref) return { property, nested: null };
    const [path, pointer] = property.$ref.split('#');
    const name = fileName(path);
    const root = this.file(name);
    if (pointer) {
      const target = pointer.split('/').slice(1).reduce((at, step) => at[step], root);
      const inner = this.resolve(target);
      return { property: { ...inner.property, ...property }, nested: inner.nested };
    }
    const shared = {};
    for (const key of ['x-aliases', 'x-coerce', 'x-null', 'x-empty', 'x-missing']) {
      if (key in root) shared[key] = root[key];
    }
    if (root.properties) return { property: { ...shared, ...property }, nested: name };
    return { property: { ...root, ...property }, nested: null };
  }

  member(name, property, required) {
    const resolved = this.resolve(property);
    const p = resolved.property;
    const m = { name, key: JSON.stringify(name), required, kind: '', nested: null, aliases: [] };
    if (resolved.nested) {
      m.kind = 'object';
      m.nested = this.object(resolved.nested);
    } else {
      m.kind = p['x-kind'] ?? this.plainKind(p);
      if (m.kind === 'objects') m.nested = this.object(fileName(p.items.$ref));
    }
    m.aliases = (p['x-aliases'] ?? []).map((a) => (typeof a === 'string' ? { name: a, deviation: 'DEV-150' }
      : { name: a.name, deviation: a.deviation ?? 'DEV-150' }));
    m.own = p['x-coerce'] ?? null;
    m.coerce = m.own ?? general[m.kind];
    m.missing = p['x-missing'] ?? 'DEV-103';
    m.null = p['x-null'] ?? 'DEV-102';
    m.empty = p['x-empty'] ?? null;
    m.foreign = p['x-foreign'] ?? null;
    m.url = p['x-url'] ?? null;
    const values = p['x-valueAliases'];
    m.values = values ? { deviation: values.deviation ?? 'DEV-151', map: new Map(Object.entries(values.map)) } : null;
    return m;
  }

  plainKind(p) {
    if (p.type === 'string') return p.contentEncoding === 'base64' ? 'base64' : 'string';
    if (p.type === 'object') return 'rawObject';
    if (p.type !== 'array') return p.type;
    if (p.items?.type === 'string') return 'strings';
    return p.items?.$ref ? 'objects' : 'rawList';
  }

  build(json) {
    const names = json['x-order'] ?? Object.keys(json.properties);
    const required = new Set(json.required ?? []);
    const members = names.map((n) => this.member(n, json.properties[n], required.has(n)));
    return makeObject(members, { foreign: json['x-foreignMembers'], twin: json['x-twin'] });
  }
}

/** Creates an object schema from members in order, with a table of all names that have a meaning in it. */
export function makeObject(members, { foreign, twin } = {}) {
  const names = new Map();
  members.forEach((m, index) => {
    names.set(m.name, { index, alias: null });
    for (const alias of m.aliases) names.set(alias.name, { index, alias });
  });
  const schema = { members, names, foreign: new Map(Object.entries(foreign ?? {})), twin: null };
  if (twin) {
    const index = twin.members.map((n) => names.get(n).index);
    schema.twin = { index, deviation: twin.deviation };
  }
  return schema;
}

/** Creates a member for schemas that are written in code. */
export function makeMember(name, kind, options = {}) {
  return { name, key: JSON.stringify(name), kind, required: false, nested: null, aliases: [], own: options.coerce ?? null,
    missing: 'DEV-103', null: 'DEV-102', empty: null, foreign: null, url: null, values: null, ...options,
    coerce: options.coerce ?? general[kind] };
}

/** Loads all types by objectName: flags, category, digest, and the schema of typed contents. */
export function loadTypes() {
  const loader = new Loader();
  const types = new Map();
  for (const file of readdirSync(join(specFolder, 'content-types'))) {
    if (!file.endsWith('.schema.json')) continue;
    const json = readJSON('content-types', file);
    const opaque = json['x-opaque'] === true;
    const schema = opaque ? null : loader.build(json);
    // A class name in the content is local state in every typed content (CNT-046, DEV-90).
    if (schema && !schema.names.has('messageName')) schema.foreign.set('messageName', 'DEV-90');
    types.set(json['x-objectName'], {
      objectName: json['x-objectName'],
      category: json['x-category'] ?? 'custom',
      flags: json['x-persistence'] ? json['x-persistence'].flags : 3,
      digest: json['x-digest'] ?? null,
      schema,
    });
  }
  return types;
}
