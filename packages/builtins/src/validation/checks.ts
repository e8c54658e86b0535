/**
 * What rules are made of: each check gives the problems of one field, in the words of the real server, and none for what is right.
 * Upstream: apimachinery api/validation and util/validation/field.
 */
import {
  annotationsBytes,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopbackAddress,
  isQuantity,
  isUnspecified,
  maxAnnotationsBytes,
  parseQuantity,
  readIpAddress,
} from '@reeve/machinery';
import {
  dnsSubdomain,
  invalid,
  isSet,
  labelValue,
  notSupported,
  percent,
  qualifiedName,
  required,
  tooLong,
  type FieldError,
  type Fields,
  type WordRule,
} from '@reeve/registry';
import { addressProblem, parseRange } from '../facts/ip-address.ts';

/** The problems of an object. */
export type Check<T> = (value: T, field: string) => readonly FieldError[];

export const none: readonly FieldError[] = [];

/** Problems that there are only where something is the case. */
export const when = (is: boolean, ...problems: readonly FieldError[]): readonly FieldError[] => (is ? problems : none);

/** A text that must follow a rule. */
export function wordProblems(rule: WordRule, text: string, field: string): readonly FieldError[] {
  const problems = rule(text);
  return problems.length === 0 ? none : problems.map((problem) => invalid(field, text, problem));
}

/** A text that must be there and follow a rule. */
export const requiredWord = (rule: WordRule, text: string, field: string): readonly FieldError[] =>
  text === '' ? [required(field, '')] : wordProblems(rule, text, field);

/** One of a few words. */
export const oneOf = (value: string, supported: readonly string[], field: string): readonly FieldError[] =>
  supported.includes(value) ? none : [notSupported(field, value, supported)];

/** A number that is not below zero; one that is not given is fine. */
export const notNegative = (value: unknown, field: string): readonly FieldError[] =>
  isSet(value) && Number(value) < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : none;

/** A number above zero; one that is not given counts as zero. */
export const positive = (value: unknown, field: string): readonly FieldError[] =>
  when(!(Number(value ?? 0) > 0), invalid(field, value ?? 0, 'must be greater than zero'));

/** The number of a user or a group; one that is not given is fine. */
export const userNumber = (value: unknown, field: string): readonly FieldError[] =>
  isSet(value) ? inRange(value, 0, 2_147_483_647, field) : none;

/** The permissions of a file; ones that are not given are fine. */
export const fileMode = (value: unknown, field: string): readonly FieldError[] =>
  when(
    isSet(value) && !(Number(value) >= 0 && Number(value) <= 0o777),
    invalid(field, value, 'must be a number between 0 and 0777 (octal), both inclusive'),
  );

/** A path that leads nowhere above where it starts. */
export const withoutBacksteps = (path: string, field: string): readonly FieldError[] =>
  when(path.split('/').includes('..'), invalid(field, path, "must not contain '..'"));

/** A path that starts where somebody else says. */
export const relativePath = (path: string, field: string): readonly FieldError[] => [
  ...when(path.startsWith('/'), invalid(field, path, 'must be a relative path')),
  ...withoutBacksteps(path, field),
];

/** A relative path that does not look like one of the server's own. */
export const unreservedPath = (path: string, field: string): readonly FieldError[] => [
  ...relativePath(path, field),
  ...when(path.startsWith('..') && !path.startsWith('../'), invalid(field, path, "must not start with '..'")),
];

export const inRange = (value: unknown, least: number, most: number, field: string): readonly FieldError[] =>
  Number(value) >= least && Number(value) <= most
    ? none
    : [invalid(field, value, `must be between ${least} and ${most}, inclusive`)];

/** The number of a port. */
export const portNumber = (value: unknown, field: string): readonly FieldError[] =>
  inRange(value ?? 0, 1, 65_535, field);

/** A port by number or by name. */
export const portReference = (value: unknown, field: string): readonly FieldError[] =>
  typeof value === 'string' ? wordProblems(portName, value, field) : portNumber(value, field);

