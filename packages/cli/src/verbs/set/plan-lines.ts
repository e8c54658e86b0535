/**
 * A plan as lines: what is created, updated with its fields, and deleted. Values of Secrets are not shown.
 */
import { visibleText } from '@reeve/machinery';
import type { FieldChange, Plan } from '@reeve/patterns';
import { lineName } from './set-of.ts';

/** The lines of a plan. */
export function planLines(
  { creates, updates, deletes, failures, protected: kept, unchanged }: Plan,
  namespace: string,
): string[] {
  const nameOf = ({ kindName, key }: { readonly kindName: string; readonly key: string }): string =>
    lineName({ kind: kindName, key }, namespace);
  const counts = [
    `${creates.length} to create`,
    `${updates.length} to update`,
    `${deletes.length} to delete`,
    `${unchanged} unchanged`,
    ...(failures.length > 0 ? [`${failures.length} refused`] : []),
  ];
  return [
    ...creates.map((one) => `create ${nameOf(one)}`),
    ...updates.flatMap((one) => [
      `${one.replaces === undefined ? (one.isAdoption ? 'adopt' : 'update') : 'replace'} ${nameOf(one)}${one.replaces === undefined ? '' : ` (${one.replaces})`}`,
      ...changeLines(one.changes, one.kindName),
    ]),
    ...deletes.map((one) => `delete ${nameOf(one)}`),
    ...kept.map((one) => `keep ${nameOf(one)} (it is not pruned)`),
    ...failures.map(
      (one) => `refused ${nameOf(one)}: ${one.error instanceof Error ? one.error.message : String(one.error)}`,
    ),
    counts.join(', '),
  ];
}

/** A line per field. */
export const changeLines = (changes: readonly FieldChange[], kind: string): string[] =>
  changes.map((change) => {
    const isHidden = kind === 'Secret' && /^\/(data|stringData)/.test(change.path);
    const [before, after] = (['before', 'after'] as const).map((side) =>
      side in change ? (isHidden ? '(hidden)' : textOf(change[side])) : '(none)',
    );
    return visibleText(`  ${change.path}: ${before} -> ${after}`);
  });

const textOf = (value: unknown): string => JSON.stringify(value) ?? String(value);
