/**
 * What of a definition stored objects or clients may not survive: said when a program is loaded again, refused when a program is installed.
 */
import type { Client } from '@reeve/client';
import { compareDefinitions } from '@reeve/define';
import type { Change } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1/custom-resource-definition';
import { isNotFound } from '@reeve/machinery';
import { CliError } from '../error/cli-error.ts';
import type { Defined } from '../program/program.ts';

/** Definitions were not applied, since stored objects or clients may not survive their changes. */
export class BreakingChangeError extends CliError {
  readonly changes: readonly string[];

  constructor(changes: readonly string[]) {
    super(
      'REEVE_BREAKING_CHANGE',
      `nothing was installed, as stored objects or clients may not survive these changes:\n${changes.map((change) => `  ${change}`).join('\n')}`,
      { next: 'correct the definition, or apply it all the same: reeve run FILE --install --force' },
    );
    this.changes = changes;
  }
}

/** True of changes that stored objects do not survive as they are. Objects that are stored in another version from now on do, as the server converts them. */
export const isBreaking = ({ level, path }: Change): boolean =>
  level === 'breaking' || (level === 'conversion' && path !== 'versions');

/** The breaking changes from one state of a definition to another, as lines for people. */
export function breakingChanges(before: Pick<Defined, 'crd'> | undefined, after: Defined): string[] {
  if (before === undefined) return [];
  return compareDefinitions(before, after)
    .changes.filter(isBreaking)
    .map(({ path, what, advice }) => `${after.kind} ${path}: ${what}; ${advice}`);
}

/** Throws a `BreakingChangeError` where definitions would break those on the server. */
export async function refuseBreakingChanges(
  definitions: readonly Defined[],
  client: Client,
  signal: AbortSignal,
): Promise<void> {
  const changes = await Promise.all(
    definitions.map(async (defined) => breakingChanges(await storedOf(defined, client, signal), defined)),
  );
  if (changes.some(({ length }) => length > 0)) throw new BreakingChangeError(changes.flat());
}

async function storedOf(
  { crd }: Defined,
  client: Client,
  signal: AbortSignal,
): Promise<Pick<Defined, 'crd'> | undefined> {
  try {
    const stored = await client.get(CustomResourceDefinition, crd.metadata.name, { signal });
    return { crd: stored as Defined['crd'] }; // as servers store them
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
