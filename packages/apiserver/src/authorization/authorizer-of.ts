/**
 * The authorizers of a server, in the order in which they are asked. Upstream: kubernetes pkg/kubeapiserver/authorizer.
 */
import { InvalidInputError, type Host } from '@reeve/machinery';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { RemoteReviews } from '../outbound/remote-review.ts';
import {
  alwaysAllow,
  alwaysDeny,
  authorizerChain,
  privilegedGroups,
  type Authorizer,
  type NamedAuthorizer,
} from './authorizer.ts';
import { RbacAuthorizer } from './rbac-authorizer.ts';
import type { RoleRules } from './role-rules.ts';
import type { WebhookAuthorizerOptions } from './webhook-authorizer.ts';

/** A way of deciding, by the name that `--authorization-mode` has for it. */
export type AuthorizationMode = 'AlwaysAllow' | 'AlwaysDeny' | 'RBAC' | 'Webhook';

const known: readonly AuthorizationMode[] = ['AlwaysAllow', 'AlwaysDeny', 'RBAC', 'Webhook'];

/** One authorizer of a chain. A name tells webhooks apart in reasons; that of other authorizers is their type in lower case. */
export type AuthorizerOptions =
  | { readonly type: Exclude<AuthorizationMode, 'Webhook'>; readonly name?: string }
  | { readonly type: 'Webhook'; readonly name?: string; readonly webhook: WebhookAuthorizerOptions };

/** Who decides. Members of system:masters may do everything, whoever does. */
export interface AuthorizationOptions {
  /** Who is asked, in order; `AlwaysAllow` by default. */
  readonly modes?: readonly AuthorizationMode[];
  /** The service that the mode `Webhook` asks. */
  readonly webhook?: WebhookAuthorizerOptions;
  /** The same in full, instead of `modes`: several webhooks, each with conditions of its own. */
  readonly authorizers?: readonly AuthorizerOptions[];
}

/** What authorizers decide by. */
export interface AuthorizerParts {
  readonly roles: RoleRules;
  readonly outbound: OutboundClient;
  readonly host: Host;
}

export async function authorizerOf(options: AuthorizationOptions = {}, parts: AuthorizerParts): Promise<Authorizer> {
  const chain = chainOf(options);
  if (chain.length === 1 && chain[0]?.type === 'AlwaysAllow') return alwaysAllow;
  const names = new Set<string>();
  const authorizers: NamedAuthorizer[] = [];
  for (const one of chain) {
    const name = one.name ?? (one.type === 'Webhook' ? 'default' : one.type.toLowerCase());
    if (names.has(name))
      throw refused(`two authorizers are called ${JSON.stringify(name)}: give each a name of its own`);
    names.add(name);
    authorizers.push(named(name, await ofOptions(one, parts)));
  }
  return authorizerChain([privilegedGroups, ...authorizers]);
}

function chainOf({ modes, webhook, authorizers }: AuthorizationOptions): readonly AuthorizerOptions[] {
  if (authorizers !== undefined) {
    if (modes !== undefined || webhook !== undefined)
      throw refused('authorizers say all of it: leave out modes and webhook');
    if (authorizers.length === 0) throw refused('at least one authorizer is needed');
    return authorizers;
  }
  const wanted = modes ?? ['AlwaysAllow'];
  if (wanted.length === 0) throw refused('at least one authorization mode is needed');
  if (webhook !== undefined && !wanted.includes('Webhook'))
    throw refused('a webhook is given, and the mode Webhook is not: add it to the modes');
  return wanted.map((type) => {
    if (type !== 'Webhook') return { type };
    if (webhook === undefined) throw refused('the mode Webhook needs a service to ask: give webhook');
    return { type, webhook };
  });
}

const refused = (message: string): InvalidInputError => new InvalidInputError('authorization', message);

const named = (name: string, authorizer: Authorizer): NamedAuthorizer => ({
  name,
  authorize: (request) => authorizer.authorize(request),
  ...(authorizer.rulesFor && { rulesFor: authorizer.rulesFor.bind(authorizer) }),
});

async function ofOptions(options: AuthorizerOptions, { roles, outbound, host }: AuthorizerParts): Promise<Authorizer> {
  switch (options.type) {
    case 'AlwaysAllow':
      return alwaysAllow;
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'RBAC':
      return new RbacAuthorizer(roles);
    case 'Webhook': {
      const { webhook } = options;
      const { service, timeoutMs = 30_000, matchConditions = [] } = webhook;
      const { WebhookAuthorizer } = await import('./webhook-authorizer.ts'); // few servers ask one
      const conditions = matchConditions.length === 0 ? undefined : await conditionsOf(matchConditions);
      const reviews = new RemoteReviews({ outbound, host, service, timeoutMs });
      return new WebhookAuthorizer(webhook, { reviews, clock: host.clock, conditions });
    }
  }
}

/** Expressions take a library that is loaded for those only who have some. */
async function conditionsOf(conditions: readonly { readonly expression: string }[]) {
  const { MatchConditions } = await import('./match-conditions.ts');
  return new MatchConditions(conditions.map(({ expression }) => expression));
}

/** The modes in a list with commas. What is no mode of this server, or is there twice, is refused. */
export function parseModes(text: string): AuthorizationMode[] {
  const modes = text.split(',').map((mode) => mode.trim());
  const unknown = modes.find((mode) => !(known as readonly string[]).includes(mode));
  if (unknown !== undefined)
    throw refused(`${JSON.stringify(unknown)} is no authorization mode of this server: there are ${known.join(', ')}`);
  if (new Set(modes).size < modes.length) throw refused(`the authorization modes ${text} name one twice`);
  return modes as AuthorizationMode[]; // each was looked up
}
