/**
 * Definitions on a real server: it takes them as they are, prints the columns that they ask for, and does with objects what they say.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SeededRandom } from '@reeve/machinery';
import { connect, KubeConfig } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { resourceFromCrd } from '@reeve/define';
import type { CustomResourceDefinition } from '@reeve/define';
import { apis, CronJob } from '../test/fixtures/apis.ts';
import { corpus } from '../test/fixtures/corpus.ts';
import { changes, Machine, refusals } from '../test/rules/rule-verdicts.ts';
import { verdicts } from '../test/random/verdicts.ts';
import { ask, install } from '../test/server.ts';

const real = inject('realCluster');
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

describe.runIf(real !== null)('on a real server', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = connect((await KubeConfig.parse(real?.kubeconfigText ?? '')).connection());
  });
  afterAll(() => cluster.close());

  /** Installs a definition for one test, which takes it away again. */
  async function installed(
    crd: CustomResourceDefinition,
  ): Promise<{ status: number; body: Record<string, unknown> } & AsyncDisposable> {
    const answer = await install(cluster.transport, crd);
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd.metadata.name}`;
    return { ...answer, [Symbol.asyncDispose]: async () => void (await ask(cluster.transport, 'DELETE', path)) };
  }

  for (const crd of [...Object.values(apis).map((api) => api.crd), ...corpus.map((one) => resourceFromCrd(one).crd)]) {
    test(`${crd.metadata.name} is accepted unchanged`, async () => {
      await using answer = await installed(crd);
      expect({ status: answer.status, message: answer.body['message'] }).toEqual({ status: 201, message: undefined });
      expect(answer.body).toMatchObject({ spec: { names: crd.spec.names, versions: crd.spec.versions } });
    });
  }

  test('columns look right', async () => {
    await using _ = await installed(CronJob.crd);
    const path = CronJob.path({ namespace: 'default' });
    await ask(
      cluster.transport,
      'POST',
      path,
      CronJob.of({ metadata: { name: 'night' }, spec: { schedule: '0 3 * * *', jobTemplate: {} } }),
    );
    const { body } = await ask(cluster.transport, 'GET', path, undefined, table);
    expect(body).toMatchObject({
      columnDefinitions: [
        { name: 'Name' },
        { name: 'Schedule' },
        { name: 'Suspend' },
        { name: 'Last Schedule' },
        { name: 'Age' },
      ],
      rows: [{ cells: ['night', '0 3 * * *', false, null, expect.any(String)] }],
    });
  });

  test('the rules of a definition say of objects what validate() says', async () => {
    await using _ = await installed(Machine.crd);
    for (const [at, { spec, old, name, says }] of Object.values(changes).entries()) {
      expect(await refusals(cluster.transport, spec, name ?? `machine-${at}`, old)).toEqual(says);
    }
  });

  for (let seed = 1; seed <= 12; seed += 1) {
    test(`random objects of a random definition become what the definition says, seed ${seed}`, async () => {
      const group = `random${seed}.example.com`;
      const { said, done } = await verdicts(cluster.transport, new SeededRandom(seed), group, 12);
      await ask(cluster.transport, 'DELETE', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.${group}`);
      expect(said).toEqual(done);
    });
  }
});
