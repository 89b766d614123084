// schema.check: whether the schemas of an application can be used (CNT-191 to CNT-198, TST-212).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, Scanner, NO_LIMITS, parseTree } from './json.js';
import { specFolder } from './schema.js';

const BYTES = 131072;
const LEVELS = 32;
const MEMBERS = 64;
const NESTED = 16;
const FILES = 1024;
const words = (text) => text.trim().split(/\s+/);
const INFORMATIVE = new Set(words(`$schema $id $comment title description examples default deprecated readOnly writeOnly
  minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems
  minProperties maxProperties contentMediaType`));
const SHARED = words('x-swiftName x-since x-provenance x-sources x-notes x-platforms type properties required x-order');
const TYPE = new Set([...SHARED, ...words('x-objectName x-category x-persistence x-digest x-foreignMembers x-twin x-opaque')]);
const MEMBER = new Set(words(`x-missing x-null x-empty x-coerce x-aliases x-valueAliases x-url x-foreign x-kind type $ref items
  contentEncoding x-values x-unit x-swift x-since x-notes`));
const DEFINITION = new Set([...SHARED, ...MEMBER]);
const FLAGS = [null, 0, 1, 3, 16]; // CNT-100, CNT-103
const CATEGORIES = words('content notification status signal custom');
const KINDS = words('any rawObject rawList stringMap stringListMap');
const SIMPLE = words('string integer number boolean object array');
const IDS = words('x-missing x-null x-empty x-coerce x-url x-foreign');

const common = new Map(readdirSync(join(specFolder, 'common-objects'))
  .map((name) => [name, JSON.parse(readFileSync(join(specFolder, 'common-objects', name), 'utf8'))]));
