/**
 * OpenAPI 2.0 in protobuf, for clients that read nothing else: kubectl up to 1.27. Messages are tables of numbers, and values are taken from the document
 * as it stands in JSON.
 * Upstream: the message types of gnostic's openapiv2.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import { WireWriter } from '../codec/wire-writer.ts';

type Json = Readonly<Record<string, unknown>>;

/** How the value of a field is written. */
type Form =
  | 'string'
  | 'bool'
  | 'int'
  | 'double'
  /** Any value, as YAML text; JSON is YAML. */
  | 'any'
  | { readonly message: () => Message }
  /** A list, each item a field of its own. */
  | { readonly each: Form }
  /** A map, as a message with one field of named values. */
  | { readonly named: Form; readonly number?: number }
  /** A value inside a message that holds nothing else. */
  | { readonly inside: Form; readonly number: number }
  /** Everything in the object whose name begins with `x-`. */
  | 'extensions'
  /** A parameter, which is one of several messages. */
  | 'parameter';

type Message = readonly (readonly [number: number, key: string, form: Form])[];

const strings: Form = { each: 'string' };
const message = (of: () => Message): Form => ({ message: of });
const inside = (form: Form, number = 1): Form => ({ inside: form, number });

const externalDocs: Message = [
  [1, 'description', 'string'],
  [2, 'url', 'string'],
];

const schema: Message = [
  [1, '$ref', 'string'],
  [2, 'format', 'string'],
  [3, 'title', 'string'],
  [4, 'description', 'string'],
  [6, 'multipleOf', 'double'],
  [7, 'maximum', 'double'],
  [8, 'exclusiveMaximum', 'bool'],
  [9, 'minimum', 'double'],
  [10, 'exclusiveMinimum', 'bool'],
  [11, 'maxLength', 'int'],
  [12, 'minLength', 'int'],
  [13, 'pattern', 'string'],
  [14, 'maxItems', 'int'],
  [15, 'minItems', 'int'],
  [16, 'uniqueItems', 'bool'],
  [17, 'maxProperties', 'int'],
  [18, 'minProperties', 'int'],
  [19, 'required', strings],
  [20, 'enum', { each: 'any' }],
  [21, 'additionalProperties', inside(message(() => schema))],
  [22, 'type', inside('string')],
  [23, 'items', inside(message(() => schema))],
  [25, 'properties', { named: message(() => schema) }],
  [29, 'externalDocs', message(() => externalDocs)],
  [30, 'example', 'any'],
  [31, '', 'extensions'],
];

const bodyParameter: Message = [
  [2, 'name', 'string'],
  [3, 'in', 'string'],
  [4, 'required', 'bool'],
  [5, 'schema', message(() => schema)],
];
const pathParameter: Message = [
  [1, 'required', 'bool'],
  [2, 'in', 'string'],
  [4, 'name', 'string'],
  [5, 'type', 'string'],
  [19, 'uniqueItems', 'bool'],
];
const queryParameter: Message = [
  [1, 'required', 'bool'],
  [2, 'in', 'string'],
  [4, 'name', 'string'],
  [6, 'type', 'string'],
  [20, 'uniqueItems', 'bool'],
];

const response: Message = [
  [1, 'description', 'string'],
  [2, 'schema', inside(message(() => schema))],
];

const operation: Message = [
  [1, 'tags', strings],
  [5, 'operationId', 'string'],
  [6, 'produces', strings],
  [7, 'consumes', strings],
  [8, 'parameters', { each: 'parameter' }],
  [9, 'responses', { named: inside(message(() => response)) }],
  [10, 'schemes', strings],
  [13, '', 'extensions'],
];

const pathItem: Message = [
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map(
    (method, index) => [index + 2, method, message(() => operation)] as const,
  ),
  [9, 'parameters', { each: 'parameter' }],
];

