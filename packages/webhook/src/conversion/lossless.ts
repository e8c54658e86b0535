/**
 * Keeps in an annotation what a version cannot say, so that an object comes back whole. What is put back is what nobody has changed meanwhile: a field counts as unchanged when it
 * converts to the same value as it did then.
 * Upstream: the annotations that cluster-api's conversions write by hand.
 */
import { deepEqual, isJsonObject, parseJson, stringifyJson } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';

/** One field that was lost: what it was, and what came of it on the way there and back. */
interface Lost {
  readonly path: readonly string[];
  readonly is?: unknown;
  readonly was?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Notes on the converted object what the way back would lose of the original. */
export function withLost(
  converted: KubeObject,
  original: DeepReadonly<KubeObject>,
  back: object,
  annotation: string,
): KubeObject {
  const lost: Lost[] = [];
  compare([], fieldsOf(original), fieldsOf(back), lost);
  const { [annotation]: _, ...others } = converted.metadata.annotations ?? {};
  const annotations = lost.length === 0 ? others : { ...others, [annotation]: stringifyJson(lost) };
  const { annotations: _all, ...metadata } = converted.metadata;
  return { ...converted, metadata: { ...metadata, ...(Object.keys(annotations).length > 0 && { annotations }) } };
}

/** Puts back what was noted on the object, where its field converts to what it converted to then. */
export function withoutLoss(converted: object, noted: DeepReadonly<KubeObject>, annotation: string): object {
  const lost = notesOf(noted.metadata.annotations?.[annotation]);
  if (lost.length === 0) return converted;
  return lost.reduce((object: object, { path, is, was }) => restored(object, path, is, was), converted);
}

function restored(object: object, path: readonly string[], is: unknown, was: unknown): object {
  if (is === undefined || !deepEqual(valueAt(object, path), was)) return object;
  return setAt(object as Fields, path, is);
}

function compare(path: readonly string[], is: Fields, was: Fields, lost: Lost[]): void {
  for (const key of new Set([...Object.keys(is), ...Object.keys(was)])) {
    const [one, other] = [own(is, key), own(was, key)];
    if (deepEqual(one, other)) continue;
    const place = [...path, key];
    if (isJsonObject(one) && isJsonObject(other)) compare(place, one, other, lost);
    else lost.push({ path: place, ...(one !== undefined && { is: one }), ...(other !== undefined && { was: other }) });
  }
}

const fieldsOf = (object: object): Fields =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !typeFields.has(key)));

const typeFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);

const valueAt = (object: unknown, path: readonly string[]): unknown =>
  path.reduce((value, key) => (isJsonObject(value) ? own(value as Fields, key) : undefined), object);

function setAt(object: Fields, path: readonly string[], value: unknown): Fields {
  const [key, ...rest] = path;
  if (key === undefined) return object;
  const inner = own(object, key);
  const changed = rest.length === 0 ? value : setAt(isJsonObject(inner) ? inner : {}, rest, value);
  return Object.fromEntries([...Object.entries(object).filter(([name]) => name !== key), [key, changed]]);
}

/** What somebody else wrote into the annotation counts as nothing. */
function notesOf(text: string | undefined): readonly Lost[] {
  if (text === undefined) return [];
  try {
    const notes = parseJson(text);
    return Array.isArray(notes) ? (notes as unknown as Lost[]).filter(({ path }) => isPath(path)) : [];
  } catch {
    return [];
  }
}

const isPath = (path: unknown): boolean =>
  Array.isArray(path) && path.length > 0 && path.every((key) => typeof key === 'string' && !typeFields.has(path[0]));
