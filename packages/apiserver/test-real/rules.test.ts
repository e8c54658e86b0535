/**
 * Random definitions with rules, and objects of them, sent to a real server and to ours: the same acceptance, the same causes.
 */
import { ApiServer } from '@reeve/apiserver';
import { describe, expect, inject, test } from 'vitest';
import { ApiClient } from '../../../tools/differential/schema/api-client.mjs';
import { SchemaJudge } from '../../../tools/differential/schema/judge.mjs';
import { randomRuleCases } from '../../../tools/differential/schema/rule-cases.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';

const cluster: ProvidedCluster | null = inject('realCluster');
const seeds = [1, 2, 3];
const definitions = 10;

/** The way to the real server, without what is not there. */
const accessOf = ({ url, ca, cert, key, token }: ProvidedCluster) => ({
  url,
  ...(ca !== undefined && { ca }),
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
  ...(token !== undefined && { token }),
});

/** A way to the embedded server, as the judge wants it. */
function clientOf(server: ApiServer) {
  return {
    async send(method: string, path: string, body?: unknown) {
      const headers = { 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
      const answer = await server.transport.request({ method, path, headers, ...sent });
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.body) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : {}, warnings: [] };
    },
  };
}

interface Verdict {
  readonly status?: number;
  readonly causes?: readonly object[];
}

/** What both servers are to agree on; the order of causes is left to chance where Go walks maps. */
const comparable = ({ status = 201, causes = [] }: Verdict) => [
  status,
  ...causes.map((cause) => JSON.stringify(cause)).toSorted(),
];

/** The verdicts on a schema, and on objects if it is accepted. */
async function verdictsOf(judge: SchemaJudge, schema: object, objects: readonly Record<string, unknown>[]) {
  const { definition, refusal } = await judge.define(schema);
  if (definition === undefined) return [comparable(refusal)];
  const verdicts: unknown[] = [];
  for (const object of objects) verdicts.push(comparable((await judge.create(definition, object)) as Verdict));
  await judge.forget(definition);
  return verdicts;
}

describe.runIf(cluster)('a real server and ours', () => {
  test.for(seeds)(
    'judge random definitions with rules and their objects alike, seed %i',
    { timeout: 300_000 },
    async (seed) => {
      const client = new ApiClient(accessOf(cluster as ProvidedCluster));
      await using server = await ApiServer.start();
      const [real, ours] = [new SchemaJudge(client), new SchemaJudge(clientOf(server) as unknown as ApiClient)];
      try {
        for (const { name, schema, objects } of randomRuleCases(definitions, seed)) {
          const [theirs, own] = [await verdictsOf(real, schema, objects), await verdictsOf(ours, schema, objects)];
          expect([name, schema, objects, own]).toEqual([name, schema, objects, theirs]);
        }
      } finally {
        client.close();
      }
    },
  );
});