const info: Message = [
  [1, 'title', 'string'],
  [2, 'version', 'string'],
];
const apiKey: Message = [
  [1, 'type', 'string'],
  [2, 'name', 'string'],
  [3, 'in', 'string'],
  [4, 'description', 'string'],
];

const document: Message = [
  [1, 'swagger', 'string'],
  [2, 'info', message(() => info)],
  [8, 'paths', { named: message(() => pathItem), number: 2 }],
  [9, 'definitions', { named: message(() => schema) }],
  [12, 'security', { each: { named: message(() => [[1, 'value', strings]]) } }],
  [
    13,
    'securityDefinitions',
    {
      named: inside(
        message(() => apiKey),
        2,
      ),
    },
  ],
];

/** The bytes of a document. */
export function protobufV2(value: Json): Buffer {
  const writer = new WireWriter(1 << 20);
  writeMessage(writer, document, value);
  return writer.take();
}

/** Fields go in from the last to the first, because the writer works from the end. */
function writeMessage(writer: WireWriter, fields: Message, value: Json): void {
  for (const [number, key, form] of fields.toReversed()) {
    const field = key === '' ? value : value[key];
    if (field !== undefined) writeField(writer, number, form, field);
  }
}

function writeField(writer: WireWriter, number: number, form: Form, value: unknown): void {
  if (form === 'extensions') return writeExtensions(writer, number, value as Json);
  if (form === 'parameter') return writeParameter(writer, number, value as Json);
  if (typeof form === 'string') return writeScalar(writer, number, form, value);
  if ('each' in form) {
    for (const item of isJsonArray(value) ? value.toReversed() : []) writeField(writer, number, form.each, item);
    return;
  }
  delimited(writer, number, () => {
    if ('message' in form) return isJsonObject(value) ? writeMessage(writer, form.message(), value) : undefined;
    if ('inside' in form) return writeField(writer, form.number, form.inside, value);
    for (const [name, each] of Object.entries(value as Json).toReversed())
      writeNamed(writer, form.number ?? 1, name, form.named, each);
  });
}

function writeNamed(writer: WireWriter, number: number, name: string, form: Form, value: unknown): void {
  delimited(writer, number, () => {
    writeField(writer, 2, form, isJsonArray(value) ? { value } : value);
    writeScalar(writer, 1, 'string', name);
  });
}

function writeScalar(
  writer: WireWriter,
  number: number,
  form: 'string' | 'bool' | 'int' | 'double' | 'any',
  value: unknown,
) {
  switch (form) {
    case 'string':
      writer.string(String(value));
      return writer.tag(number, 2);
    case 'any':
      return delimited(writer, number, () => writeScalar(writer, 2, 'string', `${JSON.stringify(value)}\n`));
    case 'bool':
      if (value !== true) return;
      writer.byte(1);
      return writer.tag(number, 0);
    case 'int':
      writer.integer(Math.trunc(Number(value)));
      return writer.tag(number, 0);
    case 'double':
      writer.double(Number(value));
      return writer.tag(number, 1);
  }
}

function writeExtensions(writer: WireWriter, number: number, value: Json): void {
  for (const [name, each] of Object.entries(value).toReversed())
    if (name.startsWith('x-')) writeNamed(writer, number, name, { inside: 'string', number: 2 }, anyText(each));
}

/** An extension is any value: its text stands where a reader looks for YAML. */
const anyText = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** `ParametersItem.parameter`, then the kind of parameter. */
function writeParameter(writer: WireWriter, number: number, value: Json): void {
  const place = value['in'];
  const form: Form =
    place === 'body'
      ? inside(message(() => bodyParameter))
      : place === 'path'
        ? inside(
            inside(
              message(() => pathParameter),
              4,
            ),
            2,
          )
        : inside(
            inside(
              message(() => queryParameter),
              3,
            ),
            2,
          );
  writeField(writer, number, inside(form), value);
}

function delimited(writer: WireWriter, number: number, write: () => void): void {
  const mark = writer.length;
  write();
  writer.lengthSince(mark);
  writer.tag(number, 2);
}
