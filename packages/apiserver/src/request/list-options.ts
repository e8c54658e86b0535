/**
 * The parameters of list and watch, parsed and judged as the real server does.
 */
import {
  InvalidInputError,
  parseFieldSelector,
  parseLabelSelector,
  type FieldQuery,
  type LabelQuery,
} from '@reeve/machinery';
import {
  badRequest,
  forbiddenField,
  invalidObject,
  notSupported,
  type FieldError,
  type StatusError,
} from '@reeve/registry';
import { isTrue } from './request-info.ts';
import { fieldSelectorError, labelSelectorError } from './selector-error.ts';

export interface ListOptions {
  readonly labels: LabelQuery;
  readonly fields: FieldQuery;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly limit: number;
  readonly continueToken: string;
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

/** Reads the parameters; what the server refuses is thrown as it words it. */
export function parseListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const sendInitialEvents = query.get('sendInitialEvents');
  const options: ListOptions = {
    labels: selector('labelSelector', query, parseLabelSelector, labelSelectorError),
    fields: selector('fieldSelector', query, parseFieldSelector, (_text, problem) => fieldSelectorError(problem)),
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    limit: integer(query, 'limit') ?? 0,
    continueToken: query.get('continue') ?? '',
    timeoutSeconds: integer(query, 'timeoutSeconds'),
    allowWatchBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: sendInitialEvents === null ? undefined : isTrue(sendInitialEvents),
  };
  const problems = isWatch ? watchProblems(options) : listProblems(options);
  if (problems.length > 0) throw invalidObject('meta.k8s.io', 'ListOptions', '', problems);
  return options;
}

/** A resource version that a client sent, as a number; the empty one is undefined. What is none is refused with `refuse`. */
export function parseResourceVersion(
  text: string,
  refuse: (problem: string) => StatusError = (problem) => badRequest(`invalid resource version: ${problem}`),
): number | undefined {
  if (text === '') return undefined;
  const quoted = JSON.stringify(text);
  if (!/^[0-9]+$/.test(text))
    throw refuse(`resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`);
  if (text.length > 20 || BigInt(text) >= 1n << 64n) {
    throw refuse(`resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: value out of range`);
  }
  return Number(text);
}

function listProblems({
  resourceVersionMatch: match,
  resourceVersion,
  continueToken,
  sendInitialEvents,
}: ListOptions): FieldError[] {
  const field = 'resourceVersionMatch';
  return [
    ...(match === ''
      ? []
      : [
          resourceVersion === '' &&
            forbiddenField(field, 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
          continueToken !== '' && forbiddenField(field, 'resourceVersionMatch is forbidden when continue is provided'),
          !['Exact', 'NotOlderThan'].includes(match) && notSupported(field, match, ['Exact', 'NotOlderThan', '']),
          match === 'Exact' &&
            resourceVersion === '0' &&
            forbiddenField(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
        ]),
    sendInitialEvents !== undefined && forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'),
  ].filter((problem) => problem !== false);
}

function watchProblems({ resourceVersionMatch: match, continueToken, sendInitialEvents }: ListOptions): FieldError[] {
  const field = 'resourceVersionMatch';
  return [
    sendInitialEvents !== undefined &&
      match !== 'NotOlderThan' &&
      forbiddenField(field, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    ...(match === ''
      ? []
      : [
          sendInitialEvents === undefined &&
            forbiddenField(field, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
          match !== 'NotOlderThan' && notSupported(field, match, ['NotOlderThan']),
        ]),
    continueToken !== '' && forbiddenField(field, 'resourceVersionMatch is forbidden when continue is provided'),
  ].filter((problem) => problem !== false);
}

function selector<T>(
  parameter: string,
  query: URLSearchParams,
  parse: (text: string) => T,
  words: (text: string, problem: string) => string,
): T {
  const text = query.get(parameter) ?? '';
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw badRequest(words(text, error.message));
  }
}

function integer(query: URLSearchParams, parameter: string): number | undefined {
  const text = query.get(parameter);
  if (text === null) return undefined;
  if (!/^[+-]?[0-9]+$/.test(text))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}
