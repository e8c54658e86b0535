/**
 * The names that a resource has, checked before anything is written; what is wrong comes with what was probably meant.
 */
import {
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  nearest,
  pluralOf,
} from '@reeve/machinery';
import { AnswerError } from '../problem/problems.ts';

/** A kind as it is declared. */
export interface KindNames {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
}

/** The answers of a person. A group without a dot is one of the project's domain. */
export interface KindAnswers {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly kind: string;
  readonly plural?: string | undefined;
  readonly scope?: string | undefined;
}

/** Checks the answers. */
export function kindNames(
  { group, version = 'v1alpha1', kind, plural, scope = 'Namespaced' }: KindAnswers,
  domain: string,
): KindNames {
  const full = group === undefined || group === '' ? domain : group.includes('.') ? group : `${group}.${domain}`;
  requireGroup(full);
  requireVersion(version);
  requireKind(kind);
  const names = plural ?? pluralOf(kind);
  const [problem] = dns1035LabelProblems(names);
  if (problem !== undefined) throw refused('plural', names, problem, names.toLowerCase().replaceAll(/[^a-z0-9-]/g, ''));
  if (scope !== 'Namespaced' && scope !== 'Cluster')
    throw refused(
      'scope',
      scope,
      'is neither Namespaced nor Cluster',
      nearest(scope, ['Namespaced', 'Cluster']) ?? 'Namespaced',
    );
  return { group: full, version, kind, plural: names, scope };
}

/** A name for a project: what a Deployment, a Lease and a package may be called. */
export function requireProjectName(name: string, flag = 'name'): string {
  const [problem] = dns1123LabelProblems(name);
  if (problem !== undefined) throw refused(flag, name, problem, labelOf(name));
  return name;
}

/** A domain that groups are named under. */
export function requireDomain(domain: string): string {
  const [problem] = dns1123SubdomainProblems(domain);
  if (problem !== undefined) throw refused('domain', domain, problem, 'example.com');
  if (!domain.includes('.')) throw refused('domain', domain, 'has no dot', `${domain}.example.com`);
  return domain;
}

/** The file of a kind, without its ending: `CronTab` is in `cron-tab`. */
export const fileNameOf = (kind: string): string =>
  kind.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();

/** The name of a variable for a kind's controller: `CronTab` gives `cronTabs`. */
export const variableOf = ({ kind }: { readonly kind: string }): string => {
  const [, first = '', rest = ''] = /^([A-Z]+(?![a-z])|[A-Z])(.*)$/s.exec(kind) ?? [];
  const word = `${first.toLowerCase()}${rest}`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
};

/** A text as a DNS label, as far as one can be made of it. */
export const labelOf = (text: string): string =>
  text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '') || 'operator';

function requireGroup(group: string): void {
  const [problem] = dns1123SubdomainProblems(group);
  if (problem !== undefined)
    throw refused(
      'group',
      group,
      problem,
      group
        .toLowerCase()
        .replaceAll(/[^a-z0-9.-]+/g, '-')
        .replaceAll(/^[-.]+|[-.]+$/g, ''),
    );
  if (!group.includes('.')) throw refused('group', group, 'has no dot', `${group}.example.com`);
  if (/(^|\.)(k8s|kubernetes)\.io$/.test(group))
    throw refused(
      'group',
      group,
      'belongs to Kubernetes: servers refuse a definition in it without approval',
      'example.com',
    );
}

function requireVersion(version: string): void {
  if (/^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/.test(version) && version.length <= 63) return;
  const [, number = '1', rest = ''] = /^v?(\d+)((?:alpha|beta)\d+)?$/i.exec(version) ?? [];
  const meant = Number(number) > 0 ? `v${Number(number)}${rest.toLowerCase()}` : 'v1alpha1';
  throw refused('version', version, 'is no version: it is written as v1, v1beta1 or v1alpha1', meant);
}

function requireKind(kind: string): void {
  const pascal = kind.replaceAll(/(?:^[^A-Za-z0-9]*|[^A-Za-z0-9]+)([A-Za-z0-9])?/g, (_, letter: string | undefined) =>
    (letter ?? '').toUpperCase(),
  );
  const meant = /^[A-Z]/.test(pascal) ? pascal : 'Shop';
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind) || kind.length > 63)
    throw refused(
      'kind',
      kind,
      'is no kind: it is one word of letters and digits that begins with an upper case letter',
      meant.slice(0, 63),
    );
  if (taken.has(kind))
    throw refused('kind', kind, 'has a meaning in JavaScript or in the file that is written', `My${kind}`);
  if (kind.endsWith('List') && kind.length > 4)
    throw refused('kind', kind, 'is what a list of kinds is called', kind.slice(0, -4));
}

/** Names that a constant in the written files cannot have, or that would hide what everybody expects there. */
const taken = new Set(
  (
    'AggregateError AbortController AbortSignal Array ArrayBuffer Atomics BigInt Blob Boolean Buffer DataView Date Error EvalError Event EventTarget Exclude Extract File ' +
    'Float32Array Float64Array FormData Function Headers Infinity Int16Array Int32Array Int8Array Intl Iterator JSON List Map Math NaN NonNullable Number Object Omit Partial ' +
    'Pick Promise Proxy Readonly Record Reflect RegExp Request Required Response ReturnType Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError ' +
    'URL URLSearchParams Uint16Array Uint32Array Uint8Array WeakMap WeakRef WeakSet WebAssembly WebSocket Worker ConfigMap TestCluster'
  ).split(' '),
);

const refused = (flag: string, value: string, problem: string, meant: string): AnswerError =>
  new AnswerError(flag, `--${flag} ${JSON.stringify(value)}: ${problem}`, { next: `write --${flag} ${meant}` });
