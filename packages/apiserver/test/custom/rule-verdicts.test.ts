/**
 * What a real API server answers to definitions with rules, to their objects and to updates (recorded by tools/differential/record-schema-verdicts.mjs), and
 * the same over the API of the embedded server.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@reeve/machinery';
import { InCluster } from '../cluster/in-cluster.ts';
import type { Answer } from '../server/talk.ts';

interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

interface Verdict {
  readonly status?: number;
  readonly causes?: readonly Cause[];
  readonly warnings?: readonly string[];
}

interface Recorded {
  readonly cases: readonly {
    readonly name: string;
    readonly schema: JsonObject;
    readonly objects: readonly { readonly object: JsonObject; readonly verdict: Verdict }[];
  }[];
  readonly schemas: readonly { readonly name: string; readonly schema: JsonObject; readonly refusal: Verdict }[];
}

const file = new URL('../../../schema/test/fixtures/rule-verdicts.json', import.meta.url);
const { cases, schemas } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const group = 'verdicts.example.com';

function definitionOf(at: number, schema: JsonObject) {
  const names = { plural: `widgets${at}`, kind: `Widget${at}` };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  return { metadata: { name: `${names.plural}.${group}` }, spec: { group, scope: 'Namespaced', names, versions } };
}

/** The server tells a panic of Go where a list is not there; ours tells what is not there. */
const panic = /internal error: interface conversion: .*? missing method Add/;

const sortedCauses = (causes: readonly Cause[] = []): string[] =>
  causes
    .map(({ reason, field, message }) => `${field}: ${reason}: ${message.replace(panic, 'no such key: numbers')}`)
    .toSorted();

const causesOf = ({ body }: Answer): string[] =>
  sortedCauses((body as { details?: { causes?: readonly Cause[] } }).details?.causes);

test('a real API server and the embedded one refuse the same definitions with rules, for the same causes', async () => {
  await using cluster = await InCluster.start('envtest');
  for (const [at, { name, schema, refusal }] of schemas.entries()) {
    const answer = await cluster.ask('POST', definitions, definitionOf(at, schema));
    expect([name, answer.status, ...causesOf(answer)]).toEqual([name, refusal.status, ...sortedCauses(refusal.causes)]);
  }
});

describe('a real API server and the embedded one accept the same objects with rules, and refuse others for the same causes', () => {
  test.each(Array.from({ length: 8 }, (_, part) => part))('part %i of 8', async (part) => {
    await using cluster = await InCluster.start('envtest');
    const own = cases.filter((_, at) => at % 8 === part);
    for (const [at, { name, schema }] of own.entries()) {
      expect([name, (await cluster.ask('POST', definitions, definitionOf(at, schema))).status]).toEqual([name, 201]);
    }
    await cluster.settled();
    for (const [at, { name, objects }] of own.entries()) {
      const path = `/apis/${group}/v1/namespaces/default/widgets${at}?dryRun=All`;
      for (const { object, verdict } of objects) {
        const named = { apiVersion: `${group}/v1`, kind: `Widget${at}`, metadata: { name: 'probe' }, ...object };
        const answer = await cluster.ask('POST', path, named);
        expect([name, object, answer.status, ...causesOf(answer)]).toEqual([
          name,
          object,
          verdict.status ?? 201,
          ...sortedCauses(verdict.causes),
        ]);
      }
    }
  });
});
