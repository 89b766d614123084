// schema.check: whether the schemas of an application can be used (CNT-191 to CNT-198, CNT-225, TST-212).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, Scanner, NO_LIMITS, parseTree } from './json.js';
import { checkKind, checkRoot, has, refuse } from './schema-keywords.js';
import { specFolder } from './schema.js';

const BYTES = 131072;
const LEVELS = 32;
const NESTED = 16;
const FILES = 1024;

const common = new Map(readdirSync(join(specFolder, 'common-objects'))
  .map((name) => [name, JSON.parse(readFileSync(join(specFolder, 'common-objects', name), 'utf8'))]));

/** The name by which references name a file (CNT-193). */
const lastComponent = (path) => path.replace(/\/+$/, '').split('/').at(-1);

/** Refuses an object in a tree that has a name twice. */
function refuseRepeats(node, ...place) {
  const members = node.members ?? [];
  if (new Set(members.map((m) => m.name)).size < members.length) refuse('schema.json', ...place);
  for (const { name, node: value } of members) refuseRepeats(value, ...place, name);
  (node.items ?? []).forEach((item, index) => refuseRepeats(item, ...place, index));
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
  if (tree.type !== 'object') refuse('schema.json');
  refuseRepeats(tree);
  return JSON.parse(text);
}

/** The members of an object that have to be strings, with their places. */
function digestAndTwin(root) {
  const digest = has(root['x-digest'], 'member') ? [[['x-digest', 'member'], root['x-digest'].member]] : [];
  return [...digest, ...(root['x-twin']?.members ?? []).map((name, index) => [['x-twin', 'members', index], name])];
}

/** The schemas of an application by the names of their files, with the common objects below them. */
class Schemas {
  constructor(roots) {
    this.roots = roots;
    this.heights = new Map();
    this.open = [];
  }

  /** A file of the application, or else a common object. */
  file(name) {
    return this.roots.get(name) ?? common.get(name);
  }

  /** What a member's reference leads to, or the member, and the file of an object. */
  resolve(member, place) {
    if (!has(member, '$ref')) return { target: member };
    const wrong = () => refuse('schema.reference', ...place, '$ref');
    const [path, ...pointer] = member.$ref.split('#');
    const file = lastComponent(path);
    let target = this.file(file);
    if (!target || has(target, 'x-objectName')) wrong();
    if (pointer.join('#')) {
      const steps = pointer.join('#').split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      const isMember = steps.length === 3 && steps[0] === '' && steps[1] === 'properties';
      if (!isMember || !has(target.properties, steps[2])) wrong();
      target = target.properties[steps[2]];
    }
    if (has(target, '$ref') || target['x-kind'] === 'members') wrong();
    return { target, file: has(target, 'properties') ? file : undefined };
  }

  /** The kind of a member, as far as keywords depend on it (CNT-192). */
  kind(member) {
    const { target, file } = this.resolve(member, []);
    return target['x-kind'] ?? (file ? 'nested' : target.contentEncoding ?? target.type);
  }

  /** Checks that every reference has a target, and the keywords that depend on it. */
  checkReferences(root) {
    const isValue = !has(root, 'properties') && !has(root, 'x-objectName');
    const members = isValue ? [[[], root]]
      : Object.entries(root.properties ?? {}).map(([name, member]) => [['properties', name], member]);
    for (const [place, member] of members) {
      const { target } = this.resolve(member, place);
      for (const keyword of has(member, '$ref') ? ['x-kind', 'x-empty'] : []) {
        if (has(member, keyword) && target[keyword] !== member[keyword]) refuse('schema.keyword', ...place, keyword);
      }
      if (has(member.items, '$ref') && !this.resolve(member.items, [...place, 'items']).file) {
        refuse('schema.reference', ...place, 'items', '$ref');
      }
      checkKind(member, this.kind(member), ...place);
    }
    for (const [place, name] of digestAndTwin(root)) {
      if (!has(root.properties, name) || this.kind(root.properties[name]) !== 'string') refuse('schema.value', ...place);
    }
  }

  /** Checks that no name has two meanings (CNT-198). */
  checkNames(root) {
    const properties = Object.entries(root.properties ?? {});
    const names = new Set(properties.map(([name]) => name));
    const claim = (name, ...place) => {
      if (names.has(name)) refuse('schema.name', ...place);
      names.add(name);
    };
    for (const [name, member] of properties) {
      const place = ['properties', name];
      const isOwn = has(member, 'x-aliases');
      const { 'x-aliases': aliases = [] } = isOwn ? member : this.resolve(member, place).target;
      aliases.forEach((alias, index) => claim(alias.name ?? alias, ...place, ...(isOwn ? ['x-aliases', index] : [])));
    }
    for (const name of Object.keys(root['x-foreignMembers'] ?? {})) claim(name, 'x-foreignMembers', name);
  }

  /** The files of the objects that the members of an object are or list, and the places of the members. */
  nestedFiles(root) {
    return Object.entries(root.properties ?? {}).map(([name, member]) => {
      const place = ['properties', name];
      const { target, file } = this.resolve(member, place);
      if (file || !has(target.items, '$ref')) return { place, file };
      const inside = target === member ? [...place, 'items'] : place;
      return { place: inside, file: this.resolve(target.items, inside).file };
    }).filter(({ file }) => file);
  }

  /** How many objects are nested in a file's own; no object may contain itself. Each file is read once. */
  height(file) {
    if (!this.heights.has(file)) {
      this.open.push(file);
      if (this.open.length > NESTED) refuse('schema.limit');
      let height = 0;
      for (const { place, file: inner } of this.nestedFiles(this.file(file))) {
        if (this.open.includes(inner)) refuse('schema.reference', ...place, '$ref');
        height = Math.max(height, this.height(inner) + 1);
      }
      this.heights.set(file, height);
      this.open.pop();
    }
    if (this.open.length + 1 + this.heights.get(file) > NESTED) refuse('schema.limit');
    return this.heights.get(file);
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
    schemas.checkReferences(root);
    schemas.checkNames(root);
  }
  for (const name of roots.keys()) schemas.height(name);
  const types = [...roots.values()].filter((root) => has(root, 'x-objectName')).map((root) => root['x-objectName']);
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
