/**
 * What the names of a definition must satisfy.
 */
import { dns1035Label, invalid, required, type FieldError } from '@reeve/registry';
import type { DefinitionNames } from './definition.ts';

/** Names that must be there. */
export const missingNames = (names: DefinitionNames): FieldError[] =>
  (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((name) => !names[name])
    .map((name) => required(`spec.names.${name}`, ''));

/** Names, wanted or accepted, that are there and not right. */
export function namesProblems(names: DefinitionNames, field: string): FieldError[] {
  const { plural = '', singular = '', kind = '', listKind = '' } = names;
  const label = (name: string, value: string) =>
    value === '' ? [] : listed(`${field}.${name}`, value, dns1035Label(value));
  const each = (name: 'shortNames' | 'categories') =>
    (names[name] ?? []).flatMap((value, index) => listed(`${field}.${name}[${index}]`, value, dns1035Label(value)));
  return [
    ...label('plural', plural),
    ...label('singular', singular),
    ...mixedCase(`${field}.kind`, kind),
    ...mixedCase(`${field}.listKind`, listKind),
    ...each('shortNames'),
    ...(kind !== '' && kind === listKind
      ? [invalid(`${field}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...each('categories'),
  ];
}

/** All that is wrong with a value, as one problem. */
export const listed = (field: string, value: string, problems: readonly string[]): FieldError[] =>
  problems.length === 0 ? [] : [invalid(field, value, problems.join(','))];

function mixedCase(field: string, value: string): FieldError[] {
  const problems = value === '' ? [] : dns1035Label(value.toLowerCase());
  return problems.length === 0
    ? []
    : [invalid(field, value, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}
