/**
 * One who manages fields of an object. A manager is told apart by its name, by whether it applies or updates, by the subresource that it uses and, when it
 * updates, by the version that it speaks. Upstream: apimachinery managedfields, BuildManagerIdentifier.
 */
import type { DeepReadonly, FieldSet, ManagedFieldsEntry } from '@reeve/machinery';

export type StoredEntry = DeepReadonly<ManagedFieldsEntry>;

export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  /** When it last changed something; absent for who only ever agreed. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** What tells managers apart; also their order where upstream has one. */
export function identityOf({ name, operation, apiVersion, subresource }: Omit<Manager, 'time' | 'fields'>): string {
  const manager = name === '' ? '' : `"manager":${quoted(name)},`;
  const version = operation === 'Update' ? `,"apiVersion":${quoted(apiVersion)}` : '';
  const part = subresource === '' ? '' : `,"subresource":${quoted(subresource)}`;
  return `{${manager}"operation":"${operation}"${version}${part}}`;
}

/** Words that were quoted before: managers, versions and subresources are few. */
const known = new Map<string, string>();
const mostKnown = 1000;

function quoted(word: string): string {
  let text = known.get(word);
  if (text === undefined) {
    if (known.size >= mostKnown) known.clear();
    known.set(word, (text = JSON.stringify(word)));
  }
  return text;
}
