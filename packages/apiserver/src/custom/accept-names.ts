/**
 * Which names of a definition are free, and what its status says about it. Pure: a function of the definition and of those already accepted.
 */
import { withCondition, type Verdict } from './conditions.ts';
import { approvalVerdicts } from './definition-approval.ts';
import type { ApiObject } from '@reeve/registry';
import {
  isConditionTrue,
  specOf,
  statusOf,
  type DefinitionNames,
  type DefinitionStatus,
  type ValidDefinitionSpec,
} from './definition.ts';

/** The status that a definition should have, given the others of its group. */
export function nextStatus(definition: ApiObject, others: readonly ApiObject[], now: string): DefinitionStatus {
  const { names, group } = specOf(definition);
  const before = statusOf(definition);
  const taken = others
    .filter((other) => specOf(other).group === group)
    .map((other) => statusOf(other).acceptedNames ?? {});
  const { accepted, problem } = acceptNames(names, before.acceptedNames ?? {}, taken);
  const namesAccepted: Verdict = problem
    ? { type: 'NamesAccepted', status: 'False', ...problem }
    : { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  const wasEstablished = isConditionTrue(definition, 'Established');
  const established: Verdict =
    problem === undefined || wasEstablished
      ? {
          type: 'Established',
          status: 'True',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        }
      : { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
  return {
    conditions: [...approvalVerdicts(definition, group), namesAccepted, established].reduce(
      (conditions, verdict) => withCondition(conditions, verdict, now),
      before.conditions ?? [],
    ),
    acceptedNames: accepted,
    storedVersions: before.storedVersions ?? [],
  };
}

/** Each name is taken over when nobody else has it; what is refused keeps its former value. */
function acceptNames(
  wanted: ValidDefinitionSpec['names'],
  before: Partial<DefinitionNames>,
  taken: readonly Partial<DefinitionNames>[],
): { accepted: Partial<DefinitionNames>; problem: { reason: string; message: string } | undefined } {
  const resources = new Set(
    taken.flatMap((names) =>
      [names.plural, names.singular, ...(names.shortNames ?? [])].filter((name) => name !== undefined),
    ),
  );
  const kinds = new Set(taken.flatMap((names) => [names.kind, names.listKind].filter((name) => name !== undefined)));
  const free = (name: string | undefined, used: ReadonlySet<string>) => name !== undefined && !used.has(name);
  const accepted: Partial<DefinitionNames> = {
    ...pick('plural', free(wanted.plural, resources) ? wanted.plural : before.plural),
    ...pick('singular', free(wanted.singular, resources) ? wanted.singular : before.singular),
    ...pick(
      'shortNames',
      (wanted.shortNames ?? []).every((name) => free(name, resources)) ? wanted.shortNames : before.shortNames,
    ),
    ...pick('kind', free(wanted.kind, kinds) ? wanted.kind : before.kind),
    ...pick('listKind', free(wanted.listKind, kinds) ? wanted.listKind : before.listKind),
    ...pick('categories', wanted.categories),
  };
  return { accepted, problem: firstProblem(wanted, resources, kinds) };
}

function firstProblem(
  wanted: ValidDefinitionSpec['names'],
  resources: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
): { reason: string; message: string } | undefined {
  const conflict = (reason: string, name: string) => ({ reason, message: `${JSON.stringify(name)} is already in use` });
  const short = (wanted.shortNames ?? []).find((name) => resources.has(name));
  // The last one found is the one that is told.
  return [
    resources.has(wanted.plural) && conflict('PluralConflict', wanted.plural),
    wanted.singular !== undefined && resources.has(wanted.singular) && conflict('SingularConflict', wanted.singular),
    short !== undefined && conflict('ShortNamesConflict', short),
    kinds.has(wanted.kind) && conflict('KindConflict', wanted.kind),
    wanted.listKind !== undefined && kinds.has(wanted.listKind) && conflict('ListKindConflict', wanted.listKind),
  ]
    .filter((problem) => problem !== false)
    .at(-1);
}

function pick<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}
