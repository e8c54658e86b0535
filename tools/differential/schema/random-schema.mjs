/**
 * Random schemas that are mostly structural, and random objects that mostly follow them. Everything that a schema can say
 * appears somewhere; the few names make it likely that parts meet.
 */

const names = ['a', 'b', 'c', 'd'];
const texts = ['', 'a', 'b', 'abc', 'A1', 'x-y', '10.0.0.1', '2024-02-29', '5m', 'ünï', '💡💡'];
const numbers = [0, 1, 2, 3, 10, -1, 1.5, 0.5, 2.25, 1e21, 1e-7, 2147483648, 9007199254740991];
const formats = ['int32', 'int64', 'float', 'double', 'date', 'ipv4', 'duration', 'hostname', 'uuid', 'byte', 'odd'];
const patterns = ['^[a-z]*$', '^a', 'b$', '[0-9]+', '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', '(?i)^a', '^.{2,3}$'];

/**
 * A schema for `spec`.
 * @param {import('./random.mjs').Random} random @param {number} [depth]
 * @returns {Record<string, unknown>}
 */
export function randomSchema(random, depth = 3) {
  const kinds = ['string', 'integer', 'number', 'boolean', 'intOrString'];
  const kind = random.pick(
    depth > 0 ? [...kinds, 'object', 'object', 'object', 'array', 'array', 'map', 'open'] : kinds,
  );
  const schema = schemaOf(kind, random, depth);
  if (random.chance(0.15)) schema['nullable'] = true;
  return schema;
}

/** @param {string} kind @param {import('./random.mjs').Random} random @param {number} depth @returns {Record<string, unknown>} */
function schemaOf(kind, random, depth) {
  switch (kind) {
    case 'object':
      return objectSchema(random, depth);
    case 'array':
      return arraySchema(random, depth);
    case 'map':
      return {
        type: 'object',
        additionalProperties: random.chance(0.85) ? randomSchema(random, depth - 1) : true,
        ...sizes(random, 'Properties'),
      };
    case 'open':
      return {
        ...(random.chance(0.7) && { type: 'object' }),
        'x-kubernetes-preserve-unknown-fields': true,
        ...(random.chance(0.4) && { properties: properties(random, depth - 1, 1) }),
      };
    case 'intOrString':
      return {
        'x-kubernetes-int-or-string': true,
        ...(random.chance(0.3) && { pattern: random.pick(patterns) }),
        ...(random.chance(0.3) && { maximum: 5 }),
      };
    default:
      return {
        type: kind,
        ...valueRules(kind, random),
        ...junctors(kind, random),
        ...(random.chance(0.2) && { default: defaultOf(kind, random) }),
      };
  }
}

/** @param {import('./random.mjs').Random} random @param {number} depth @returns {Record<string, unknown>} */
function objectSchema(random, depth) {
  const parts = properties(random, depth - 1, 1 + random.below(3));
  const known = Object.keys(parts);
  const isEmbedded = random.chance(0.07);
  return {
    type: 'object',
    properties: parts,
    ...(random.chance(0.4) && { required: [random.pick(random.chance(0.9) ? known : names)] }),
    ...sizes(random, 'Properties'),
    ...(random.chance(0.1) && { 'x-kubernetes-preserve-unknown-fields': true }),
    ...(isEmbedded && { 'x-kubernetes-embedded-resource': true }),
    ...(random.chance(0.25) && {
      [random.pick(['anyOf', 'oneOf', 'allOf'])]: [0, 1].map(() => clauseOn(known, parts, random)),
    }),
    ...(random.chance(0.08) && { not: clauseOn(known, parts, random) }),
    ...(random.chance(0.1) && { default: {} }),
  };
}

/** @param {import('./random.mjs').Random} random @param {number} depth @param {number} count */
function properties(random, depth, count) {
  return Object.fromEntries(names.slice(0, count).map((name) => [name, randomSchema(random, depth)]));
}

/** A clause about one property. @param {string[]} known @param {Record<string, any>} parts @param {import('./random.mjs').Random} random */
function clauseOn(known, parts, random) {
  const name = random.pick(known);
  if (random.chance(0.5)) return { required: [name] };
  return { properties: { [name]: valueRules(String(parts[name]?.type), random) } };
}

/** @param {import('./random.mjs').Random} random @param {number} depth @returns {Record<string, unknown>} */
function arraySchema(random, depth) {
  const listType = random.pick(['set', 'map', 'atomic', undefined, undefined]);
  if (listType === 'map') return mapList(random);
  const items =
    listType === 'set' ? { type: random.pick(['string', 'integer', 'number']) } : randomSchema(random, depth - 1);
  return { type: 'array', items, ...(listType && { 'x-kubernetes-list-type': listType }), ...sizes(random, 'Items') };
}

