/**
 * Doors to parts of an object that its main door does not change: each lets one part through and keeps the rest as it was. Upstream: the strategies of
 * subresources in kubernetes pkg/registry.
 */
import type { Door } from '../../resource/strategy.ts';
import { fieldsAt } from '../fields.ts';
import { withNameLabel } from '../prepare/namespace.ts';
import { doorValidation } from '../validation/validation-of.ts';
import { ephemeralContainers, resize } from './pod-doors.ts';

/** What holds a namespace back. */
const finalize: Door = {
  prepareForUpdate: (namespace, old) =>
    withNameLabel({ ...old, metadata: namespace.metadata, spec: fieldsAt(namespace, 'spec') }),
  validateUpdate: doorValidation('finalize'),
};

/** What an approver says of a request; the certificate is the signer's. */
const approval: Door = {
  prepareForUpdate: (request, old) => {
    const { certificate: _theirs, ...status } = fieldsAt(request, 'status');
    const { certificate } = fieldsAt(old, 'status');
    return {
      ...old,
      metadata: request.metadata,
      status: { ...status, ...(certificate !== undefined && { certificate }) },
    };
  },
  validateUpdate: doorValidation('approval'),
};

const table: Readonly<Record<string, Readonly<Record<string, Door>>>> = {
  namespaces: { finalize },
  pods: { ephemeralcontainers: ephemeralContainers, resize },
  'certificates.k8s.io/certificatesigningrequests': { approval },
};

/** The doors of a resource, given as `plural` or `group/plural`. */
export const doorsOf = (resource: string): Readonly<Record<string, Door>> => table[resource] ?? {};
