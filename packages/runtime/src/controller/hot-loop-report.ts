/**
 * What a controller does about objects whose runs write the same again and again: it counts finished runs, and tells in the log and by an event on the object.
 */
import { parseKey } from '@reeve/machinery';
import type { HotLoop, HotLoops } from '../reconcile/hot-loops.ts';
import type { Surroundings } from './controller-from.ts';
import type { FinishedRun } from './controller-options.ts';
import { controllerName } from './define-controller.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { formatRequest } from '../handler/request-key.ts';

/** Failures have a back-off of their own, and a run that was held back says nothing. */
export function noteLoop(loops: HotLoops, run: FinishedRun): HotLoop | undefined {
  if (loops.isQuiet && run.writes.length === 0) return undefined;
  const key = formatRequest(run.request);
  const { type } = run.outcome;
  return type === 'retry' || type === 'terminal' || loops.heldMs(key) > 0
    ? undefined
    : loops.note(key, run.writes, run.causes);
}

/** Says it when it is found, and each time that it is held back twice as long. */
export function sayLoop(
  definition: ControllerDefinition,
  around: Pick<Surroundings, 'log' | 'events'>,
  run: FinishedRun,
  loop: HotLoop,
): void {
  const { runs, delayMs, written } = loop;
  const name = controllerName(definition);
  const { apiVersion, kind } = definition.for;
  const { key } = run.request;
  around.log.warn('runs write the same again and again, and are held back', {
    controller: name,
    key,
    reconcileID: run.id,
    runs,
    delayMs,
    written,
  });
  const about = { apiVersion, kind, metadata: parseKey(key) };
  const message = `${runs} runs in a row wrote the same (${written}): the next waits ${delayMs / 1000}s. Does somebody else want it otherwise, or does it change with every look?`;
  around.events(name).event(about, { type: 'Warning', reason: 'HotLoop', message });
}
