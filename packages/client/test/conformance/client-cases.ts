/**
 * What a `Client` does, whatever server is behind it. Each case names what it needs of the server, each server declares what it has;
 * the rest is skipped, and counted.
 */
import type { Client } from '@reeve/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Namespace } from '@reeve/kinds/core/v1';
import type { Capability, Case } from './client-case.ts';
import { writeCases } from './write-cases.ts';
import { readCases } from './read-cases.ts';
import { derivedCases } from './derived-cases.ts';
import { subresourceCases } from './subresource-cases.ts';
import { applyCases } from './apply-cases.ts';

/** A client, what its server has, and the means to let go of both. */
export interface OpenClient {
  readonly client: Client;
  close(): Promise<void>;
}

const cases: readonly Case[] = [...writeCases, ...readCases, ...derivedCases, ...subresourceCases, ...applyCases];

/** Runs the cases over a server with these capabilities. */
export const clientConformance = (
  name: string,
  capabilities: readonly Capability[],
  open: () => Promise<OpenClient>,
): void => {
  describe(`a client ${name}`, () => {
    const namespace = 'client-conformance';
    const skipped = new Map<Capability, number>();
    let opened: OpenClient;

    beforeAll(async () => {
      opened = await open();
      await opened.client.create(Namespace, { metadata: { name: namespace } });
    });

    afterAll(async () => {
      await opened.close();
      const counts = [...skipped].map(([capability, count]) => `${capability} ${count}`);
      if (counts.length > 0) console.info(`a client ${name}: cases skipped for want of: ${counts.join(', ')}`);
    });

    for (const { title, needs, run } of cases) {
      test(title, async ({ skip }) => {
        if (!capabilities.includes(needs)) {
          skipped.set(needs, (skipped.get(needs) ?? 0) + 1);
          skip(`the server has no ${needs}`);
        }
        expect.hasAssertions();
        await run({ client: opened.client, namespace });
      });
    }
  });
};
