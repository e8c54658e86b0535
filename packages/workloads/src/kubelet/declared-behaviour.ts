/**
 * What a pod says its containers do: by annotations (`reeve.dev/run`, `reeve.dev/fail`, `reeve.dev/logs`, each also for one container as `reeve.dev/run.NAME`), else by a
 * command that the tiny shell understands, else by what such a container usually does: one that is to be restarted runs on, one of a Job or an init container ends well.
 * What an annotation says is read with care: a mistake in it is reported and does nothing.
 */
import { isSidecar } from '@reeve/kinds';
import { annotationOf, isJsonObject, parseDuration, parseJson } from '@reeve/machinery';
import type { DeepReadonly, JsonValue } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import { runCommand } from './tiny-shell.ts';
import type { ContainerBehaviour, ContainerSpec, KubeletTiming } from './container-behaviour.ts';

/** What a container does, and what is wrong with what was said about it. */
export interface DeclaredBehaviour extends ContainerBehaviour {
  readonly problem?: string;
}

/** What goes wrong by the annotation `reeve.dev/fail`. */
export const failures: Readonly<Record<string, ContainerBehaviour>> = {
  'image-pull': { pullError: 'not found' },
  'crash-loop': { exitAfterMs: 0, exitCodes: [1] },
  oom: { exitAfterMs: 1000, exitCodes: [137], exitReason: 'OOMKilled' },
  unready: { readyAfterMs: Infinity },
  startup: { startedAfterMs: Infinity },
  liveness: { unhealthyAfterMs: 0 },
  'slow-stop': { stopMs: Infinity },
};

/** The behaviour that a pod declares for one of its containers. */
export function declaredBehaviour(
  pod: DeepReadonly<Pod>,
  container: ContainerSpec,
  timing: KubeletTiming,
): DeclaredBehaviour {
  const said = (word: string): string | undefined =>
    annotationOf(pod, `reeve.dev/${word}.${container.name}`) ?? annotationOf(pod, `reeve.dev/${word}`);
  const [run, fail, logs] = [said('run'), isInit(pod, container) ? undefined : said('fail'), said('logs')];
  return {
    ...usual(pod, container, timing),
    ...(run !== undefined && runOf(run)),
    ...(fail !== undefined && failureOf(fail)),
    ...(logs !== undefined && { lines: logs.split('\n') }),
  };
}

/** What such a container usually does. */
function usual(pod: DeepReadonly<Pod>, container: ContainerSpec, { runMs }: KubeletTiming): ContainerBehaviour {
  const { command = [], args = [], env = [] } = container;
  const ran = runCommand([...command, ...args], {
    hostname: pod.spec.hostname ?? pod.metadata.name ?? '',
    env: Object.fromEntries(env.map(({ name, value = '' }) => [name, value])),
  });
  if (ran !== undefined) return { exitAfterMs: ran.durationMs, exitCodes: [ran.exitCode], lines: ran.lines };
  if (isInit(pod, container)) return isSidecar(container) ? {} : { exitAfterMs: 0 };
  return pod.spec.restartPolicy === 'Never' || pod.spec.restartPolicy === 'OnFailure' ? { exitAfterMs: runMs } : {};
}

const isInit = (pod: DeepReadonly<Pod>, { name }: ContainerSpec): boolean =>
  (pod.spec.initContainers ?? []).some((init) => init.name === name);

function failureOf(text: string): DeclaredBehaviour {
  if (Object.hasOwn(failures, text)) return failures[text] ?? {};
  return { problem: `reeve.dev/fail is ${JSON.stringify(text)}: write one of ${Object.keys(failures).join(', ')}` };
}

function runOf(text: string): DeclaredBehaviour {
  try {
    const said = parseJson(text);
    if (!isJsonObject(said)) throw new Error('it is not an object');
    return Object.fromEntries(Object.entries(said).map(([field, value]) => fieldOf(field, value)));
  } catch (error) {
    return {
      problem: `reeve.dev/run cannot be read: ${error instanceof Error ? error.message : String(error)}; write such as {"exitAfter":"5s","exitCode":1}`,
    };
  }
}

/** The fields of `reeve.dev/run`: times as Go writes them, or `never`. */
function fieldOf(field: string, value: JsonValue): [string, unknown] {
  if (Object.hasOwn(timeFields, field)) return [timeFields[field] ?? '', msOf(value)];
  if (field === 'exitCode') return ['exitCodes', [codeOf(value)]];
  if (field === 'exitCodes' && Array.isArray(value)) return ['exitCodes', value.map(codeOf)];
  if ((field === 'exitReason' || field === 'imageUser') && typeof value === 'string') return [field, value];
  throw new Error(`there is no ${JSON.stringify(field)}`);
}

const timeFields: Readonly<Record<string, string>> = {
  exitAfter: 'exitAfterMs',
  readyAfter: 'readyAfterMs',
  startedAfter: 'startedAfterMs',
  unhealthyAfter: 'unhealthyAfterMs',
  stopAfter: 'stopMs',
  pullTakes: 'pullMs',
};

function msOf(value: JsonValue): number {
  if (value === 'never') return Infinity;
  if (typeof value === 'number') return value * 1000;
  if (typeof value === 'string') return parseDuration(value).ms;
  throw new Error(`${JSON.stringify(value)} is no time`);
}

function codeOf(value: JsonValue): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255) return value;
  throw new Error(`${JSON.stringify(value)} is no exit code`);
}
