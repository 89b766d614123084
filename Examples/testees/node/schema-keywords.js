// The keywords of a schema of an application: where each may occur and what its value may be (CNT-191 to CNT-194).
import { Fault } from './json.js';

const MEMBERS = 64;
const words = (text) => text.trim().split(/\s+/);
const table = (...parts) => new Set(parts.flatMap((part) => (typeof part === 'string' ? words(part) : [...part])));
const INFORMATIVE = table(`$schema $id $comment title description examples default deprecated readOnly writeOnly minLength
  maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems
  minProperties maxProperties contentMediaType`);
const ANY_FILE = table('x-swiftName x-since x-provenance x-sources x-notes');
const OBJECT = table('type properties required x-order');
const OPAQUE_TYPE = table(ANY_FILE, 'x-objectName x-category x-persistence x-digest x-platforms x-opaque');
const TYPE = table(OPAQUE_TYPE, OBJECT, 'x-foreignMembers x-twin');
const RULES = table('x-missing x-null x-empty x-coerce x-aliases x-foreign'); // of any member, or of an object
const MEMBER = table(RULES, `x-valueAliases x-url x-values x-unit x-swift x-since x-kind type $ref items contentEncoding
  additionalProperties`);
const MEMBERS_FILE = table(ANY_FILE, OBJECT, 'x-kind');
const OBJECT_FILE = table(MEMBERS_FILE, RULES);
const VALUE_FILE = table(ANY_FILE, MEMBER);
const ITEMS = table('type $ref');
const FLAGS = [0, 1, 3, 16]; // CNT-100
const MAPS = words('stringMap stringListMap');
const KINDS = [...words('any rawObject rawList'), ...MAPS];
const SIMPLE = words('string integer number boolean object array');

