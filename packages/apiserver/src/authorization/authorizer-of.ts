/**
 * The authorizers of a server, in the order of its modes. Upstream: kubernetes pkg/kubeapiserver/authorizer.
 */
import { InvalidInputError } from '@reeve/machinery';
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

/** A way of deciding, by the name that `--authorization-mode` has for it. */
export type AuthorizationMode = 'AlwaysAllow' | 'AlwaysDeny' | 'RBAC';

export const authorizationModes: readonly AuthorizationMode[] = ['AlwaysAllow', 'AlwaysDeny', 'RBAC'];

export interface AuthorizationOptions {
  /** Who is asked, in order; `AlwaysAllow` by default. Members of system:masters may do everything in any mode. */
  readonly modes?: readonly AuthorizationMode[];
}

export function authorizerOf({ modes = ['AlwaysAllow'] }: AuthorizationOptions = {}, roles: RoleRules): Authorizer {
  if (modes.length === 1 && modes[0] === 'AlwaysAllow') return alwaysAllow;
  return authorizerChain([privilegedGroups, ...modes.map((mode) => named(mode.toLowerCase(), ofMode(mode, roles)))]);
}

const named = (name: string, authorizer: Authorizer): NamedAuthorizer => ({
  name,
  authorize: (request) => authorizer.authorize(request),
  ...(authorizer.rulesFor && { rulesFor: authorizer.rulesFor.bind(authorizer) }),
});

function ofMode(mode: AuthorizationMode, roles: RoleRules): Authorizer {
  switch (mode) {
    case 'AlwaysAllow':
      return alwaysAllow;
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'RBAC':
      return new RbacAuthorizer(roles);
  }
}

/** The modes in a list with commas. What is no mode of this server, or is there twice, is refused. */
export function parseModes(text: string): AuthorizationMode[] {
  const modes = text.split(',').map((mode) => mode.trim());
  const unknown = modes.find((mode) => !(authorizationModes as readonly string[]).includes(mode));
  if (unknown !== undefined)
    throw new InvalidInputError(
      'authorization-mode',
      `${JSON.stringify(unknown)} is no authorization mode of this server: there are ${authorizationModes.join(', ')}`,
    );
  if (new Set(modes).size < modes.length)
    throw new InvalidInputError('authorization-mode', `the authorization modes ${text} name one twice`);
  return modes as AuthorizationMode[]; // each was looked up
}
