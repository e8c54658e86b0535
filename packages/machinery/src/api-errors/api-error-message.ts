/**
 * What an `ApiError` says: what happened, to which object, and what to do; then the server's own words where they add
 * something. Of Secrets no value is quoted, as servers repeat the values they refuse.
 */
import type { StatusCause, StatusReason } from '../object/status.ts';
import type { DeepReadonly } from '../json/deep-readonly.ts';
import { describeDelay } from '../errors/describe-delay.ts';
import { redact } from '../json/redact.ts';

/** The facts a message is made of. */
export interface ApiErrorFacts {
  readonly kind: string;
  readonly key: string;
  readonly verb: string | undefined;
  readonly serverMessage: string | undefined;
  readonly causes: readonly DeepReadonly<StatusCause>[];
  readonly retryAfterMs: number | undefined;
  readonly httpStatus: number | undefined;
}

/** The message of an error with this reason. */
export const apiErrorMessage = (reason: StatusReason, facts: ApiErrorFacts): string => {
  const story = stories[reason](facts);
  const quote = quotable(facts) && !tellsTheSame(reason, facts) ? redact(facts.serverMessage ?? '') : '';
  return quote === '' ? story : `${story} (the server says: ${quote})`;
};

const stories: Readonly<Record<StatusReason, (facts: ApiErrorFacts) => string>> = {
  '': (facts) =>
    isRedirect(facts)
      ? `nothing came of the request to ${act(facts)}, as the server redirects it: log in again, or correct the address of the server`
      : `the server refused to ${act(facts)} without a reason that reeve knows: look at what it says`,
  Unauthorized: (facts) =>
    `the server did not accept the credentials to ${act(facts)}: ` +
    `check the token, certificate or exec plugin of the kubeconfig user, and whether it has expired`,
  Forbidden: (facts) =>
    `not allowed to ${act(facts)}: grant the permission in a Role or ClusterRole, or act as somebody who has it`,
  NotFound: (facts) => {
    if (facts.key === '') {
      return `the server does not know ${subject(facts)}: install its definition, or check group, version and path`;
    }
    if (facts.verb === 'create') return `what ${subject(facts)} is to be created in does not exist: create that first`;
    return `${subject(facts)} does not exist: create it, or take isNotFound(error) as an answer`;
  },
  AlreadyExists: (facts) =>
    `${subject(facts)} already exists: read and update it, or send your fields with client.apply()`,
  Conflict: (facts) => (facts.causes.some(isFieldConflict) ? fieldConflict(facts) : staleConflict(facts)),
  Gone: (facts) => `${subject(facts)} is no longer available: list again from the start`,
  Expired: (facts) => `the version asked for of ${subject(facts)} is too old for the server: list again from the start`,
  Invalid: (facts) => `${subject(facts)} is not valid: ${faults(facts)}`,
  ServerTimeout: (facts) => `the server could not ${act(facts)} in time, though it might later: ${again(facts)}`,
  Timeout: (facts) =>
    `the server gave up waiting to ${act(facts)}, which may still happen: read before you write, and ${again(facts)}`,
  TooManyRequests: (facts) => `the server is too busy to ${act(facts)}: ${again(facts)}`,
  ServiceUnavailable: (facts) => `the server cannot ${act(facts)} at present: ${again(facts)}`,
  InternalError: (facts) => `the server failed to ${act(facts)}: ${again(facts)}, and look into the server's log`,
  StorageReadError: (facts) =>
    `the server cannot read ${subject(facts)} from its storage, which is corrupt or cannot be decrypted: ` +
    `ask whoever runs the cluster to repair or remove it`,
  BadRequest: (facts) => `the server did not understand the request to ${act(facts)}: correct the request`,
  MethodNotAllowed: (facts) => `the server has no way to ${act(facts)}: use a verb that discovery lists for it`,
  NotAcceptable: (facts) => `the server cannot ${act(facts)} in any of the formats asked for: accept application/json`,
  UnsupportedMediaType: (facts) =>
    `the server cannot ${act(facts)} from the format sent: send application/json, or another patch type`,
  RequestEntityTooLarge: (facts) =>
    `${subject(facts)} is too large for the server: make it smaller, or split it into several objects`,
};

/** A login page or a proxy in the server's place redirects, API servers do not. */
const isRedirect = ({ httpStatus = 0 }: ApiErrorFacts): boolean => httpStatus >= 300 && httpStatus < 400;

const subject = ({ kind, key }: ApiErrorFacts): string => [kind, key].filter(Boolean).join(' ') || 'what was asked for';

const act = (facts: ApiErrorFacts): string =>
  facts.kind || facts.key ? `${facts.verb ?? 'act on'} ${subject(facts)}` : (facts.verb ?? 'do this');

const again = ({ retryAfterMs }: ApiErrorFacts): string =>
  retryAfterMs === undefined ? 'try again later' : `try again in ${describeDelay(retryAfterMs)}`;

const staleConflict = (facts: ApiErrorFacts): string =>
  `${subject(facts)} changed since it was read: read it again and retry, or send your fields with client.apply()`;

const fieldConflict = (facts: ApiErrorFacts): string =>
  `${subject(facts)} has fields that others manage: ${listed(facts.causes.filter(isFieldConflict), quotable(facts))}: ` +
  `leave them out, or take them over with { force: true }`;

const isFieldConflict = ({ reason }: DeepReadonly<StatusCause>): boolean => reason === 'FieldManagerConflict';

const faults = (facts: ApiErrorFacts): string =>
  facts.causes.length === 0 ? 'correct its fields' : listed(facts.causes, quotable(facts));

const SHOWN = 8;

const listed = (causes: readonly DeepReadonly<StatusCause>[], quote: boolean): string => {
  const lines = causes.slice(0, SHOWN).map(({ field, message, reason }) => {
    const fault = (quote && message) || reason || 'wrong';
    return redact(field ? `${field}: ${fault}` : fault);
  });
  if (causes.length > SHOWN) lines.push(`and ${causes.length - SHOWN} more`);
  return lines.join('; ');
};

/** The server's words only repeat the reason and the name, or the causes that are listed already. */
const tellsTheSame = (reason: StatusReason, { key, verb, causes, serverMessage = '' }: ApiErrorFacts): boolean => {
  if (reason === 'Invalid' || causes.some(isFieldConflict)) return causes.length > 0;
  if (reason === 'Conflict') return serverMessage.includes('please apply your changes to the latest version');
  const [, name] = /^\S+ "([^"]*)" (?:not found|already exists)$/.exec(serverMessage) ?? [];
  return name === key.slice(key.indexOf('/') + 1) && !(reason === 'NotFound' && verb === 'create');
};

/** Servers quote the values they refuse; those of a Secret must not reach a log. */
const quotable = ({ kind }: ApiErrorFacts): boolean => !/^secrets?$/i.test(kind);
