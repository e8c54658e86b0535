/**
 * TypeScript types of a structural schema, as text that people can read and commit.
 */
import { isJsonObject } from '@reeve/machinery';

/** The type of a value that the schema describes. */
export function typeText(schema: unknown, indent = ''): string {
  if (!isJsonObject(schema)) return 'unknown';
  const type = bareType(schema, indent);
  return schema['nullable'] === true ? `${type} | null` : type;
}

function bareType(schema: Readonly<Record<string, unknown>>, indent: string): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'number | string';
  if (Array.isArray(schema['enum'])) return schema['enum'].map((word) => literal(word)).join(' | ');
  switch (schema['type']) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return listText(typeText(schema['items'], indent));
    case 'object':
      return objectText(schema, indent);
    default:
      return 'unknown';
  }
}

const literal = (word: unknown): string => (typeof word === 'string' ? quoted(word) : JSON.stringify(word));

const quoted = (word: string): string =>
  `'${JSON.stringify(word).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const listText = (item: string): string => (/[|{]/u.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`);

function objectText(schema: Readonly<Record<string, unknown>>, indent: string): string {
  const { properties, additionalProperties } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (isJsonObject(additionalProperties)) return `Record<string, ${typeText(additionalProperties, indent)}>`;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return 'Record<string, unknown>';
  const lines = Object.entries(properties).map(([name, child]) => memberText(name, child, schema, `${indent}  `));
  const rest = isOpen ? [`${indent}  [field: string]: unknown;`] : [];
  return `{\n${[...lines, ...rest].join('\n')}\n${indent}}`;
}

function memberText(name: string, schema: unknown, parent: Readonly<Record<string, unknown>>, indent: string): string {
  const required = Array.isArray(parent['required']) && parent['required'].includes(name);
  const hasDefault = isJsonObject(schema) && schema['default'] !== undefined;
  return `${comment(schema, indent)}${indent}${propertyName(name)}${required || hasDefault ? '' : '?'}: ${typeText(schema, indent)};`;
}

function comment(schema: unknown, indent: string): string {
  const text = isJsonObject(schema) ? schema['description'] : undefined;
  if (typeof text !== 'string' || text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').trim().split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/u.test(name) ? name : quoted(name));
