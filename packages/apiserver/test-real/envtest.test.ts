/**
 * A suite of controller-runtime's envtest runs on the embedded server as it runs on the real binaries: the same compiled suite, another folder of assets.
 */
import { describe, expect, inject, test } from 'vitest';
import { buildGoClients, sources } from '../../../tools/go-clients/build-go-clients.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { writeAssets } from '../../../scripts/assets/write-assets.mjs';
import { run } from './run.ts';

const real: ProvidedCluster | null = inject('realCluster');
const programs = await buildGoClients();

describe.runIf(programs)('an envtest suite of controller-runtime', () => {
  test('passes on the embedded server', async () => {
    const { folder } = await writeAssets(process.env);

    expect(await suite(folder)).toEqual(allPassed);
  });

  test.runIf(real?.assets)('passes on the real binaries, test by test the same', async () => {
    expect(await suite(real?.assets ?? '')).toEqual(allPassed);
  });
});

const allPassed = {
  code: 0,
  tests: [
    'PASS: TestTheManagerKeepsGardens',
    'PASS: TestTheManagerKeepsGardens/a_garden_gets_its_beds_and_its_status',
    'PASS: TestTheManagerKeepsGardens/a_change_reaches_the_beds',
    'PASS: TestTheManagerKeepsGardens/beds_that_are_deleted_come_back',
    'PASS: TestTheManagerKeepsGardens/a_garden_that_breaks_the_schema_is_refused',
    'PASS: TestTheManagerKeepsGardens/a_deleted_garden_takes_its_beds_along',
    'PASS: TestUsersAreKnownByTheirCertificates',
    'PASS: TestKubectlWorksBesideTheServer',
    'PASS: TestDataOutlivesTheAPIServer',
  ],
  complaints: [],
};

/** Runs the suite on the programs in a folder: what it ended with, its tests, and what it said about those that failed. */
async function suite(assets: string): Promise<{ code: number | null; tests: string[]; complaints: string[] }> {
  const { code, stdout, stderr } = await run(`${programs}/envtest.test`, ['-test.v'], {
    cwd: `${sources}envtest`,
    env: { KUBEBUILDER_ASSETS: assets },
  });
  return {
    code,
    tests: [...stdout.matchAll(/^\s*--- (\w+: \S+)/gm)].map(([, line = '']) => line),
    complaints: [...stdout.matchAll(/^\s+suite_test\.go:.*$/gm), ...stderr.matchAll(/^the environment .*$/gm)].map(
      ([line]) => line.trim(),
    ),
  };
}