/** The name of a port: an IANA service name. */
export const portName: WordRule = (text) => [
  ...(text.length > 15 ? ['must be no more than 15 characters'] : []),
  ...(/^[-a-z0-9]+$/u.test(text) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/u.test(text) ? [] : ['must contain at least one letter (a-z)']),
  ...(text.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(text.startsWith('-') || text.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
];

/** A number or a share, neither below zero. */
export function countOrShare(value: unknown, field: string): readonly FieldError[] {
  if (typeof value === 'string') return wordProblems(percent, value, field);
  return notNegative(value, field);
}

/** A share of at most everything. */
export const atMostAll = (value: unknown, field: string): readonly FieldError[] =>
  typeof value === 'string' && /^[0-9]+%$/u.test(value) && Number.parseInt(value, 10) > 100
    ? [invalid(field, value, 'must not be greater than 100%')]
    : none;

/** Labels, which selectors by equality are, too. */
export function labelMap(labels: Fields, field: string): readonly FieldError[] {
  const problems: FieldError[] = [];
  for (const [key, value] of Object.entries(labels)) {
    problems.push(...wordProblems(qualifiedName, key, field));
    problems.push(...wordProblems(labelValue, typeof value === 'string' ? value : '', field));
  }
  return problems;
}

/** Annotations, as much of them as there may be. */
export const annotationMap = (annotations: Fields, field: string): readonly FieldError[] => [
  ...Object.keys(annotations).flatMap((key) =>
    qualifiedName(key.toLowerCase()).map((problem) => invalid(field, key, problem)),
  ),
  ...when(
    annotationsBytes(annotations as Record<string, string>) > maxAnnotationsBytes, // decoded as texts
    tooLong(field, maxAnnotationsBytes),
  ),
];

/** An address of either family. */
export function ipAddress(text: string, field: string): readonly FieldError[] {
  const problem = addressProblem(text);
  return problem === undefined ? none : [invalid(field, text, problem)];
}

/** A range of addresses. */
export function addressRange(text: string, field: string): readonly FieldError[] {
  const range = parseRange(text);
  return 'problem' in range ? [invalid(field, text, range.problem)] : none;
}

/** Traffic must be able to get there: not to oneself, not to everybody on the link. */
export function reachableAddress(text: string, field: string): readonly FieldError[] {
  const address = readIpAddress(text, 'strict');
  if (address === undefined) return none;
  return [
    ...when(isUnspecified(address), invalid(field, text, `may not be unspecified (${text})`)),
    ...when(
      isLoopbackAddress(address),
      invalid(field, text, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
    ),
    ...when(
      isLinkLocalUnicast(address),
      invalid(field, text, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'),
    ),
    ...when(
      isLinkLocalMulticast(address),
      invalid(field, text, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'),
    ),
  ];
}

/** A name under somebody's domain. */
export function domainPath(text: string, field: string): readonly FieldError[] {
  const [host = '', ...rest] = text.split('/');
  const isPath = host !== '' && rest.join('/') !== '';
  if (text === '') return [required(field, '')];
  return isPath
    ? wordProblems(dnsSubdomain, host, field)
    : [invalid(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
}

type Quantity = ReturnType<typeof parseQuantity>;

/** Amounts that were read lately: the same few are in every template. */
const amounts = new Map<string, Quantity | undefined>();
const mostAmounts = 1000;

/** An amount; undefined when it is none. */
export function amountOf(value: unknown): Quantity | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  if (amounts.has(text)) return amounts.get(text);
  const amount = isQuantity(text) ? parseQuantity(text) : undefined;
  if (amounts.size >= mostAmounts) amounts.clear();
  amounts.set(text, amount);
  return amount;
}

/** An amount that is not below zero. */
export const amountNotNegative = (value: unknown, field: string): readonly FieldError[] => {
  const amount = amountOf(value);
  return amount && amount.compare(parseQuantity('0')) < 0
    ? [invalid(field, value, 'must be greater than or equal to 0')]
    : none;
};

/** Labels as they are printed in messages: by name. */
export const inOrder = (labels: Fields): Fields =>
  Object.fromEntries(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Runs the checks of a list's items, each under its own path. */
export function eachItem(items: readonly Fields[], field: string, check: Check<Fields>): readonly FieldError[] {
  if (items.length === 0) return none;
  const problems: FieldError[] = [];
  for (const [index, item] of items.entries()) problems.push(...check(item, `${field}[${index}]`));
  return problems;
}

/** Values that occur a second time. */
export function repeated(values: readonly string[]): readonly number[] {
  return values.flatMap((value, index) => (value !== '' && values.indexOf(value) < index ? [index] : []));
}