const escaped = (step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;

function refuse(code, ...steps) {
  throw new Fault(code, undefined, steps.map(escaped).join(''));
}

/** The name by which references name a file (CNT-193). */
const lastComponent = (path) => path.replace(/\/+$/, '').split('/').at(-1);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Whether an object in a tree has a name twice. */
function repeats(node) {
  const members = node.members ?? [];
  return new Set(members.map((m) => m.name)).size < members.length
    || members.some((m) => repeats(m.node)) || (node.items ?? []).some(repeats);
}

function parse(text) {
  const bytes = Buffer.from(text);
  if (bytes.length > BYTES) refuse('schema.limit');
  const s = new Scanner(bytes, { ...NO_LIMITS, depth: LEVELS });
  try {
    s.space();
    s.value('');
    s.finish();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    if (fault.code === 'limit.depth') refuse('schema.limit');
    throw new Fault('schema.json', fault.offset);
  }
  const tree = parseTree(bytes);
  if (tree.type !== 'object' || repeats(tree)) refuse('schema.json');
  return JSON.parse(text);
}

function keywords(schema, allowed, ...place) {
  const wrong = Object.keys(schema).find((name) => !allowed.has(name) && !INFORMATIVE.has(name));
  if (wrong !== undefined) refuse('schema.keyword', ...place, wrong);
}

function checkMember(member, ...place) {
  if (!isObject(member)) refuse('schema.value', ...place);
  keywords(member, MEMBER, ...place);
  const { type } = member;
  const has = (name) => Object.hasOwn(member, name);
  if (has('$ref')) {
    if (typeof member.$ref !== 'string') refuse('schema.value', ...place, '$ref');
  } else if (has('x-kind')) {
    if (!KINDS.includes(member['x-kind'])) refuse('schema.value', ...place, 'x-kind');
  } else if (type === undefined) {
    refuse('schema.missing', ...place);
  }
  if (type !== undefined && !SIMPLE.includes(type)) refuse('schema.value', ...place, 'type');
  if (has('contentEncoding')) {
    if (type !== 'string') refuse('schema.keyword', ...place, 'contentEncoding');
    if (member.contentEncoding !== 'base64') refuse('schema.value', ...place, 'contentEncoding');
  }
  if (has('items') && type !== 'array') refuse('schema.keyword', ...place, 'items');
  if (has('x-url') && member.contentEncoding !== 'base64') refuse('schema.keyword', ...place, 'x-url');
  if (has('x-empty') && !has('$ref')) refuse('schema.keyword', ...place, 'x-empty');
  const values = member['x-valueAliases'];
  if (isObject(values) && !Object.hasOwn(values, 'map')) refuse('schema.missing', ...place, 'x-valueAliases');
  const means = { string: (value) => typeof value === 'string', integer: Number.isInteger, number: Number.isInteger }[type];
  if (isObject(values?.map) && means) {
    const wrong = Object.keys(values.map).find((written) => !means(values.map[written]));
    if (wrong !== undefined) refuse('schema.value', ...place, 'x-valueAliases', 'map', wrong);
  }
  for (const name of IDS) if (has(name) && !/^DEV-[0-9]+$/.test(member[name])) refuse('schema.value', ...place, name);
}

/** Checks the keywords of a file and of its members. */
function checkRoot(root) {
  const isType = Object.hasOwn(root, 'x-objectName');
  keywords(root, isType ? TYPE : DEFINITION);
  if (isType) {
    if (typeof root['x-objectName'] !== 'string') refuse('schema.value', 'x-objectName');
    if (!CATEGORIES.includes(root['x-category'] ?? 'custom')) refuse('schema.value', 'x-category');
    if (!(root['x-opaque'] ?? true)) refuse('schema.value', 'x-opaque');
    const digest = root['x-digest'];
    if (isObject(digest) && digest.member === undefined && digest.text === undefined) refuse('schema.missing', 'x-digest');
    const persistence = root['x-persistence'];
    if (isObject(persistence) && persistence.flags === undefined) refuse('schema.missing', 'x-persistence');
    if (isObject(persistence) && !FLAGS.includes(persistence.flags)) refuse('schema.value', 'x-persistence', 'flags');
    (persistence?.alternatives ?? []).forEach((flags, index) => {
      if (!Number.isInteger(flags)) refuse('schema.value', 'x-persistence', 'alternatives', index);
    });
    if (isObject(root['x-twin']) && root['x-twin'].deviation === undefined) refuse('schema.missing', 'x-twin');
  }
  const { properties, required = [], 'x-order': order } = root;
  if (properties === undefined) {
    if (isType && !root['x-opaque']) refuse('schema.missing', 'properties');
    return;
  }
  if (root['x-kind'] !== 'members' && root.type !== 'object') {
    if (root.type === undefined) refuse('schema.missing');
    refuse('schema.value', 'type');
  }
  if ((root['x-kind'] ?? 'members') !== 'members') refuse('schema.value', 'x-kind');
  if (root['x-opaque']) refuse('schema.keyword', 'properties');
  if (!isObject(properties)) refuse('schema.value', 'properties');
  const names = Object.keys(properties);
  if (names.length > MEMBERS) refuse('schema.limit', 'properties');
  for (const name of names) checkMember(properties[name], 'properties', name);
  if (order === undefined && names.length > 1) refuse('schema.missing');
  if (order !== undefined && (!Array.isArray(order) || JSON.stringify(order.toSorted()) !== JSON.stringify(names.toSorted()))) {
    refuse('schema.value', 'x-order');
  }
  if (!Array.isArray(required) || required.some((name) => !Object.hasOwn(properties, name))) refuse('schema.value', 'required');
}

/** The schemas of an application by the names of their files, with the common objects below them. */
class Schemas {
  constructor(roots) {
    this.roots = roots;
  }

  /** What a member's reference leads to, and the file of an object. */
  resolve(member, place, seen = []) {
    if (!isObject(member) || !Object.hasOwn(member, '$ref')) return { target: member };
    const [path, pointer = ''] = member.$ref.split('#');
    const file = lastComponent(path);
    const target = this.roots.get(file) ?? common.get(file);
    if (!target || Object.hasOwn(target, 'x-objectName') || seen.includes(member.$ref)) refuse('schema.reference', ...place, '$ref');
    const next = [...seen, member.$ref];
    if (pointer) {
      const [, folder, name, more] = pointer.split('/');
      const isThere = folder === 'properties' && more === undefined && Object.hasOwn(target.properties ?? {}, name);
      if (!isThere) refuse('schema.reference', ...place, '$ref');
      const named = target.properties[name];
      if (Object.hasOwn(named, '$ref')) refuse('schema.reference', ...place, '$ref');
      return { target: named };
    }
    return Object.hasOwn(target, 'properties') ? { target, file } : this.resolve(target, place, next);
  }

  /** Checks that no name has two meanings, and that every reference leads somewhere. */
  checkNames(root) {
    const names = new Set();
    const claim = (name, ...place) => {
      if (names.has(name)) refuse('schema.name', ...place);
      names.add(name);
    };
    const properties = Object.entries(root.properties ?? {});
    for (const [name] of properties) claim(name, 'properties', name);
    for (const [name, member] of properties) {
      const { target } = this.resolve(member, ['properties', name]);
      for (const keyword of ['x-kind', 'x-empty']) {
        if (Object.hasOwn(member, keyword) && target[keyword] !== member[keyword]) refuse('schema.keyword', 'properties', name, keyword);
      }
      if (isObject(member.items) && Object.hasOwn(member.items, '$ref') && !this.resolve(member.items, ['properties', name, 'items']).file) {
        refuse('schema.reference', 'properties', name, 'items', '$ref');
      }
      const aliases = [...(member['x-aliases'] ?? []), ...(target === member ? [] : target['x-aliases'] ?? [])];
      for (const alias of aliases) claim(isObject(alias) ? alias.name : alias, 'properties', name, 'x-aliases');
    }
    for (const name of Object.keys(root['x-foreignMembers'] ?? {})) claim(name, 'x-foreignMembers', name);
    const shown = root['x-digest']?.member;
    if (shown !== undefined) {
      const { target } = this.resolve(root.properties?.[shown], ['x-digest']);
      if (target?.type !== 'string' || Object.hasOwn(target, 'contentEncoding')) refuse('schema.value', 'x-digest', 'member');
    }
  }

  /** Checks how deeply objects are nested, and that no object contains itself. */
  checkDepth(root, open = []) {
    if (open.length > NESTED) refuse('schema.limit');
    for (const [name, member] of Object.entries(root.properties ?? {})) {
      for (const inner of [member, member.items]) {
        const { target, file } = this.resolve(inner, ['properties', name]);
        if (!file) continue;
        if (open.includes(file)) refuse('schema.reference', 'properties', name, '$ref');
        this.checkDepth(target, [...open, file]);
      }
    }
  }
}

/** Returns the names of the message types that files describe; `builtIn` are the names that are taken. */
export function checkSchemas(files, overridesReserved, builtIn) {
  if (files.length > FILES) refuse('schema.limit');
  const roots = new Map();
  for (const { name, text } of files) {
    const root = parse(text);
    const file = lastComponent(name);
    if (roots.has(file)) refuse('schema.name');
    roots.set(file, root);
  }
  const schemas = new Schemas(roots);
  for (const root of roots.values()) checkRoot(root);
  for (const root of roots.values()) {
    schemas.checkNames(root);
    schemas.checkDepth(root);
  }
  const types = [...roots.values()].filter((root) => Object.hasOwn(root, 'x-objectName')).map((root) => root['x-objectName']);
  const taken = new Set(builtIn);
  for (const name of types) {
    if (name === '') throw new Fault('register.empty');
    if ([...name].length > 32) throw new Fault('register.length');
    if (name.startsWith('RC:') && !overridesReserved) throw new Fault('register.reserved');
    if (taken.has(name)) throw new Fault('register.taken');
    taken.add(name);
  }
  return types;
}
