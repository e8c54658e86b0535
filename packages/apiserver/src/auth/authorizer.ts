/**
 * Who may do what. Today everybody who may talk to the server may do everything; rules are a later stage with the same door.
 * Upstream: apiserver authorization.
 */
import type { UserInfo } from './user-info.ts';

/** What somebody wants to do. */
export interface AccessRequest {
  readonly user: UserInfo;
  readonly verb: string;
  readonly resource?: {
    readonly group: string;
    readonly version: string;
    readonly plural: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly path?: string;
}

export interface AccessDecision {
  readonly isAllowed: boolean;
  readonly reason: string;
}

export type Authorizer = (request: AccessRequest) => AccessDecision;

export const alwaysAllow: Authorizer = () => ({ isAllowed: true, reason: '' });
