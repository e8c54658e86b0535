/**
 * Time as a source: a request every so often, with a random part so that replicas do not act in step; or when a cron schedule is due.
 */
import { CronSchedule, InvalidInputError, jittered, until } from '@reeve/machinery';
import type { Request } from '../handler/request.ts';
import type { Source, SourceContext } from './source.ts';

/** What a timer needs: how often, or when; and what to ask for then. */
export type TimerSourceOptions = (EverySoOften | OnSchedule) & {
  /** What to ask for each time. */
  readonly requests: () => Iterable<Request> | Promise<Iterable<Request>>;
  readonly name?: string;
};

interface EverySoOften {
  readonly everyMs: number;
  /** Adds up to this part of the period at random; none unless given. */
  readonly jitter?: number;
}

interface OnSchedule {
  /** When, as CronJobs write it; a text is read in UTC. What was missed while the machine slept is asked for once. */
  readonly schedule: CronSchedule | string;
}

/** A source that asks every so often. */
export class TimerSource implements Source {
  readonly name: string;
  readonly #options: TimerSourceOptions;
  readonly #wait: (context: SourceContext) => Promise<void>;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: TimerSourceOptions) {
    this.#options = options;
    if ('schedule' in options) {
      const schedule = scheduleOf(options.schedule);
      this.name = options.name ?? `at ${schedule.text}`;
      this.#wait = (context) => this.#onSchedule(schedule, context);
    } else {
      requireTime('everyMs', options.everyMs, 1);
      requireTime('jitter', options.jitter ?? 0, 0);
      this.name = options.name ?? `every ${options.everyMs / 1000}s`;
      this.#wait = (context) => this.#everySoOften(options, context);
    }
  }

  start(context: SourceContext): void {
    this.#ended = this.#wait(context);
  }

  /** Resolves when the source has ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async #everySoOften({ everyMs, jitter = 0 }: EverySoOften, context: SourceContext): Promise<void> {
    const { host, signal } = context;
    await host.sleep(jittered(everyMs, jitter, host.random), signal).catch(() => undefined);
    await until(host, () => this.#tell(context), { periodMs: everyMs, jitter, sliding: false, signal });
  }

  async #onSchedule(schedule: CronSchedule, context: SourceContext): Promise<void> {
    const { clock } = context.host;
    for (let due = schedule.next(clock.now()); due !== undefined; due = schedule.next(clock.now())) {
      await untilTime(due.getTime(), context);
      if (context.signal.aborted) return;
      await this.#tell(context);
    }
    context.log.warn('a schedule is never due again', { source: this.name });
  }

  async #tell(context: SourceContext): Promise<void> {
    try {
      for (const request of await this.#options.requests())
        context.enqueue(request, { cause: { source: this.name, type: 'generic' } });
    } catch (error) {
      context.log.error('a timer could not say what to run', { source: this.name, error });
    }
  }
}

function requireTime(name: string, value: number, least: number): void {
  if (typeof value === 'number' && value >= least && value < Infinity) return;
  throw new InvalidInputError(String(value), `${name} of a timer is ${value}: write a finite number from ${least}`);
}

const scheduleOf = (schedule: CronSchedule | string): CronSchedule =>
  typeof schedule === 'string' ? CronSchedule.parse(schedule) : schedule;

/** Wall time may jump, so that it is looked at every minute. */
async function untilTime(dueMs: number, { host, signal }: SourceContext): Promise<void> {
  while (!signal.aborted && host.clock.now() < dueMs)
    await host.sleep(Math.min(dueMs - host.clock.now(), 60_000), signal).catch(() => undefined);
}
