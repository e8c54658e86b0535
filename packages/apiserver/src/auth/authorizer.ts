/**
 * Who may do what. Today everybody who may talk to the server may do everything; rules are a later stage behind the same interface.
 * Upstream: apiserver authorization.
 */
import type { UserInfo } from '@reeve/registry';

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
