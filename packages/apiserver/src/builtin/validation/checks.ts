/**
 * What rules are made of: each check gives the problems of one field, in the words of the real server, and none for what is right.
 * Upstream: apimachinery api/validation and util/validation/field.
 */
import { isQuantity, parseQuantity } from '@reeve/machinery';
import { invalid, notSupported, required, type FieldError } from '../../error/field-error.ts';
import { isSet, type Fields } from '../fields.ts';
import { addressFamily } from '../ip-address.ts';
import { labelValue, percent, qualifiedName, type WordRule } from '../wire-words.ts';

/** The problems of an object. */
export type Check<T> = (value: T, field: string) => readonly FieldError[];

export const none: readonly FieldError[] = [];

/** A text that must follow a rule. */
export const wordProblems = (rule: WordRule, text: string, field: string): readonly FieldError[] =>
  rule(text).map((problem) => invalid(field, text, problem));

/** A text that must be there and follow a rule. */
export const requiredWord = (rule: WordRule, text: string, field: string): readonly FieldError[] =>
  text === '' ? [required(field, '')] : wordProblems(rule, text, field);

/** One of a few words. */
export const oneOf = (value: string, supported: readonly string[], field: string): readonly FieldError[] =>
  supported.includes(value) ? none : [notSupported(field, value, supported)];

/** A number that is not below zero; one that is not given is fine. */
export const notNegative = (value: unknown, field: string): readonly FieldError[] =>
  isSet(value) && Number(value) < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : none;

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
export const labelMap = (labels: Fields, field: string): readonly FieldError[] =>
  Object.entries(labels).flatMap(([key, value]) => [
    ...wordProblems(qualifiedName, key, field),
    ...wordProblems(labelValue, typeof value === 'string' ? value : '', field),
  ]);

/** An address of either family. */
export const ipAddress = (text: string, field: string): readonly FieldError[] =>
  addressFamily(text) === undefined
    ? [invalid(field, text, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]
    : none;

/** An amount; undefined when it is none. */
export const amountOf = (value: unknown): ReturnType<typeof parseQuantity> | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && isQuantity(text) ? parseQuantity(text) : undefined;
};

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
export const eachItem = (items: readonly Fields[], field: string, check: Check<Fields>): readonly FieldError[] =>
  items.flatMap((item, index) => check(item, `${field}[${index}]`));

/** Values that occur a second time. */
export function repeated(values: readonly string[]): readonly number[] {
  return values.flatMap((value, index) => (value !== '' && values.indexOf(value) < index ? [index] : []));
}
