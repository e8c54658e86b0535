/**
 * The TypeScript type of a schema, as text. Names of other types are asked of the caller, who knows what is imported from where.
 */

const scalars = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

/**
 * @typedef {{ group: string, version: string, kind: string }} Gvk
 * @typedef {{
 *   type?: string, enum?: readonly string[], $ref?: string, allOf?: readonly { $ref: string }[], required?: readonly string[],
 *   items?: Schema, additionalProperties?: Schema, properties?: Record<string, Schema>,
 *   'x-kubernetes-group-version-kind'?: readonly Gvk[]
 * }} Schema
 * @typedef {(schemaName: string) => string} NameOf
 */

/**
 * The members of an interface, a line each.
 * @param {Schema} schema
 * @param {NameOf} nameOf
 * @param {(field: string) => boolean} isRequired
 */
export function members(schema, nameOf, isRequired) {
  return Object.entries(schema.properties ?? {}).map(
    ([field, value]) => `  ${propertyName(field)}${isRequired(field) ? '' : '?'}: ${typeOf(value, nameOf)};`,
  );
}

/**
 * @param {Schema} schema
 * @param {NameOf} nameOf
 * @returns {string}
 */
export function typeOf(schema, nameOf) {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference) return nameOf(reference.slice(reference.lastIndexOf('/') + 1));
  if (schema.enum) return schema.enum.map((word) => `'${word}'`).join(' | ');
  if (schema.items) return listOf(typeOf(schema.items, nameOf));
  if (schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties, nameOf)}>`;
  const scalar = scalars.get(schema.type ?? '');
  if (!scalar) throw new Error(`no type for the schema ${JSON.stringify(schema)}`);
  return scalar;
}

/** @param {string} item */
const listOf = (item) => (item.includes('|') ? `(${item})[]` : `${item}[]`);

/** @param {string} field */
const propertyName = (field) => (/^[A-Za-z_$][\w$]*$/u.test(field) ? field : `'${field}'`);
