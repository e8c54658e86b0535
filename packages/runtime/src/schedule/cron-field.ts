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

/** What the text of a field says; throws a `RangeError` whose message says what is wrong. */
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

function parseRange(text: string, bounds: FieldBounds): Range {
  const [span = '', stepText, ...more] = text.split('/');
  if (more.length > 0) throw problem(text, bounds, 'has more than one slash');
  const step = stepText === undefined ? 1 : wholeNumber(stepText, text, bounds);
  if (step === 0) throw problem(text, bounds, 'has a step of 0');
  const [low = '', high, ...rest] = span.split('-');
  if (low === '*' || low === '?') return { from: bounds.min, to: bounds.max, step, isOpen: step === 1 };
  if (rest.length > 0) throw problem(text, bounds, 'has more than one hyphen');
  const from = valueOf(low, text, bounds);
  const last = stepText === undefined ? from : bounds.max;
  return within(text, bounds, {
    from,
    to: high === undefined ? last : valueOf(high, text, bounds),
    step,
    isOpen: false,
  });
}

function within(text: string, bounds: FieldBounds, range: Range): Range {
  const { min, max } = bounds;
  if (range.from < min || range.to > max) throw problem(text, bounds, `is not within ${min} and ${max}`);
  if (range.from > range.to) throw problem(text, bounds, 'ends before it begins');
  return range;
}

const valueOf = (word: string, text: string, bounds: FieldBounds): number =>
  bounds.names?.get(word.toLowerCase()) ?? wholeNumber(word, text, bounds);

function wholeNumber(word: string, text: string, bounds: FieldBounds): number {
  const value = Number(word);
  if (/^\+?\d+$/.test(word) && Number.isSafeInteger(value)) return value;
  throw problem(text, bounds, `has ${JSON.stringify(word)} where a number${bounds.names ? ' or a name' : ''} belongs`);
}

function stepsBetween(from: number, to: number, step: number): number[] {
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}

const problem = (text: string, bounds: FieldBounds, what: string): RangeError =>
  new RangeError(`${JSON.stringify(text)} in the field for the ${bounds.name} ${what}`);

function named(words: string, first: number): ReadonlyMap<string, number> {
  return new Map(words.split(' ').map((word, index) => [word, first + index]));
}
