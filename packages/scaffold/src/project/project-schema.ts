/**
 * What a `reeve.json` may hold, as the JSON schema that editors read, and the check of a file against it. The schema is the one description: the file that is shipped is made of it.
 */
import { nearest } from '@reeve/machinery';

/** The part of JSON schema that is used. */
export interface FileSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FileSchema>>;
  readonly required?: readonly string[];
  /** Members that are not listed: refused, or of a schema. Not given takes everything. */
  readonly additionalProperties?: false | FileSchema;
  readonly items?: FileSchema;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
}

const text = (description: string): FileSchema => ({ type: 'string', description });
const texts = (description: string): FileSchema => ({ type: 'array', description, items: { type: 'string' } });
const yes = (description: string): FileSchema => ({ type: 'boolean', description });

const resource: FileSchema = {
  type: 'object',
  required: ['group', 'version', 'kind', 'file'],
  additionalProperties: false,
  properties: {
    group: text('The API group.'),
    version: text('The version that was made.'),
    kind: text('The kind.'),
    plural: text('The name in URLs, where it is not the English plural.'),
    scope: { type: 'string', enum: ['Namespaced', 'Cluster'], description: 'Where objects live.' },
    file: text('The file that declares it.'),
    controller: yes('Whether the file has a controller.'),
    webhooks: {
      type: 'object',
      description: 'What the webhooks of the kind do.',
      additionalProperties: false,
      properties: {
        defaulting: yes('They fill in fields.'),
        validation: yes('They refuse objects.'),
        conversion: yes('They convert between versions.'),
      },
    },
  },
};

const plugin: FileSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    package: text('The npm package, or a folder of the project that begins with ./'),
    external: text("The key of an executable that speaks kubebuilder's protocol: NAME/VERSION."),
    universe: { type: 'string', enum: ['all'], description: 'all gives the executable ignored files, too.' },
    options: { type: 'object', description: 'What the plugin is told.' },
  },
};

/** The schema of version 1. */
export const projectSchema: FileSchema = {
  type: 'object',
  description: 'What reeve knows of a project.',
  required: ['name', 'domain'],
  additionalProperties: false,
  properties: {
    $schema: text('Where this schema is.'),
    version: { type: 'integer', minimum: 0, description: 'The version of this file.' },
    name: text('The name of the operator.'),
    domain: text('The domain that API groups are named under.'),
    programs: texts('Which files are programs; * is part of a name, ** any folders. Tests are left out.'),
    resources: { type: 'array', description: 'The resources that were made.', items: resource },
    image: {
      type: 'object',
      description: 'The image of the operator.',
      additionalProperties: false,
      properties: {
        base: text('The image that it stands on.'),
        node: text('The path of node in it.'),
        user: { type: 'integer', minimum: 1, description: 'The user that it runs as, by number.' },
      },
    },
    bundle: { type: 'object', description: 'Texts for people in the bundle for OLM.' },
    plugins: { type: 'array', description: 'The plugins, in the order in which they run.', items: plugin },
    generated: {
      type: 'object',
      description: 'Files that were generated, and by what: kept by reeve.',
      additionalProperties: {
        type: 'object',
        required: ['by', 'sha256'],
        additionalProperties: false,
        properties: {
          by: text('The generator.'),
          with: { type: 'object', description: 'The answers that it was given.' },
          sha256: {
            type: 'string',
            pattern: '^[0-9a-f]{64}$',
            description: 'The hash of the file as it was generated.',
          },
          text: text('The file as it was generated, compressed: what reeve update merges with.'),
        },
      },
    },
  },
};

/** The file that is shipped. */
export const projectSchemaFile = (): string =>
  `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title: 'reeve.json', ...projectSchema }, undefined, 2)}\n`;

/** What is wrong with a value, and where. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
  readonly next?: string | undefined;
}

/** The first thing that is wrong; undefined when nothing is. */
export function schemaProblem(value: unknown, schema: FileSchema, path = ''): SchemaProblem | undefined {
  if (!isOfType(value, schema.type)) return { path, message: `must be ${words[schema.type]}` };
  if (typeof value === 'string') return textProblem(value, schema, path);
  if (typeof value === 'number' && value < (schema.minimum ?? -Infinity))
    return { path, message: `must be ${schema.minimum} or more` };
  if (Array.isArray(value))
    return firstOf(
      value.entries(),
      ([at, item]) => schema.items && schemaProblem(item, schema.items, `${path}[${at}]`),
    );
  return typeof value === 'object' && value !== null ? objectProblem(value, schema, path) : undefined;
}

function objectProblem(value: object, schema: FileSchema, path: string): SchemaProblem | undefined {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { path: joined(path, missing), message: 'is missing' };
  return firstOf(Object.entries(value), ([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (own === undefined) return undefined;
    if (own !== false) return schemaProblem(member, own, joined(path, name));
    const meant = nearest(name, Object.keys(properties));
    return {
      path: joined(path, name),
      message: 'is not known',
      next:
        meant === undefined ? `take it out: there are ${Object.keys(properties).join(', ')}` : `did you mean ${meant}?`,
    };
  });
}

function textProblem(value: string, schema: FileSchema, path: string): SchemaProblem | undefined {
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return { path, message: `must be one of ${schema.enum.join(', ')}` };
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    return { path, message: `must match ${schema.pattern}` };
  return undefined;
}

const words = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
};

function isOfType(value: unknown, type: FileSchema['type']): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function firstOf<T>(values: Iterable<T>, problem: (value: T) => SchemaProblem | undefined): SchemaProblem | undefined {
  for (const value of values) {
    const found = problem(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
