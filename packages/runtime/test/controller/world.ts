/** A controller in virtual time, with a source that a test drives. */
import { expect } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { Controller, requestOf } from '@reeve/runtime';
import type { ControllerMetrics, ControllerOptions, FinishedRun, Source, SourceContext } from '@reeve/runtime';

/** A source that a test drives. */
export class ManualSource implements Source {
  readonly name = 'manual';
  readonly starts: SourceContext[] = [];
  synced: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  start(context: SourceContext): void {
    this.starts.push(context);
  }

  ask(name: string, priority?: number): void {
    this.starts[0]?.enqueue(requestOf('default', name), {
      cause: { source: 'manual', type: 'generic' },
      ...(priority !== undefined && { priority }),
    });
  }
}

export interface Counted {
  readonly results: string[];
  readonly timeouts: number[];
  readonly bugs: number[];
  readonly terminal: number[];
}

function counting(counted: Counted): ControllerMetrics {
  return {
    register(name, { maxConcurrent }) {
      counted.results.push(`register ${name} ${maxConcurrent}`);
      return {
        reconciled: (result) => counted.results.push(result),
        terminalError: () => counted.terminal.push(1),
        panicked: () => counted.bugs.push(1),
        timedOut: () => counted.timeouts.push(1),
        conflicted: () => counted.results.push('conflict'),
      };
    },
  };
}

/** More runs than any test asks for: a controller that runs more has lost its back-off, and would go on for ever. */
const mostRuns = 50_000;

/** A controller in a virtual world, with what happened to it. */
export function world(reconcile: ControllerOptions['reconcile'], more: Partial<ControllerOptions> = {}) {
  const host = new VirtualHost();
  const source = new ManualSource();
  const counted: Counted = { results: [], timeouts: [], bugs: [], terminal: [] };
  const finished: FinishedRun[] = [];
  let [runs, stopAll] = [0, (): void => undefined];
  const limited: ControllerOptions['reconcile'] = (run) => {
    runs += 1;
    if (runs > mostRuns) stopAll();
    return reconcile(run);
  };
  const controller = new Controller({
    name: 'site',
    host,
    reconcile: limited,
    sources: [source],
    metrics: counting(counted),
    onRun: (run) => finished.push(run),
    ...more,
  });
  const during = (body: () => Promise<void>): Promise<void> =>
    host.run(async () => {
      const stop = new AbortController();
      stopAll = () => stop.abort();
      const running = controller.run(stop.signal);
      const failed = running.catch((error: unknown) => error);
      await host.sleep(1);
      try {
        await body();
      } finally {
        stop.abort();
        await failed;
      }
      await running;
      expect(runs, 'runs of a controller whose back-off works').toBeLessThanOrEqual(mostRuns);
    });
  return { host, source, counted, finished, controller, during };
}

/** The keys of runs, in order. */
export const names = (runs: readonly FinishedRun[]): string[] => runs.map(({ request }) => request.key);
