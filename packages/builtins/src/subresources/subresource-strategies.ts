/**
 * Strategies of subresources such as finalize, approval and resize: each takes one part of an object and keeps the rest as stored. Upstream: the strategies of
 * subresources in kubernetes pkg/registry.
 */
import { fieldsAt, type SubresourceStrategy } from '@reeve/registry';
import { withNameLabel } from '../prepare/namespace.ts';
import { subresourceValidation } from '../validation/validation-of.ts';
import { ephemeralContainers, resize } from './pod-strategies.ts';

/** What holds a namespace back. */
const finalize: SubresourceStrategy = {
  prepareForUpdate: (namespace, old) =>
    withNameLabel({ ...old, metadata: namespace.metadata, spec: fieldsAt(namespace, 'spec') }),
  validateUpdate: subresourceValidation('finalize'),
};

/** What an approver says of a request; the certificate is the signer's. */
const approval: SubresourceStrategy = {
  prepareForUpdate: (request, old) => {
    const { certificate: _theirs, ...status } = fieldsAt(request, 'status');
    const { certificate } = fieldsAt(old, 'status');
    return {
      ...old,
      metadata: request.metadata,
      status: { ...status, ...(certificate !== undefined && { certificate }) },
    };
  },
  validateUpdate: subresourceValidation('approval'),
};

const table: Readonly<Record<string, Readonly<Record<string, SubresourceStrategy>>>> = {
  namespaces: { finalize },
  pods: { ephemeralcontainers: ephemeralContainers, resize },
  'certificates.k8s.io/certificatesigningrequests': { approval },
};

/** The subresource strategies of a resource, given as `plural` or `group/plural`. */
export const subresourceStrategiesOf = (resource: string): Readonly<Record<string, SubresourceStrategy>> =>
  table[resource] ?? {};
