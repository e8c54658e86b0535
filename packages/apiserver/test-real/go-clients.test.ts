/**
 * Go's clients cannot tell the embedded server from a real one: the same program, run on both, writes the same transcript, chapter by chapter.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { buildGoClients } from '../../../tools/go-clients/build-go-clients.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { startEmbedded } from './embedded.ts';
import { run } from './run.ts';

const real: ProvidedCluster | null = inject('realCluster');
const programs = await buildGoClients();

describe.runIf(real && programs)("Go's clients, on the embedded server as on a real one,", () => {
  let expected: ReadonlyMap<string, string>;
  let seen: ReadonlyMap<string, string>;

  beforeAll(async () => {
    await using embedded = await startEmbedded();
    const namespace = `go-clients-${randomBytes(4).toString('hex')}`; // a cluster that stays may have seen others
    [expected, seen] = await Promise.all([
      transcript((real as ProvidedCluster).kubeconfig, namespace),
      transcript(embedded.kubeconfig, namespace),
    ]);
  });

  test.each([
    ['namespace', 'make a namespace'],
    ['discovery', 'discover the same groups in the same order, with the same resources and verbs'],
    ['typed', 'create, read, change and delete ten kinds over protobuf'],
    ['patches', 'patch in every way, and retry after a conflict'],
    ['lists', 'read lists in pages, by labels, by fields and at versions · L4 · L6'],
    ['refusals', 'are refused with the same code, reason, causes and words · V3'],
    ['deletion', 'delete with finalizers, preconditions and every propagation policy · X2'],
    ['watch', 'watch a selection over protobuf, twice the same · W2 · N4'],
    ['informers', 'follow objects with typed, dynamic and metadata informers, which begin with a streamed list'],
    ['election', 'elect a leader, and another one when it retires'],
    ['events', 'record events of both groups, count repeats by patches and fold a flood into one'],
    ['scale', 'scale a workload, typed and untyped'],
    ['custom', 'bring a custom resource, use it in every way, and take it away again'],
    ['end', 'let the namespace go'],
  ])('%s: %s', (chapter) => {
    expect(expected.get(chapter)).not.toContain('the chapter failed');
    expect(seen.get(chapter)).toBe(expected.get(chapter));
  });

  test('have no other chapters', () => {
    expect([...seen.keys()]).toEqual([...expected.keys()]);
    expect(seen.size).toBe(14);
  });
});

/** What a run wrote, by chapter. */
async function transcript(kubeconfig: string, namespace: string): Promise<Map<string, string>> {
  const { stdout } = await run(`${programs}/go-clients`, ['--kubeconfig', kubeconfig, '--namespace', namespace]);
  const chapters = stdout.split(/^== /m).slice(1);
  return new Map(chapters.map((text) => [text.slice(0, text.indexOf('\n')), text]));
}
