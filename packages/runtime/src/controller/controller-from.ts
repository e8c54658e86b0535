/**
 * Makes a running controller of a definition, which notes what its runs do and holds back objects that never come to rest.
 * Upstream: controller-runtime pkg/builder.
 */
import type { Cache } from '@reeve/cache';
import type { Client } from '@reeve/client';
import type { AnyKind, Host } from '@reeve/machinery';
import type { QueueMetricsProvider } from '@reeve/queue';
import { lowPriority } from '../handler/event-priority.ts';
import { isForAll, requestFor } from '../handler/request.ts';
import type { EventRecorder } from '../events/event-input.ts';
import type { Logger } from '../log/logger.ts';
import type { ReconcileRecord } from './reconcile-record.ts';
import { HotLoops } from '../reconcile/hot-loops.ts';
import type { RunTracer } from '../trace/run-tracer.ts';
import type { ObjectReader } from '../view/object-reader.ts';
import type { Fence } from '../write/fence.ts';
import type { ControllerMetrics } from './controller-metrics.ts';
import { Controller } from './controller.ts';
import type { ControllerSettings, Run, RunPlace } from './controller-options.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { controllerName } from './define-controller.ts';
import { sourcesOf } from './definition-sources.ts';
import { HotLoopCondition } from './hot-loop-condition.ts';
import { noteLoop, sayLoop } from './hot-loop-report.ts';
import { ObjectRuns } from './object-runs.ts';
import { recordOf } from './queued-run.ts';

/** What a definition is run with. */
export interface Surroundings {
  readonly client: Client;
  readonly cache: Cache;
  readonly reader: ObjectReader;
  readonly host: Host;
  readonly log: Logger;
  readonly settings: ControllerSettings & { readonly concurrencyByKind?: Readonly<Record<string, number>> };
  readonly fence: Fence;
  /** A recorder of events under a controller's name. */
  readonly events: (controller: string) => EventRecorder;
  /** Surrounds runs with spans, where the program brings what makes them. */
  readonly tracer: () => RunTracer | undefined;
  readonly metrics?: ControllerMetrics;
  readonly queueMetrics?: QueueMetricsProvider;
  readonly onReconcile: (record: ReconcileRecord, place: RunPlace) => void;
  /** True where it takes the place of a controller of its name: its objects are told of again. */
  readonly isReloaded: boolean;
}

/** The controller of a definition. */
export function controllerFrom(definition: ControllerDefinition, around: Surroundings): Controller {
  const kind = definition.for;
  const name = controllerName(definition);
  const loops = new HotLoops(around.host.clock, definition.toleratedRepeats);
  const condition = new HotLoopCondition(definition, around);
  const runs = new ObjectRuns({ definition, around, loops, condition });
  const { concurrencyByKind = {}, ...settings } = around.settings;
  const byKind = concurrencyByKind[`${kind.kind}.${kind.group}`];
  const maxConcurrent = definition.maxConcurrent ?? byKind;
  const controller: Controller = new Controller(
    {
      ...definition,
      ...(maxConcurrent !== undefined && { maxConcurrent }),
      name,
      host: around.host,
      log: around.log.with({ controllerGroup: kind.group, controllerKind: kind.kind }),
      sources: sourcesOf(definition, around.cache, around.reader, around.isReloaded ? 'reload' : 'create'),
      ...(around.metrics && { metrics: around.metrics }),
      ...(around.queueMetrics && { queueMetrics: around.queueMetrics }),
      reconcile: (run) => (isForAll(run.request) ? askForAll(controller, kind, around, run) : runs.reconcile(run)),
      onRun: (run, place) => {
        const hotLoop = noteLoop(loops, run);
        if (hotLoop === undefined) return around.onReconcile(run, place);
        sayLoop(definition, around, run, hotLoop);
        around.onReconcile({ ...recordOf(run), hotLoop }, place);
      },
    },
    settings,
  );
  return controller;
}

/** Asks for a run of each object that there is. They wait behind what has changed by itself. */
async function askForAll(controller: Controller, kind: AnyKind, { reader }: Surroundings, run: Run): Promise<void> {
  const [{ source } = { source: 'all objects' }] = run.causes;
  const cause = { source, type: 'generic' } as const;
  for (const object of await reader.list(kind, { signal: run.signal }))
    controller.enqueue(requestFor(object), { cause, priority: lowPriority });
}
