/**
 * Which sizes a schema should limit so that a rule costs no more than a server allows. What is tried out is the estimate itself: at first every list, map and text
 * gets a limit, and then each loses it again that can do without.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { ruleCostLimit, structuralSchema } from '@reeve/schema';
import type { SchemaPlace } from './schema-place.ts';
import { schemaPlaces } from './schema-place.ts';

/** A size that a schema can limit. */
interface Size {
  readonly place: SchemaPlace;
  readonly keyword: 'maxItems' | 'maxProperties' | 'maxLength';
}

/** What to write so that a rule costs less. It is found by the path that servers print of it. */
export function sizeAdvice(schema: ReadonlyJson, rulePath: string): string {
  const alone = withThatRuleAlone(schema, rulePath);
  const costWith = (sizes: readonly Size[], most: number): number =>
    structuralSchema(limited(alone, sizes, most)).rules[0]?.totalCost ?? Infinity;
  const sizes = sizesToLimit(sizesNear(alone, rulePath), costWith);
  const most = generousLimits.find((one) => costWith(sizes, one) <= ruleCostLimit);
  if (sizes.length === 0 || most === undefined) return notBySizes;
  const limits = sizes.toReversed().map(({ place, keyword }) => `${keyword}: ${most} on ${place.field}`);
  return `set ${listed(limits)} (in zod ${listed([...new Set(sizes.map(({ keyword }) => inZod(keyword, most)))])})`;
}

const notBySizes =
  'simplify the rule: no limit of a size makes it cheap enough (metadata.name counts as large as a whole request)';

/** The schema without its other rules, so that little is compiled each time. */
function withThatRuleAlone(schema: ReadonlyJson, rulePath: string): ReadonlyJson {
  const places = [...schemaPlaces(schema)].filter((place) => place.schema[rulesKeyword] !== undefined);
  return places.reduce((changed, { path, keys, schema: { [rulesKeyword]: rules } }) => {
    const kept = isJsonArray(rules) ? rules.filter((_, index) => rulePath === `${path}.${rulesKeyword}[${index}]`) : [];
    return withKeyword(changed, keys, rulesKeyword, kept);
  }, schema);
}

const rulesKeyword = 'x-kubernetes-validations';

const inZod = (keyword: Size['keyword'], most: number): string =>
  keyword === 'maxProperties' ? `.meta({ maxProperties: ${most} })` : `.max(${most})`;

const generousLimits = [1000, 500, 250, 100, 64, 32, 16, 10, 5, 3, 2, 1];

/** The sizes that cannot do without a limit; none if no limits are enough. */
function sizesToLimit(
  candidates: readonly Size[],
  costWith: (sizes: readonly Size[], most: number) => number,
): readonly Size[] {
  const enough = generousLimits.find((most) => costWith(candidates, most) <= ruleCostLimit);
  if (enough === undefined) return [];
  const most = Math.min(enough, usualLimit);
  return candidates.reduce<readonly Size[]>((kept, candidate) => {
    const others = kept.filter((size) => size !== candidate);
    return costWith(others, most) <= ruleCostLimit ? others : kept;
  }, candidates);
}

/** A size is left without a limit only if the others may still be so large. */
const usualLimit = 64;

/** The sizes that a rule may read, or that say how often it is evaluated: around it and below. Texts come first, and lists that hold others last. */
function sizesNear(schema: ReadonlyJson, rulePath: string): readonly Size[] {
  const node = rulePath.replace(/\.x-kubernetes-[^.]*$/u, '');
  const found: Size[] = [];
  for (const place of schemaPlaces(schema)) {
    const keyword = keywordOf(place.schema);
    if (keyword !== undefined && (node.startsWith(place.path) || place.path.startsWith(node)))
      found.push({ place, keyword });
  }
  const near = found.slice(0, mostCandidates).toReversed();
  return [...near.filter(isText), ...near.filter((size) => !isText(size))];
}

const isText = ({ keyword }: Size): boolean => keyword === 'maxLength';

/** Each is tried out several times. */
const mostCandidates = 40;

function keywordOf({
  type,
  format,
  enum: words,
  additionalProperties,
}: ReadonlyJsonObject): Size['keyword'] | undefined {
  if (type === 'array') return 'maxItems';
  if (type === 'object') return isJsonObject(additionalProperties) ? 'maxProperties' : undefined;
  return type === 'string' && format === undefined && words === undefined ? 'maxLength' : undefined;
}

/** The schema with sizes that are at most so large. */
function limited(schema: ReadonlyJson, sizes: readonly Size[], most: number): ReadonlyJson {
  return sizes.reduce<ReadonlyJson>((changed, { place, keyword }) => {
    const given = place.schema[keyword];
    return withKeyword(changed, place.keys, keyword, typeof given === 'number' ? Math.min(given, most) : most);
  }, schema);
}

/** The schema with a keyword changed in the part that the keys lead to. */
function withKeyword(
  schema: ReadonlyJson | undefined,
  keys: readonly string[],
  keyword: string,
  value: ReadonlyJson,
): ReadonlyJson {
  const object: ReadonlyJsonObject = isJsonObject(schema) ? schema : {};
  const [key, ...rest] = keys;
  if (key === undefined) return { ...object, [keyword]: value };
  return { ...object, [key]: withKeyword(object[key], rest, keyword, value) };
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
