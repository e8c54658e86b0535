/**
 * The fields of a struct, made ready for use: in the order of its JSON, with those of embedded structs in their place, and by number for protobuf, where
 * an embedded struct is a message of its own.
 */
import type { FieldFacts } from '@reeve/kinds';
import { InvalidInputError } from '@reeve/machinery';
import type { FieldNames } from './decode-state.ts';
import type { FieldForm } from './field-form.ts';
import { ListForm } from './list-form.ts';
import { MapForm } from './map-form.ts';
import { PointerForm, SliceForm, ValueForm } from './single-forms.ts';
import type { TypeSource } from './value-type.ts';

/** One field of a struct's JSON. */
export interface StructField extends FieldNames {
  /** Its place among the struct's fields. */
  readonly slot: number;
  readonly form: FieldForm;
}

/** The fields of a message; those of an embedded struct are again a message. */
export interface MessagePlan {
  /** The struct's name in messages to people. */
  readonly goName: string;
  /** By number; there are holes. */
  readonly byNumber: readonly (MessageField | undefined)[];
  /** The last first, as the writer needs them. */
  readonly descending: readonly MessageField[];
}

export interface MessageField {
  readonly number: number;
  readonly content: StructField | MessagePlan;
}

export interface StructPlan {
  readonly fields: readonly StructField[];
  readonly byName: ReadonlyMap<string, StructField>;
  /** How many fields are printed in any case. */
  readonly keptCount: number;
  readonly message: MessagePlan;
}

/** The facts of all types, and the types that they name. */
export interface PlanSource extends TypeSource {
  factsOf(name: string): readonly FieldFacts[];
}

/** Lists of which rules tell whether they are empty or not there. What is stored never has them empty. */
const tellsEmpty = new Set([
  'apiextensions.v1.CustomResourceDefinitionSpec.versions',
  'autoscaling.v2.HPAScalingRules.policies',
  'networking.v1.IngressSpec.rules',
]);

export function planStruct(name: string, source: PlanSource): StructPlan {
  const fields: StructField[] = [];
  const message = collect({ name, owner: lastPart(name), embedded: '' }, source, fields);
  return {
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    keptCount: fields.filter((field) => field.form.isKept).length,
    message,
  };
}

/** The struct whose fields are collected: as itself, or embedded in the owner under names that end with a dot. */
interface Part {
  readonly name: string;
  readonly owner: string;
  readonly embedded: string;
}

/** Appends a struct's fields to those of the whole, and returns the message that they make. */
function collect({ name, owner, embedded }: Part, source: PlanSource, fields: StructField[]): MessagePlan {
  const numbered: MessageField[] = [];
  for (const facts of source.factsOf(name)) {
    const part = { name: facts.t, owner, embedded: `${embedded}${lastPart(facts.t)}.` };
    const form = facts.n === undefined ? undefined : formOf(facts, source, tellsEmpty.has(`${name}.${facts.n}`));
    const content =
      facts.n === undefined || form === undefined
        ? collect(part, source, fields)
        : addField(facts.n, form, owner, embedded, fields);
    if (facts.p !== undefined) numbered.push({ number: facts.p, content });
  }
  const byNumber: MessageField[] = [];
  for (const field of numbered) byNumber[field.number] = field;
  return { goName: lastPart(name), byNumber, descending: numbered.toSorted((a, b) => b.number - a.number) };
}

function addField(name: string, form: FieldForm, owner: string, embedded: string, fields: StructField[]): StructField {
  const field = { slot: fields.length, name, owner, goPath: `${embedded}${name}`, form };
  fields.push(field);
  return field;
}

function formOf({ t, g, s, o, k = false, c }: FieldFacts, source: TypeSource, isToldEmpty: boolean): FieldForm {
  const type = source.typeOf(t, g);
  if (s === 'list') return new ListForm(type, k, c, isToldEmpty);
  if (s === 'map') return new MapForm(type, k, c);
  if (o) return new PointerForm(type, k);
  return type.isSlice ? new SliceForm(type, k) : new ValueForm(type, k);
}

/** `Pod` of `core.v1.Pod`. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The error for a name that the table does not have. */
export const noSuchType = (name: string): InvalidInputError =>
  new InvalidInputError(
    name,
    `the table of facts has no type ${name}: ask for one of its types or kinds, or run npm run facts`,
  );
