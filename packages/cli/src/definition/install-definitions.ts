/**
 * Brings the definitions of a program onto a server by server-side apply, and waits until they are served. What is there already and the same is left alone.
 */
import type { Client } from '@reeve/client';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1/custom-resource-definition';
import { isConditionTrue, poll } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { Defined } from '../program/program.ts';

/** Where, and how long. */
export interface InstallOptions {
  readonly client: Client;
  readonly host: Host;
  readonly signal: AbortSignal;
}

const timeoutMs = 30_000;

/** Applies the definitions, all at once, and resolves when the server serves them. */
export async function installDefinitions(definitions: readonly Defined[], options: InstallOptions): Promise<void> {
  await Promise.all(definitions.map((defined) => install(defined, options)));
}

async function install({ crd }: Defined, { client, host, signal }: InstallOptions): Promise<void> {
  const applied = await client.apply(CustomResourceDefinition, crd, { fieldManager: 'reeve', force: true, signal });
  if (isServed(applied)) return;
  const { name } = crd.metadata;
  const look = async (): Promise<true | undefined> =>
    isServed(await client.get(CustomResourceDefinition, name, { signal })) || undefined;
  await poll(host, look, { intervalMs: 10, timeoutMs, signal, waitingFor: `the definition ${name} to be served` });
}

const isServed = ({ status }: CustomResourceDefinition): boolean =>
  isConditionTrue(status?.conditions ?? [], 'Established');
