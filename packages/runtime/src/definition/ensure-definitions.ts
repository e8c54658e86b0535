/**
 * Installs the definitions that an operator stands on, all at once, and waits until the server serves them. One that is there as it should be is not written.
 * Upstream: rancher/wrangler pkg/crd.
 */
import type { Client } from '@reeve/client';
import { DeadlineError, findCondition, isConditionTrue, isForbidden, isNotFound, keyOf, poll } from '@reeve/machinery';
import type { AnyKind, Host, KubeObject } from '@reeve/machinery';
import { isApplied, withAppliedHash } from '../write/applied-hash.ts';
import { NotEstablishedError } from './not-established-error.ts';
import { Definition } from './definition-kind.ts';

/** A definition, or a kind that has one, as `defineResource` makes it. */
export type DefinitionInput = KubeObject | (AnyKind & { readonly crd: KubeObject });

/** How definitions are installed. */
export interface EnsureDefinitionsOptions {
  /** Who owns their fields; `reeve` unless given. */
  readonly fieldManager?: string;
  /** What when this process may not look at definitions: `assume installed` by somebody else, or `fail`, which it does unless given. */
  readonly whenForbidden?: 'fail' | 'assume installed';
  /** How long one may take to be established; 30 seconds unless given. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Brings definitions to what is given. Rejects with a `NotEstablishedError` for one that is not established. */
export async function ensureDefinitions(
  ground: { readonly client: Client; readonly host: Host },
  definitions: readonly DefinitionInput[],
  options: EnsureDefinitionsOptions = {},
): Promise<void> {
  await Promise.all(
    definitions.map(async (given) => {
      try {
        await ensureOne(ground, definitionIn(given), options);
      } catch (error) {
        if (!isForbidden(error) || options.whenForbidden !== 'assume installed') throw error;
      }
    }),
  );
}

const definitionIn = (given: DefinitionInput): Definition => ('crd' in given ? given.crd : given) as Definition; // what the server will judge

async function ensureOne(
  { client, host }: { readonly client: Client; readonly host: Host },
  definition: Definition,
  { fieldManager = 'reeve', timeoutMs = 30_000, signal }: EnsureDefinitionsOptions,
): Promise<void> {
  const desired = withAppliedHash(definition, fieldManager);
  const name = keyOf(desired);
  const current = await read(client, name, signal);
  if (current === undefined || !isApplied(desired, current))
    await client.apply(Definition, desired as never, { fieldManager, force: true, signal }); // an object with a name
  const isServed = async (inner: AbortSignal): Promise<boolean> => {
    const { status } = await client.get(Definition, name, { signal: inner });
    return isEstablished(name, status?.conditions ?? []);
  };
  try {
    await poll(host, isServed, { intervalMs: 100, timeoutMs, immediate: true, ...(signal && { signal }) });
  } catch (error) {
    throw error instanceof DeadlineError
      ? new NotEstablishedError(name, `it took longer than ${timeoutMs / 1000}s`, { cause: error })
      : error;
  }
}

async function read(client: Client, name: string, signal: AbortSignal | undefined): Promise<Definition | undefined> {
  try {
    return await client.get(Definition, name, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Names that another definition has are never given back by waiting. */
function isEstablished(
  name: string,
  conditions: NonNullable<NonNullable<Definition['status']>['conditions']>,
): boolean {
  const names = findCondition(conditions, 'NamesAccepted');
  if (names?.status === 'False')
    throw new NotEstablishedError(name, `${names.message}; give it other names, or remove the other one`);
  return isConditionTrue(conditions, 'Established');
}
