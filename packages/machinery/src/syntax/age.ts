/**
 * How long ago something was, short enough for a column and exact enough for a person: `45s`, `3m20s`, `5h`, `2d4h`, `3y`.
 * Upstream: apimachinery util/duration HumanDuration.
 */
const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

interface Step {
  /** The step is for spans shorter than this, in seconds. */
  readonly below: number;
  readonly unit: Unit;
  /** What is left over is printed too, unless it is nothing. */
  readonly rest?: Unit;
}

interface Unit {
  readonly seconds: number;
  readonly letter: string;
}

const units = {
  second: { seconds: second, letter: 's' },
  minute: { seconds: minute, letter: 'm' },
  hour: { seconds: hour, letter: 'h' },
  day: { seconds: day, letter: 'd' },
  year: { seconds: year, letter: 'y' },
};

/** Small spans are told in two units, long ones in one. */
const steps: readonly Step[] = [
  { below: 2 * minute, unit: units.second },
  { below: 10 * minute, unit: units.minute, rest: units.second },
  { below: 3 * hour, unit: units.minute },
  { below: 8 * hour, unit: units.hour, rest: units.minute },
  { below: 2 * day, unit: units.hour },
  { below: 8 * day, unit: units.day, rest: units.hour },
  { below: 2 * year, unit: units.day },
  { below: 8 * year, unit: units.year, rest: units.day },
  { below: Infinity, unit: units.year },
];

/** The age at `now` (milliseconds since the epoch) of what happened at a time; `<unknown>` where there is no time. */
export function printAge(time: unknown, now: number): string {
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(at) ? '<unknown>' : printSpan(now - at);
}

/** A span of milliseconds. Clocks differ by a second or two; what lies further in the future is `<invalid>`. */
export function printSpan(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  const { unit, rest } = steps.find(({ below }) => seconds < below) ?? { unit: units.year };
  const left = rest ? Math.floor((seconds % unit.seconds) / rest.seconds) : 0;
  return `${Math.floor(seconds / unit.seconds)}${unit.letter}${rest && left > 0 ? `${left}${rest.letter}` : ''}`;
}