const escaped = (step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
export const has = (schema, name) => isObject(schema) && Object.hasOwn(schema, name);

/** Throws an error at a location. */
export function refuse(code, ...steps) {
  throw new Fault(code, undefined, steps.map(escaped).join(''));
}

/** Makes a check that refuses the values for which `isAllowed` is false. */
const check = (isAllowed) => (value, ...place) => {
  if (!isAllowed(value)) refuse('schema.value', ...place);
};
const text = check((value) => typeof value === 'string');
const object = check(isObject);
const deviation = check((value) => typeof value === 'string' && /^DEV-[0-9]{2,3}$/.test(value));
const flags = check((value) => FLAGS.includes(value));
const oneOf = (...values) => check((value) => values.includes(value));

const listOf = (item) => (value, ...place) => {
  check(Array.isArray)(value, ...place);
  value.forEach((each, index) => item(each, ...place, index));
};

/** Makes a check for an object with any names. */
const named = (item) => (value, ...place) => {
  object(value, ...place);
  for (const name of Object.keys(value)) item(value[name], ...place, name);
};

/** Makes a check for an object with the names of two tables of checks. */
const record = (required, optional) => (value, ...place) => {
  object(value, ...place);
  const checks = { ...required, ...optional };
  const stranger = Object.keys(value).find((name) => !has(checks, name));
  if (stranger !== undefined) refuse('schema.keyword', ...place, stranger);
  if (Object.keys(required).some((name) => !has(value, name))) refuse('schema.missing', ...place);
  for (const name of Object.keys(value)) checks[name](value[name], ...place, name);
};

/** Refuses what is neither a name nor a name with a deviation. */
function alias(value, ...place) {
  if (typeof value !== 'string') record({ name: text }, { deviation })(value, ...place);
}

/** Refuses what is not either a member or a fixed text (CNT-110). */
function digest(value, ...place) {
  record({}, { member: text, text })(value, ...place);
  if (Object.keys(value).length === 0) refuse('schema.missing', ...place);
  if (Object.keys(value).length > 1) refuse('schema.keyword', ...place, 'text');
}

/** Refuses what is not the names of two members. */
function pair(value, ...place) {
  listOf(text)(value, ...place);
  if (value.length !== 2 || value[0] === value[1]) refuse('schema.value', ...place);
}

const each = (names, item) => Object.fromEntries(words(names).map((name) => [name, item]));
const VALUES = {
  ...each('x-objectName x-swiftName x-since x-unit x-swift $ref', text),
  ...each('x-missing x-null x-empty x-coerce x-url x-foreign', deviation),
  ...each('x-sources x-notes x-order required', listOf(text)),
  ...each('x-platforms x-values', named(text)),
  'x-category': oneOf('content', 'notification', 'status', 'signal', 'custom'),
  'x-provenance': oneOf('seed', 'documented', 'inferred'),
  // Null stands for flags that are not published (CNT-103).
  'x-persistence': record({ flags: check((value) => value === null || FLAGS.includes(value)) }, { alternatives: listOf(flags) }),
  'x-digest': digest,
  'x-aliases': listOf(alias),
  'x-valueAliases': record({ map: object }, { deviation }),
  'x-foreignMembers': named(deviation),
  'x-twin': record({ members: pair, deviation }, {}),
  contentEncoding: oneOf('base64'),
  additionalProperties: object, // the kind of a map says what its values are
};

/** Refuses a keyword that has no meaning in a place, and a value that its keyword does not allow (CNT-191). */
function checkKeywords(schema, allowed, ...place) {
  const names = Object.keys(schema);
  const wrong = names.find((name) => !allowed.has(name) && !INFORMATIVE.has(name));
  if (wrong !== undefined) refuse('schema.keyword', ...place, wrong);
  for (const name of names) if (has(VALUES, name)) VALUES[name](schema[name], ...place, name);
}

/** Checks what the items of a list are; any type but a string or a reference makes it a raw list. */
function checkItems(items, ...place) {
  object(items, ...place);
  checkKeywords(items, ITEMS, ...place);
  checkMember(has(items, '$ref') ? items : { type: 'object', ...items }, ...place);
}

/** Checks the keywords that decide the kind of a member or of a value in a file of its own (CNT-192). */
function checkMember(member, ...place) {
  const misplaced = (name) => refuse('schema.keyword', ...place, name);
  const [refers, hasKind, hasType] = ['$ref', 'x-kind', 'type'].map((name) => has(member, name));
  if (Array.isArray(member.type)) refuse('schema.missing', ...place);
  if (hasType && !SIMPLE.includes(member.type)) refuse('schema.value', ...place, 'type');
  if (hasKind && !KINDS.includes(member['x-kind'])) refuse('schema.value', ...place, 'x-kind');
  if (!refers && !hasKind && !hasType) refuse('schema.missing', ...place);
  if (refers && hasType) misplaced('type');
  const plain = refers || hasKind ? undefined : member.type;
  if (has(member, 'contentEncoding') && plain !== 'string') misplaced('contentEncoding');
  if (has(member, 'x-empty') && !refers) misplaced('x-empty');
  if (has(member, 'additionalProperties') && !MAPS.includes(member['x-kind'])) misplaced('additionalProperties');
  if (!has(member, 'items')) return;
  if (plain !== 'array') misplaced('items');
  checkItems(member.items, ...place, 'items');
}

/** Checks what an object's members need: names, an order, and which of them are required. */
function checkObject(root) {
  const { properties, required = [], type = 'object' } = root;
  if (properties === undefined) refuse('schema.missing');
  if (has(root, 'x-kind') && root['x-kind'] !== 'members') refuse('schema.value', 'x-kind');
  if (!has(root, 'type') && !has(root, 'x-kind')) refuse('schema.missing');
  if (type !== 'object') refuse('schema.value', 'type');
  object(properties, 'properties');
  const names = Object.keys(properties);
  if (names.length > MEMBERS) refuse('schema.limit', 'properties');
  for (const name of names) {
    object(properties[name], 'properties', name);
    checkKeywords(properties[name], MEMBER, 'properties', name);
    checkMember(properties[name], 'properties', name);
  }
  if (!has(root, 'x-order') && names.length > 1) refuse('schema.missing');
  const order = root['x-order'] ?? names;
  if (JSON.stringify(order.toSorted()) !== JSON.stringify(names.toSorted())) refuse('schema.value', 'x-order');
  const wrong = required.findIndex((name, index) => !names.includes(name) || required.indexOf(name) < index);
  if (wrong >= 0) refuse('schema.value', 'required', wrong);
}

/** Checks the keywords of a file and of its members. */
export function checkRoot(root) {
  const isType = has(root, 'x-objectName');
  if (isType && has(root, 'x-opaque') && root['x-opaque'] !== true) refuse('schema.value', 'x-opaque');
  const isMembers = !isType && root['x-kind'] === 'members';
  const hasMembers = isType ? !has(root, 'x-opaque') : isMembers || has(root, 'properties');
  const ofType = hasMembers ? TYPE : OPAQUE_TYPE;
  const ofDefinition = hasMembers ? OBJECT_FILE : VALUE_FILE;
  checkKeywords(root, isType ? ofType : isMembers ? MEMBERS_FILE : ofDefinition);
  if (hasMembers) checkObject(root);
  else if (!isType) checkMember(root);
}

/** Checks the keywords that only some kinds of members have; the kind is that after every reference. */
export function checkKind(member, kind, ...place) {
  const misplaced = (name) => refuse('schema.keyword', ...place, name);
  if (has(member, 'x-url') && kind !== 'base64') misplaced('x-url');
  if (has(member, 'x-unit') && kind !== 'integer' && kind !== 'number') misplaced('x-unit');
  if (!has(member, 'x-valueAliases')) return;
  const means = { string: (value) => typeof value === 'string', integer: Number.isInteger, number: Number.isFinite };
  if (!has(means, kind)) misplaced('x-valueAliases');
  for (const [written, meant] of Object.entries(member['x-valueAliases'].map)) {
    if (!means[kind](meant)) refuse('schema.value', ...place, 'x-valueAliases', 'map', written);
  }
}
