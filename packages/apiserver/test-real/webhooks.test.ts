/**
 * Random webhook configurations on a real server and on ours: the same webhooks are asked the same, and the same comes of it.
 */
import { ApiServer } from '@reeve/apiserver';
import type { Transport } from '@reeve/machinery';
import { describe, expect, inject, test } from 'vitest';
import { describe as describeDifferences, differences } from '../../../tools/differential/difference.mjs';
import { httpsTransport } from '../../../tools/differential/https-transport.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { CaseRunner } from '../test/admission/run-cases.ts';
import { startTestWebhook } from '../test/admission/test-webhook.ts';
import { webhookCase } from '../test/admission/webhook-cases.ts';

/** After a patch of a Binding that changes nothing, the real server asks webhooks again as if it had. */
const isKnown = (name: string, request: string): boolean => name === 'case-132' && request.endsWith('/pods/p/binding');

const cluster: ProvidedCluster | null = inject('realCluster');
const first = Number(process.env['REEVE_FIRST_CASE'] ?? 1);
const count = Number(process.env['REEVE_CASES'] ?? 300);

describe.runIf(cluster)('a real server and ours', () => {
  test(`ask the same webhooks the same, ${count} configurations`, { timeout: 600_000 }, async () => {
    const real = httpsTransport(cluster as ProvidedCluster);
    await using webhook = await startTestWebhook();
    const bugs: unknown[] = [];
    await using server = await ApiServer.start({ onBug: (error) => bugs.push(error) });
    const sides = [
      new CaseRunner(real as unknown as Transport, webhook, 'real'),
      new CaseRunner(server.transport, webhook, 'ours'),
    ] as const;
    const cases = Array.from({ length: count }, (_, index) => webhookCase(first + index));
    const found: string[] = [];
    try {
      for (const side of sides) await side.prepare(cases);
      for (const each of cases) {
        const [expected, actual] = [await sides[0].run(each), await sides[1].run(each)];
        for (const [index, step] of expected.entries()) {
          const different = differences(step, actual[index]);
          if (different.length > 0 && !isKnown(each.name, step.request))
            found.push(`${each.name}: ${step.request}\n${describeDifferences(different)}`);
        }
      }
    } finally {
      await sides[0].clean();
      real.close();
    }
    expect(bugs).toEqual([]);
    expect(found.join('\n\n')).toBe('');
  });
});
