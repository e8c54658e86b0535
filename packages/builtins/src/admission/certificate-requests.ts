/**
 * Who asks for a certificate is who asks, whatever the request says; and conditions of a request tell since when they hold. Upstream: kubernetes
 * pkg/registry/certificates/certificates.
 */
import { formatTime, type Clock } from '@reeve/machinery';
import {
  fieldsAt,
  hasAt,
  itemsAt,
  textAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Fields,
} from '@reeve/registry';

export function certificateRequests(clock: Clock): AdmissionPlugin {
  return {
    name: 'CertificateRequests',
    mutate: (request) => {
      const { object } = request as AdmissionRequest & { object: ApiObject }; // there is one when something is to be changed
      if (!isRequest(request)) return object;
      if (request.operation === 'CREATE') return withRequester(object, request);
      return request.subresource === undefined ? object : withTimes(object, request.old, formatTime(clock.now()));
    },
  };
}

const isRequest = ({ resource }: AdmissionRequest): boolean =>
  resource.group === 'certificates.k8s.io' && resource.plural === 'certificatesigningrequests';

function withRequester(object: ApiObject, { user }: AdmissionRequest): ApiObject {
  const { username: _name, uid: _uid, groups: _groups, extra: _extra, ...spec } = fieldsAt(object, 'spec');
  const requester = {
    username: user.name,
    ...(user.uid && { uid: user.uid }),
    ...(user.groups.length > 0 && { groups: user.groups }),
    ...(user.extra && { extra: user.extra }),
  };
  return { ...object, spec: { ...spec, ...requester } };
}

/** A condition that is as it was holds since then. */
function withTimes(object: ApiObject, old: ApiObject | undefined, now: string): ApiObject {
  if (!hasAt(object, 'status', 'conditions')) return object;
  const before = itemsAt(old, 'status', 'conditions');
  const conditions = itemsAt(object, 'status', 'conditions').map((condition) => {
    const same = before.find(
      (each) =>
        textAt(each, 'type') === textAt(condition, 'type') && textAt(each, 'status') === textAt(condition, 'status'),
    );
    const lastUpdateTime = condition['lastUpdateTime'] ?? now;
    const lastTransitionTime = condition['lastTransitionTime'] ?? same?.['lastTransitionTime'] ?? lastUpdateTime;
    return { ...condition, lastUpdateTime, lastTransitionTime } satisfies Fields;
  });
  return { ...object, status: { ...fieldsAt(object, 'status'), conditions } };
}
