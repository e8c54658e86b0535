/**
 * One field of a cron schedule: a list of values, ranges and steps, such as `1,15`, `mon-fri` or `*` + `/10`.
 * Upstream: robfig/cron v3 as the CronJob controller uses it, with its leniencies: `?` is `*`, `N/step` goes on to the highest value.
 */

/** What a field may hold. */
export interface FieldBounds {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Values by their names, in lower case. */
  readonly names?: ReadonlyMap<string, number>;
}

/** What a field says. */
export interface CronField {
  readonly values: ReadonlySet<number>;
  /** Whether the field leaves everything open: then the other day field decides alone. */
  readonly isOpen: boolean;
}

/** The fields of a schedule, in their order. */
export const cronFields = {
  minute: { name: 'minute', min: 0, max: 59 },
  hour: { name: 'hour', min: 0, max: 23 },
  day: { name: 'day of the month', min: 1, max: 31 },
  month: { name: 'month', min: 1, max: 12, names: named('jan feb mar apr may jun jul aug sep oct nov dec', 1) },
  weekday: { name: 'day of the week', min: 0, max: 6, names: named('sun mon tue wed thu fri sat', 0) },
} as const satisfies Record<string, FieldBounds>;

/** What is wrong with a part of a schedule: in our words, and in those of robfig/cron, which API servers send. */
export class CronProblem extends RangeError {
  readonly upstream: string;

  constructor(message: string, upstream: string) {
    super(message);
    this.upstream = upstream;
  }
}

/** Parses the text of a field; throws a `CronProblem`. */
export function parseCronField(text: string, bounds: FieldBounds): CronField {
  const ranges = text.split(',').filter((range) => range !== '');
  const parsed = ranges.map((range) => parseRange(range, bounds));
  return {
    values: new Set(parsed.flatMap(({ from, to, step }) => stepsBetween(from, to, step))),
    isOpen: parsed.some((range) => range.isOpen),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly isOpen: boolean;
}

/** Problems are found in the order in which robfig/cron finds them, so that its message is the one that is told. */
function parseRange(text: string, bounds: FieldBounds): Range {
  const problem = (what: string, upstream: string): CronProblem =>
    new CronProblem(`${JSON.stringify(text)} in the field for the ${bounds.name} ${what}`, upstream);
  const numberIn = (word: string, names: string): number => {
    const value = Number(word);
    if (/^\+?\d+$/.test(word) && Number.isSafeInteger(value)) return value;
    throw problem(`has ${JSON.stringify(word)} where a number${names} belongs`, intProblem(word));
  };
  const valueOf = (word: string): number =>
    bounds.names?.get(word.toLowerCase()) ?? numberIn(word, bounds.names ? ' or a name' : '');

  const [span = '', stepText, ...moreSteps] = text.split('/');
  const [low = '', high, ...moreBounds] = span.split('-');
  const isAny = low === '*' || low === '?';
  if (!isAny && moreBounds.length > 0) throw problem('has more than one hyphen', `too many hyphens: ${text}`);
  const from = isAny ? bounds.min : valueOf(low);
  const last = isAny || stepText !== undefined ? bounds.max : from;
  const to = isAny || high === undefined ? last : valueOf(high);
  if (moreSteps.length > 0) throw problem('has more than one slash', `too many slashes: ${text}`);
  const step = stepText === undefined ? 1 : numberIn(stepText, '');
  const { min, max } = bounds;
  const outside = `is not within ${min} and ${max}`;
  if (from < min) throw problem(outside, `beginning of range (${from}) below minimum (${min}): ${text}`);
  if (to > max) throw problem(outside, `end of range (${to}) above maximum (${max}): ${text}`);
  if (from > to)
    throw problem('ends before it begins', `beginning of range (${from}) beyond end of range (${to}): ${text}`);
  if (step === 0) throw problem('has a step of 0', `step of range should be a positive number: ${text}`);
  return { from, to, step, isOpen: isAny && step === 1 };
}

/** The message of robfig/cron for a word that is not a whole number of 0 or more. */
function intProblem(word: string): string {
  if (/^-\d+$/.test(word)) return `negative number (${word}) not allowed: ${word}`;
  const reason = /^[+-]?\d+$/.test(word) ? 'value out of range' : 'invalid syntax';
  return `failed to parse int from ${word}: strconv.Atoi: parsing ${JSON.stringify(word)}: ${reason}`;
}

function stepsBetween(from: number, to: number, step: number): number[] {
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}

function named(words: string, first: number): ReadonlyMap<string, number> {
  return new Map(words.split(' ').map((word, index) => [word, first + index]));
}
