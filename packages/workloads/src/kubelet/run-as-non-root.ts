/**
 * Whether a container may start where its pod says `runAsNonRoot`: by the user that the pod says, else by that of the image, which must be a number that is not 0.
 * Upstream: kubelet's verifyRunAsNonRoot, with its messages.
 */
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import type { ContainerSpec } from './container-behaviour.ts';

/** Why the container is not created; undefined where it may start, and where nobody has said who the user of its image is. */
export function nonRootProblem(
  { metadata, spec: { securityContext } }: DeepReadonly<Pod>,
  { name, securityContext: own }: ContainerSpec,
  imageUser: string | undefined,
): string | undefined {
  if ((own?.runAsNonRoot ?? securityContext?.runAsNonRoot) !== true) return undefined;
  const where = `(pod: "${metadata.name ?? ''}_${metadata.namespace ?? ''}(${metadata.uid ?? ''})", container: ${name})`;
  const user = own?.runAsUser ?? securityContext?.runAsUser;
  if (user !== undefined) return user === 0 ? `container's runAsUser breaks non-root policy ${where}` : undefined;
  if (imageUser === undefined) return undefined;
  const [account = ''] = imageUser.split(':');
  if (account === '' || Number(account) === 0) return `container has runAsNonRoot and image will run as root ${where}`;
  if (/^\d+$/.test(account)) return undefined;
  return `container has runAsNonRoot and image has non-numeric user (${account}), cannot verify user is non-root ${where}`;
}
