/**
 * Fields that somebody else manages with another value: who they are, and how a client hears of it.
 * Upstream: apimachinery managedfields NewConflictError.
 */
import { FieldSet, formatFieldPath, type FieldPath } from '@reeve/machinery';
import { StatusError } from '@reeve/registry';
import { identityOf, type Manager } from './manager.ts';
import { compare } from './managers.ts';

export interface Conflict {
  readonly manager: Manager;
  readonly path: FieldPath;
}

/** Thrown where an apply is not forced. */
export class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(messageOf(conflicts));
    this.name = 'ConflictsError';
    this.conflicts = conflicts;
  }

  /** The fields in conflict. */
  get fields(): FieldSet {
    return FieldSet.from(this.conflicts.map(({ path }) => path));
  }

  toStatus(): StatusError {
    const causes = this.conflicts.map(({ manager, path }) => ({
      reason: 'FieldManagerConflict' as const,
      message: `conflict with ${printManager(manager)}`,
      field: formatFieldPath(path),
    }));
    return new StatusError(409, 'Conflict', this.message, { causes });
  }
}

/** The conflicts with each manager over these fields of theirs, by manager and path. */
export function conflictsOver(fields: readonly { readonly manager: Manager; readonly fields: FieldSet }[]): Conflict[] {
  return fields
    .toSorted((one, other) => compare(identityOf(one.manager), identityOf(other.manager)))
    .flatMap(({ manager, fields: own }) => Array.from(own, (path) => ({ manager, path })));
}

function messageOf(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first)
    return `Apply failed with 1 conflict: conflict with ${printManager(first.manager)}: ${formatFieldPath(first.path)}`;
  const lines: string[] = [];
  let last: Manager | undefined;
  for (const { manager, path } of conflicts) {
    if (manager !== last) lines.push(`conflicts with ${printManager(manager)}:`);
    lines.push(`- ${formatFieldPath(path)}`);
    last = manager;
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function printManager({ name, operation, apiVersion, subresource }: Manager): string {
  const title = `${JSON.stringify(name)}${subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`}`;
  return operation === 'Update' ? `${title} using ${apiVersion}` : title;
}
