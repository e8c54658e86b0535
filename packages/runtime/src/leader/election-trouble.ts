/**
 * Says why a process does not come to lead: each reason once, and for a missing permission the rule that would give it.
 */
import { isConflict, isForbidden } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { rulesYaml } from '../permission/missing-permission-error.ts';
import type { PolicyRule } from '../permission/missing-permission-error.ts';

/** What whoever takes part in an election must be allowed to do. */
export const electionVerbs = ['get', 'create', 'update'] as const;

/** A listener for `onTryFailed`. */
export function electionTrouble(log: Logger, lease: string, namespace: string): (error: unknown) => void {
  let said = '';
  const rule: PolicyRule = {
    apiGroups: ['coordination.k8s.io'],
    resources: ['leases'],
    verbs: electionVerbs,
    namespace,
  };
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === said || isConflict(error)) return; // somebody else was faster: that is what an election is
    said = reason;
    if (!isForbidden(error)) return log.warn('the lease cannot be had for now, and is tried again', { lease, error });
    const hint = `this process may not use the lease, and never leads; grant it in a Role:\n${rulesYaml([rule])}`;
    log.error(hint, { lease, error });
  };
}