/** @param {import('./random.mjs').Random} random @returns {Record<string, unknown>} */
function mapList(random) {
  const keys = random.pick([['a'], ['a', 'b']]);
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer', default: 1 }, c: randomSchema(random, 0) },
      required: keys,
    },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
  };
}

/** @param {import('./random.mjs').Random} random @param {string} what */
function sizes(random, what) {
  return {
    ...(random.chance(0.12) && { [`min${what}`]: 1 + random.below(2) }),
    ...(random.chance(0.12) && { [`max${what}`]: 1 + random.below(2) }),
  };
}

/** @param {string} type @param {import('./random.mjs').Random} random @returns {Record<string, unknown>} */
function valueRules(type, random) {
  const isNumber = type === 'integer' || type === 'number';
  return {
    ...(random.chance(0.2) && { format: random.pick(formats) }),
    ...(random.chance(0.15) && { enum: [...new Set([0, 1].map(() => defaultOf(type, random)))] }),
    ...(isNumber &&
      random.chance(0.3) && { minimum: random.pick(numbers), ...(random.chance(0.3) && { exclusiveMinimum: true }) }),
    ...(isNumber &&
      random.chance(0.3) && { maximum: random.pick(numbers), ...(random.chance(0.3) && { exclusiveMaximum: true }) }),
    ...(isNumber && random.chance(0.15) && { multipleOf: random.pick([1, 2, 0.5, 0.1, 3]) }),
    ...(type === 'string' && random.chance(0.25) && { pattern: random.pick(patterns) }),
    ...(type === 'string' && random.chance(0.15) && { minLength: random.below(4) }),
    ...(type === 'string' && random.chance(0.15) && { maxLength: random.below(4) }),
  };
}

/** @param {string} type @param {import('./random.mjs').Random} random */
function junctors(type, random) {
  if (!random.chance(0.2)) return {};
  const clauses = [0, 1, 2].slice(0, 1 + random.below(3)).map(() => valueRules(type, random));
  return random.chance(0.2) ? { not: clauses[0] } : { [random.pick(['anyOf', 'oneOf', 'allOf'])]: clauses };
}

/** @param {string} type @param {import('./random.mjs').Random} random */
function defaultOf(type, random) {
  if (type === 'integer') return random.pick([0, 1, 2, 3, 10, -1]);
  if (type === 'number') return random.pick([0, 1, 1.5, 0.5]);
  return type === 'boolean' ? random.chance(0.5) : random.pick(texts);
}

/**
 * A value that mostly follows a schema.
 * @param {any} schema @param {import('./random.mjs').Random} random @param {number} [depth]
 * @returns {unknown}
 */
export function randomValue(schema, random, depth = 5) {
  if (random.chance(0.08)) return anyValue(random, 2);
  if (random.chance(0.05)) return null;
  if (schema?.enum && random.chance(0.7)) return random.pick(schema.enum);
  if (schema?.['x-kubernetes-int-or-string'])
    return random.chance(0.5) ? random.pick([1, 5, 6, -1]) : random.pick(texts);
  switch (schema?.type) {
    case 'object':
      return objectValue(schema, random, depth);
    case 'array':
      return Array.from({ length: random.below(4) }, () => randomValue(schema.items, random, depth - 1));
    case 'integer':
      return random.pick(random.chance(0.9) ? numbers.filter(Number.isSafeInteger) : numbers);
    case 'number':
      return random.pick(numbers);
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return random.pick(texts);
    default:
      return anyValue(random, depth - 1);
  }
}

/** @param {any} schema @param {import('./random.mjs').Random} random @param {number} depth */
function objectValue(schema, random, depth) {
  const known = Object.keys(schema.properties ?? {});
  const keys = new Set([
    ...known.filter(() => random.chance(0.75)),
    ...(schema.additionalProperties ? names.slice(0, random.below(3)) : []),
  ]);
  if (random.chance(0.12)) keys.add(random.pick(['unknown', 'd', 'metadata', 'kind']));
  const entries = [...keys].map((key) => [
    key,
    randomValue(schema.properties?.[key] ?? schema.additionalProperties, random, depth - 1),
  ]);
  const type =
    schema['x-kubernetes-embedded-resource'] && random.chance(0.8) ? { apiVersion: 'v1', kind: 'Thing' } : {};
  return { ...type, ...Object.fromEntries(entries) };
}

/** @param {import('./random.mjs').Random} random @param {number} depth @returns {unknown} */
function anyValue(random, depth) {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return random.pick(texts);
    case 1:
      return random.pick(numbers);
    case 2:
      return random.chance(0.5);
    case 3:
      return null;
    case 4:
      return random.pick(texts);
    case 5:
      return Array.from({ length: random.below(3) }, () => anyValue(random, depth - 1));
    default:
      return Object.fromEntries(names.slice(0, random.below(3)).map((name) => [name, anyValue(random, depth - 1)]));
  }
}
