/**
 * Finds in a zod schema what a CustomResourceDefinition cannot say: zod would print it as something else, or as nothing, in silence.
 */
import type { Notes } from './json-schema-of.ts';

/** What is looked at in a zod schema: the plain data that describes it. */
export interface ZodSchema {
  readonly _zod: { readonly def: ZodDef };
}

interface ZodDef {
  readonly type: string;
  readonly checks?: readonly ZodSchema[];
  readonly check?: string;
  readonly coerce?: boolean;
  readonly shape?: Readonly<Record<string, ZodSchema>>;
  readonly catchall?: ZodSchema;
  readonly element?: ZodSchema;
  readonly innerType?: ZodSchema;
  readonly options?: readonly ZodSchema[];
  readonly left?: ZodSchema;
  readonly right?: ZodSchema;
  readonly in?: ZodSchema;
  readonly keyType?: ZodSchema;
  readonly valueType?: ZodSchema;
}

/** True of a schema that zod 4 made. */
export const isZodSchema = (schema: unknown): schema is ZodSchema =>
  typeof schema === 'object' && schema !== null && '_zod' in schema;

/** Notes what cannot be expressed. */
export const findInZod = (schema: ZodSchema, path: string, notes: Notes): void => visit(schema, path, new Set(), notes);

/** Types that have no counterpart: the reason, and what to write instead. */
const refused: Readonly<Record<string, readonly [string, string]>> = {
  bigint: ['a bigint is not JSON', 'write z.int(), which is 64 bits wide on the server'],
  catch: ['a fallback for invalid values cannot be expressed', 'refuse them, and give missing ones a .default()'],
  custom: [
    'a check in JavaScript cannot run on the server',
    'describe the value with types, and use k.rule() for the rest',
  ],
  date: ['a Date is not JSON', 'write k.time(), a string in RFC 3339'],
  file: ['a file is not JSON', 'write z.base64() or a reference to a ConfigMap or Secret'],
  function: ['a function is not JSON', 'describe data only'],
  lazy: ['recursion cannot be expressed', 'use k.preserveUnknown() where the schema refers to itself'],
  map: ['a Map is not JSON', 'write z.record(z.string(), …)'],
  nan: ['NaN is not JSON', 'write z.number()'],
  never: ['no value is allowed here', 'leave the field out'],
  promise: ['a promise is not JSON', 'describe the value that it resolves to'],
  set: ['a Set is not JSON', 'write k.set(…), a list whose elements differ'],
  success: ['it is about parsing, not about data', 'describe the value'],
  symbol: ['a symbol is not JSON', 'write z.string()'],
  transform: [
    'a transform cannot run on the server',
    'describe the value as users write it, and convert it in the reconciler',
  ],
  tuple: ['a list has elements of one type', 'write z.object({ … }) with a name for each element'],
  undefined: ['undefined is not JSON', 'write .optional()'],
  void: ['void is not JSON', 'leave the field out'],
};

function visit(schema: ZodSchema, path: string, above: ReadonlySet<ZodSchema>, notes: Notes): void {
  if (above.has(schema))
    return notes.problems.add(
      path,
      'recursion cannot be expressed',
      'use k.preserveUnknown() where the schema refers to itself',
    );
  const { def } = schema._zod;
  const inside = new Set(above).add(schema);
  const no = refused[def.type];
  if (no !== undefined) return notes.problems.add(path, ...no);
  lookAtChecks(def, path, notes);
  for (const [field, child] of Object.entries(def.shape ?? {})) visit(child, `${path}.${field}`, inside, notes);
  lookAtCatchall(def, path, inside, notes);
  if (def.element) visit(def.element, `${path}[]`, inside, notes);
  if (def.valueType) visit(def.valueType, `${path}[*]`, inside, notes);
  for (const same of sameplace(def)) visit(same, path, inside, notes);
}

/** Parts that describe the same place; of a pipe, only what comes in is on the wire. */
function sameplace(def: ZodDef): readonly ZodSchema[] {
  const isTransform = def.type === 'pipe' && def.in?._zod.def.type !== 'transform' && def.in !== undefined;
  const parts = isTransform ? [pipeEnd(def)] : [def.innerType, def.left, def.right, ...(def.options ?? [])];
  return parts.filter((part) => part !== undefined);
}

/** A pipe into a transform is a transform. */
const pipeEnd = (def: ZodDef & { readonly out?: ZodSchema }): ZodSchema | undefined =>
  def.out?._zod.def.type === 'transform' ? def.out : def.in;

function lookAtChecks(def: ZodDef, path: string, notes: Notes): void {
  if (def.coerce) notes.warnings.add(path, 'the server does not coerce', 'users must write a value of this type');
  for (const { _zod } of def.checks ?? []) {
    if (_zod.def.check === 'custom') {
      notes.warnings.add(
        path,
        '.refine() runs only in this program, the server does not know it',
        'use k.rule(), or a webhook',
      );
    } else if (_zod.def.check === 'overwrite') {
      notes.warnings.add(
        path,
        'changing the value (.trim(), .toLowerCase(), …) runs only in this program',
        'use a pattern or k.rule()',
      );
    }
  }
}

function lookAtCatchall(def: ZodDef, path: string, above: ReadonlySet<ZodSchema>, notes: Notes): void {
  if (def.catchall === undefined) return;
  const { type } = def.catchall._zod.def;
  if (type === 'never') {
    notes.problems.add(
      path,
      'a strict object cannot be expressed: unknown fields are dropped, or refused where the client asks for it',
      'write z.object()',
    );
  } else if (type !== 'unknown' && type !== 'any' && Object.keys(def.shape ?? {}).length > 0) {
    notes.problems.add(
      path,
      'named fields and a catch-all cannot stand together',
      'put the others into a field of their own, a z.record()',
    );
  } else visit(def.catchall, `${path}[*]`, above, notes);
}
