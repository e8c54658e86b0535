/**
 * A request of a controller that its permissions do not cover, with the permission that would.
 */
import { ReeveError } from '@reeve/machinery';
import type { PermissionVerb, ResourcePermission } from './permission.ts';

/** What was about to be done. */
export interface UndeclaredRequest {
  readonly controller: string;
  /** What the controller does, for people: `updates secrets in namespace b`. */
  readonly does: string;
  /** The permission that is missing. */
  readonly missing: ResourcePermission;
}

/** The permissions of a controller do not cover what it does. On a cluster with RBAC the server would refuse it. */
export class UndeclaredRequestError extends ReeveError {
  readonly controller: string;
  readonly missing: ResourcePermission;

  constructor({ controller, does, missing }: UndeclaredRequest) {
    super(
      'REEVE_UNDECLARED_REQUEST',
      `${controller} ${does}, which its permissions do not cover: add ${permissionText(missing)} to the permissions of the controller`,
    );
    this.controller = controller;
    this.missing = missing;
  }
}

/** The permission as it is written in a program. */
function permissionText({ kind, subresource, verbs }: ResourcePermission): string {
  const on = subresource === undefined ? '' : `, subresource: '${subresource}'`;
  return `{ kind: ${kind.kind}${on}, verbs: [${verbs.map((verb: PermissionVerb) => `'${verb}'`).join(', ')}] }`;
}
