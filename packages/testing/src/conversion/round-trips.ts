/**
 * Whether conversions lose anything: objects of every version, made up from its schema, go to the hub and back, and from the hub through every version.
 * Upstream: controller-runtime's and cluster-api's fuzz tests of conversions.
 */
import { deepEqual, InvalidInputError, ReeveError, SeededRandom, stringifyJson } from '@reeve/machinery';
import type { JsonObject, KubeObject } from '@reeve/machinery';
import { Converter } from '@reeve/webhook';
import type { ResourceWithWebhooks } from '@reeve/webhook';
import { randomValue } from './random-object.ts';

/** A resource with several versions, as `defineResource` makes it. */
export interface VersionedResource extends ResourceWithWebhooks {
  readonly crd: {
    readonly spec: {
      readonly versions: readonly { readonly name: string; readonly schema?: { readonly openAPIV3Schema?: unknown } }[];
    };
  };
  at(version: never): { validate(object: object): readonly { readonly field: string }[] };
}

/** How often, and with which seed. */
export interface RoundTripOptions {
  /** How many objects of each version; 200 unless given. */
  readonly runs?: number;
  readonly seed?: number | string;
}

/** An object came back as another one. */
export class RoundTripError extends ReeveError {
  readonly before: KubeObject;
  readonly after: KubeObject;

  constructor(kind: string, way: string, before: KubeObject, after: KubeObject, seed: string) {
    super(
      'REEVE_ROUND_TRIP',
      `a ${kind} that goes ${way} comes back as another one (seed ${seed}): ${stringifyJson(before)} became ${stringifyJson(after)}; convert what was lost, or set lossless: true`,
    );
    this.before = before;
    this.after = after;
  }
}

/** Resolves with how many objects were converted. Throws a `RoundTripError` with the first that does not come back as it was. */
export function roundTrips(resource: VersionedResource, { runs = 200, seed = 0 }: RoundTripOptions = {}): number {
  const { webhooks, crd, group, kind } = resource;
  if (webhooks === undefined || Object.keys(webhooks.conversions).length === 0)
    throw new InvalidInputError(kind, `${kind} of ${group} has no conversions: give its versions from and to`);
  const versions = crd.spec.versions.map(({ name }) => name);
  const { hub, conversions } = webhooks;
  const converter = new Converter({ group, kind, versions, hub, conversions });
  const others = versions.filter((version) => version !== hub);
  let count = 0;
  for (const from of versions)
    for (const object of objectsOf(resource, from, runs, seed))
      for (const over of from === hub ? others : [hub]) {
        const there = converter.convert(object, `${group}/${over}`);
        const back = converter.convert(there, `${group}/${from}`);
        if (!deepEqual(back, object))
          throw new RoundTripError(kind, `from ${from} to ${over}`, object, back, String(seed));
        count += 1;
      }
  if (count === 0)
    throw new InvalidInputError(
      kind,
      `no object could be made up that the definition of ${kind} accepts: convert some of your own`,
    );
  return count;
}

/** Valid objects of a version: what its rules refuse is left out. */
function* objectsOf(
  { crd, group, kind, at }: VersionedResource,
  version: string,
  runs: number,
  seed: number | string,
): Generator<KubeObject> {
  const schema = crd.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema as JsonObject;
  const local = at(version as never);
  const random = new SeededRandom(`${seed} ${version}`);
  for (let run = 0; run < runs; run++) {
    const fields = randomValue(schema, random) as JsonObject;
    const object = { ...fields, apiVersion: `${group}/${version}`, kind, metadata: { name: `object-${run}` } };
    if (local.validate(object).length === 0) yield object;
  }
}
