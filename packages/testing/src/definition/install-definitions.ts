/**
 * Installs definitions and waits until the server serves what they define; takes them away again. One that is there already is brought to what is given.
 * Upstream: controller-runtime envtest.InstallCRDs, UninstallCRDs.
 */
import type { Client } from '@reeve/client';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { isConditionTrue, isNotFound, keyOf } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { eventually } from '../wait/eventually.ts';
import { definitionsIn } from './definition-input.ts';
import type { DefinitionInput } from './definition-input.ts';

/** What to install, and how long to wait for it. */
export interface InstallOptions extends DefinitionInput {
  /** How long a definition may take to be served; ten seconds unless given. */
  readonly maxTimeMs?: number | undefined;
  /** A tenth of a second unless given. */
  readonly pollIntervalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Changes a definition before it is installed. */
  readonly prepare?: (definition: CustomResourceDefinition) => CustomResourceDefinition;
}

/** Where to install. */
export interface InstallGround {
  readonly client: Client;
  readonly host: Host;
}

/** Installs what is asked for and gives it back as stored, when all of it is served. */
export async function installDefinitions(
  ground: InstallGround,
  options: InstallOptions,
): Promise<CustomResourceDefinition[]> {
  const { signal, prepare = (definition) => definition } = options;
  const wanted = (await definitionsIn(options)).map(prepare);
  await Promise.all(
    wanted.map((definition) =>
      ground.client.createOrUpdate(
        CustomResourceDefinition,
        definition,
        (draft) => bring(draft, definition),
        signal && { signal },
      ),
    ),
  );
  return await Promise.all(wanted.map((definition) => untilServed(ground, definition, options)));
}

/** Deletes what is asked for, and waits until it is gone. What is gone already is as good. */
export async function removeDefinitions(ground: InstallGround, options: InstallOptions): Promise<void> {
  const definitions = await definitionsIn(options);
  await Promise.all(definitions.map((definition) => untilGone(ground, definition, options)));
}

function bring(draft: CustomResourceDefinition, { metadata, spec }: CustomResourceDefinition): void {
  draft.spec = spec;
  if (metadata.labels) draft.metadata.labels = { ...draft.metadata.labels, ...metadata.labels };
  if (metadata.annotations) draft.metadata.annotations = { ...draft.metadata.annotations, ...metadata.annotations };
}

async function untilServed(
  { client, host }: InstallGround,
  definition: CustomResourceDefinition,
  options: InstallOptions,
): Promise<CustomResourceDefinition> {
  const name = keyOf(definition);
  const ask = async (signal: AbortSignal): Promise<CustomResourceDefinition> => {
    const stored = await client.get(CustomResourceDefinition, name, { signal });
    if (!isConditionTrue(stored.status?.conditions ?? [], 'Established')) throw new Error(problemOf(stored));
    await requireServed(client, stored, signal);
    return stored;
  };
  return await eventually(host, ask, { ...waitOf(options), waitingFor: `the definition ${name} to be served` });
}

/** Established is what the definition says of itself; that the paths answer is what a test needs. */
async function requireServed(client: Client, { spec }: CustomResourceDefinition, signal: AbortSignal): Promise<void> {
  for (const { name, served } of spec.versions) {
    if (!served) continue;
    const path = `/apis/${spec.group}/${name}/${spec.names.plural}`;
    await client.raw.get().absPath(path).param('limit', 1).doRaw({ signal });
  }
}

async function untilGone(
  { client, host }: InstallGround,
  definition: CustomResourceDefinition,
  options: InstallOptions,
): Promise<void> {
  const name = keyOf(definition);
  const ask = async (signal: AbortSignal): Promise<boolean> => {
    try {
      await client.delete(CustomResourceDefinition, name, { signal });
      throw new Error('it is still there');
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  };
  await eventually(host, ask, { ...waitOf(options), waitingFor: `the definition ${name} to be gone` });
}

const waitOf = ({ maxTimeMs, pollIntervalMs = 100, signal }: InstallOptions) => ({
  timeoutMs: maxTimeMs,
  intervalMs: pollIntervalMs,
  signal,
});

const problemOf = ({ status }: CustomResourceDefinition): string =>
  status?.conditions?.find(({ status: state }) => state === 'False')?.message ?? 'it is not established yet';
