/**
 * Where we differ from a real cluster, and why. Each entry takes the difference out of both sides.
 */
import { canonicalJson, isJsonObject } from '@reeve/machinery';
import type { JsonObject, JsonValue } from '@reeve/machinery';

/** A difference: what an object of a kind is without it, undefined when nothing of it is left; and why it stays. */
interface KnownDifference {
  readonly kinds: readonly string[];
  readonly why: string;
  without(object: JsonObject): JsonObject | undefined;
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    kinds: ['EndpointSlice', 'ReplicaSet'],
    why: 'The generation counts writes, and how many changes of pods go into one step is a matter of time.',
    without: ({ metadata, status, ...rest }) => ({
      ...rest,
      metadata: without(metadata, 'generation'),
      ...(status !== undefined && { status: without(status, 'observedGeneration') }),
    }),
  },
  {
    kinds: ['Event'],
    why: 'A rollout takes as many steps as pods become ready one by one, and how many that are is a matter of time.',
    without: (event) => ({ ...event, message: textOf(event['message']).replace(/ from \d+ to \d+$/, '') }),
  },
  {
    kinds: ['EndpointSlice', 'Endpoints'],
    why: 'The time of the change that was behind a write is told when it is known, and gone with the next write.',
    without: ({ metadata, ...rest }) => {
      const { annotations, ...kept } = isJsonObject(metadata ?? null) ? (metadata as JsonObject) : {};
      const others = without(annotations, 'endpoints.kubernetes.io/last-change-trigger-time');
      return { ...rest, metadata: { ...kept, ...(Object.keys(others).length > 0 && { annotations: others }) } };
    },
  },
  {
    kinds: ['Event'],
    why: 'A real server looks at times whether the addresses of Services are noted down, and may find one that is about to be.',
    without: (event) => (event['reason'] === 'ClusterIPNotAllocated' ? undefined : event),
  },
  {
    kinds: ['Event'],
    why: 'There is no controller of volumes: claims stay as they are, and nobody says why.',
    without: (event) => (event['reason'] === 'FailedBinding' ? undefined : event),
  },
  {
    kinds: ['Event'],
    why: 'A real controller acts on what its cache had a moment ago, loses against its own write, and says so. Ours reads its own writes.',
    without: (event) => (textOf(event['message']).includes('the object has been modified') ? undefined : event),
  },
  {
    kinds: ['Deployment'],
    why: 'A real controller whose status write loses right after it made a ReplicaSet goes on telling of the one before, though the rollout is done.',
    without: ({ status, ...rest }) => ({ ...rest, ...(status !== undefined && { status: unnamed(status) }) }),
  },
];

/** The outcome of a scenario without the differences that are known. */
export function withoutKnownDifferences(outcome: unknown): unknown {
  const { result, objects } = outcome as { readonly result: unknown; readonly objects: Record<string, JsonValue[]> }; // what `BothClusters` gives
  const left = Object.entries(objects).map(
    ([kind, list]) =>
      [
        kind,
        once(
          list.flatMap((one) => cleared(kind, one)),
          kind,
        ),
      ] as const,
  );
  return { result, objects: Object.fromEntries(left.filter(([, list]) => list.length > 0)) };
}

/** Events that are alike without what differs are one. */
function once(list: JsonValue[], kind: string): JsonValue[] {
  if (kind !== 'Event') return list;
  return [...new Map(list.map((one) => [canonicalJson(one), one])).values()];
}

function cleared(kind: string, object: JsonValue): JsonValue[] {
  let left: JsonObject | undefined = isJsonObject(object) ? object : {};
  for (const difference of knownDifferences) {
    if (difference.kinds.includes(kind) && left !== undefined) left = difference.without(left);
  }
  return left === undefined ? [] : [left];
}

/** The status of a Deployment without which ReplicaSet progressed. */
function unnamed(status: JsonValue): JsonValue {
  if (!isJsonObject(status) || !Array.isArray(status['conditions'])) return status;
  return { ...status, conditions: status['conditions'].map((one) => (isJsonObject(one) ? withoutSet(one) : one)) };
}

const withoutSet = (condition: JsonObject): JsonObject =>
  condition['reason'] === 'NewReplicaSetAvailable'
    ? { ...condition, message: textOf(condition['message']).replace(/"[^"]*"/, 'of it') }
    : condition;

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function without(value: JsonValue | undefined, field: string): JsonObject {
  const { [field]: _, ...rest } = isJsonObject(value ?? null) ? (value as JsonObject) : {};
  return rest;
}
